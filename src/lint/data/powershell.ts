// PowerShell's lists of texts as object-like text of the same length: `@('A', 'B')` as ` ['A', 'B']`. Lines part them, too.

/** Nothing but texts. Bounded: 60 texts of 80 characters, and each sign can be read in one way only. */
const TEXT = /(?:"[^"'$()\n]{0,80}"|'[^"'()\n]{0,80}')/.source;
const LIST = new RegExp(
  `@\\((\\s{0,40}${TEXT}(?:(?:\\s{0,40},|[ \\t]{0,20}\\r?\\n)\\s{0,60}${TEXT}){0,60}\\s{0,40})\\)`,
  'g',
);
/** A line's end between two texts. Bounded: 80 characters. */
const BETWEEN = /(["'])([ \t]{0,20}\r?)\n(?=\s{0,60}["'])/g;

export const withArrays = (text: string): string =>
  text.replace(LIST, (_, inside: string) => ` [${inside.replace(BETWEEN, '$1$2,')}]`);

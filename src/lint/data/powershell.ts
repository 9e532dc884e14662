// PowerShell's lists of texts as object-like text of the same length: `@('A', 'B')` as ` ['A', 'B']`.

/** Nothing but texts. Bounded: 60 texts of 80 characters, and each sign can be read in one way only. */
const TEXT = /(?:"[^"'$()\n]{0,80}"|'[^"'()\n]{0,80}')/.source;
const LIST = new RegExp(`@\\((\\s{0,40}${TEXT}(?:\\s{0,40},\\s{0,40}${TEXT}){0,60}\\s{0,40})\\)`, 'g');

export const withArrays = (text: string): string => text.replace(LIST, (_, inside: string) => ` [${inside}]`);

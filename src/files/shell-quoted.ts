// One word of a command that a message names, as a shell of POSIX reads it: a name may have blanks in it, or worse.

/** Nothing in it means anything to a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** What a line can't show: it would end it, steer the terminal, or not be seen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const TO_ESCAPE = /['\\\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One word of a command line, as a shell of POSIX reads it: on one line, and without what nobody sees. */
export function shellQuoted(word: string): string {
  if (PLAIN.test(word)) return word;
  if (!UNSHOWN.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = word.replace(TO_ESCAPE, (sign) => {
    if (sign === "'" || sign === '\\') return `\\${sign}`;
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
  return `$'${escaped}'`;
}

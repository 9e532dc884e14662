// Makes foreign text harmless on a terminal, in a log and in a build: names of files, ids, settings, cells, responses.
// It can't move the cursor, set a title, change the reading direction, begin a new line or give commands to a build
// runner.

/** ESC [ ... and ESC ] ... with their parameters, also in their one-character forms. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u001b\u0007\u009c\n\r]*(?:\u0007|\u009c|\u001b\\)?/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, marks of direction, and invisible characters. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Commands of build runners: `::error` at the beginning of a line, `##[...]` and `##vso[...]` anywhere. */
const AT_START = /^( *):(?=:)/;
const ANYWHERE = /##(?=\[|vso\[)/g;

/** One line of harmless text, of at most `limit` characters. */
export function plain(text: string, limit = Infinity): string {
  const flat = text.replace(SEQUENCES, '').replace(BREAKS, ' ').replace(UNSEEN, '');
  const tame = flat.replace(AT_START, '$1: ').replace(ANYWHERE, '# #');
  return tame.length > limit ? `${tame.slice(0, limit)}...` : tame;
}

/** The same for text of several lines. */
export function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => plain(line))
    .join('\n');
}

/** Our own colours. */
const COLOUR = /(\u001b\[[0-9;]*m)/;
/** Invisible characters except line ends and tabs, and marks of direction. */
const NEVER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]|\r(?!\n)/g;

/**
 * A whole output, as a last check: only text, line ends and our own colours pass. In JSON the other characters become
 * escapes.
 */
export function screened(text: string): string {
  if (text.search(NEVER) < 0) return text;
  if (/^[[{]/.test(text))
    return text.replace(NEVER, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const parts = text.split(COLOUR);
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replace(NEVER, ''))).join('');
}

/** The name of a file. It can be copied, unless characters had to be removed. */
export function plainPath(path: string): string {
  return plain(/^ *(?:::|##)/.test(path) ? `./${path}` : path);
}

/** Cuts a longer text to `kept` characters, never inside a surrogate pair, and adds how many are missing. */
export function shortened(text: string, longest: number, kept = longest): string {
  if (text.length <= longest) return text;
  const end = kept - (/[\ud800-\udbff]/.test(text.charAt(kept - 1)) ? 1 : 0);
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** A word without special characters of a shell. */
const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** Characters that a line can't show. */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const TO_ESCAPE = /['\\\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One word of a command line for a POSIX shell, on one line and with visible characters only. */
export function shellQuoted(word: string): string {
  if (NEEDS_NO_QUOTES.test(word)) return word;
  if (!UNSHOWN.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = word.replace(TO_ESCAPE, (sign) => {
    if (sign === "'" || sign === '\\') return `\\${sign}`;
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
  return `$'${escaped}'`;
}

/**
 * Breaks a text without line breaks between words, to the width of a terminal. Later lines are indented by `hang`, or
 * like the first line if that is more. Two spaces between words are kept.
 */
export function wrapped(text: string, width: number, hang = 0): string[] {
  if (text.length <= width) return [text];
  const indent = text.slice(0, text.length - text.trimStart().length);
  const next = indent.padEnd(hang);
  const lines: string[] = [];
  let now = indent;
  let isEmpty = true;
  for (const [piece] of text.slice(indent.length).matchAll(/\S+\s*/g)) {
    if (!isEmpty && now.length + piece.trimEnd().length > width) {
      lines.push(now.trimEnd());
      now = next;
    }
    now += piece;
    isEmpty = false;
  }
  return [...lines, now.trimEnd()];
}

// What foreign text may look like where people read it: on a terminal, in a log, in a build. Nothing in it moves the
// cursor, sets a title, turns the direction of reading, begins a line of its own or speaks to the machine that keeps
// the log. Every text that we didn't write goes through here: names of files, ids, settings, cells, answers.

/** ESC [ ... and ESC ] ... with what belongs to them, in their one-character forms too. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u001b\u0007\u009c\n\r]*(?:\u0007|\u009c|\u001b\\)?/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Controls, marks of direction, and characters that nobody sees. */
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

/** The same for text of several lines, each of which stays one. */
export function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => plain(line))
    .join('\n');
}

/** What a terminal may be told by us: colours. */
const COLOUR = /(\u001b\[[0-9;]*m)/;
/** Everything that nobody sees but line ends and tabs, and what turns the direction of reading. */
const NEVER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]|\r(?!\n)/g;

/**
 * A whole output at the door: nothing passes but text, line ends and our own colours, whatever was forgotten before.
 * In JSON nothing is lost: there it is written as an escape.
 */
export function screened(text: string): string {
  if (text.search(NEVER) < 0) return text;
  if (/^[[{]/.test(text))
    return text.replace(NEVER, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const parts = text.split(COLOUR);
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replace(NEVER, ''))).join('');
}

/** The name of a file: it still names that file where nothing had to go. */
export function plainPath(path: string): string {
  return plain(/^ *(?:::|##)/.test(path) ? `./${path}` : path);
}

/** A longer text is cut to `kept` characters, no pair of surrogates in two, and says how many are missing. */
export function shortened(text: string, longest: number, kept = longest): string {
  if (text.length <= longest) return text;
  const end = kept - (/[\ud800-\udbff]/.test(text.charAt(kept - 1)) ? 1 : 0);
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Nothing in it means anything to a shell. */
const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** What a line can't show: it would end it, steer the terminal, or not be seen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const TO_ESCAPE = /['\\\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One word of a command line, as a shell of POSIX reads it: on one line, and without what nobody sees. */
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
 * The lines of a text without line breaks in the width of a terminal, broken between words. Those after the first begin
 * at `hang`, or below the beginning of the words where that is further in. Two spaces between words stay two.
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

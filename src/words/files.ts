// Sentences about unusable files.
import type { PlacedMessages } from '../files/input-error.ts';
import type { BytesMessages, ForeignFormat, NotInside } from '../files/messages.ts';
import type { WordsOf } from '../message.ts';

const SAVE = 'save the table as "CSV UTF-8" or as .xlsx';
const REMEDY: Readonly<Record<ForeignFormat['remedy'], string>> = {
  save: SAVE,
  name: `${SAVE}, under a name with that ending`,
  unlock: `${SAVE}, without a password`,
};

const NOT_INSIDE: Readonly<Record<NotInside, string>> = {
  no_folder: 'the documents folder (--documents-dir) does not exist',
  outside: 'is outside the documents folder (--documents-dir)',
  swapped: 'was swapped while it was opened',
  folder: 'is a folder',
  irregular: 'is not a regular file',
};

const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist: check the path',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
};

const SAVE_UTF8 = 'Save the file as UTF-8 ("CSV UTF-8" in Excel) and run again';

function notEncoded(encoding: string): string {
  if (encoding === 'utf-8')
    return `not UTF-8 (a byte of another encoding, such as Windows-1252). ${SAVE_UTF8}; for payouts and statements, an import profile may name its encoding instead (--map, "encoding")`;
  const isUtf16 = encoding.startsWith('utf-16');
  return `not ${encoding}: ${isUtf16 ? 'half a character, or the file was cut short' : 'a byte here is not a character of this encoding, which the profile names'}. ${SAVE_UTF8}`;
}

const COMMA_TOO_MANY = ' is missing (is there one comma too many?)';
const NO_COMMENTS = 'JSON has no comments';
/** By the names of jsonc-parser. */
const JSON_FLAWS: Readonly<Record<string, string>> = {
  empty: 'is empty, and should be a JSON object',
  too_deep: 'is nested too deeply',
  InvalidSymbol: 'is not JSON: expected a text in double quotes, a number, true, false or null here',
  PropertyNameExpected: `a name in double quotes${COMMA_TOO_MANY}`,
  ValueExpected: `a value${COMMA_TOO_MANY}`,
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'the file continues after the end of its JSON',
  InvalidCommentToken: NO_COMMENTS,
  UnexpectedEndOfComment: NO_COMMENTS,
  UnexpectedEndOfString: 'a text has no closing double quote',
  InvalidUnicode: '\\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash is followed by a wrong character: write \\\\ for a backslash',
};

const KIB = 1024;
const MIB = KIB * KIB;

export const FILES: WordsOf<PlacedMessages & BytesMessages> = {
  at_place: ({ file, line, column, what }, say) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return `${place}: ${say(what)}`;
  },
  several: ({ messages, more }, say) =>
    [...messages.map(say), ...(more > 0 ? [`... and ${more} more`] : [])].join('\n'),

  system_cannot_read: ({ code = '', said }) => SYSTEM[code] ?? `can't be read (${code === '' ? said : code})`,
  not_inside: ({ why }) => NOT_INSIDE[why],
  not_regular: ({ is }) => (is === 'folder' ? 'is a folder: name a file' : 'is not a regular file'),
  too_large: ({ most }) =>
    `is larger than ${most >= MIB ? `${most / MIB} MiB` : `${most / KIB} KiB`}, the most that paybatch reads`,
  changed_while_read: () => 'the file was changed while it was read: run again when no program writes to it',
  foreign_format: ({ format, remedy }) => `its format is ${format}, not a table of text: ${REMEDY[remedy]}`,
  encodings_differ: ({ marked, named }) =>
    `begins with the byte order mark of ${marked.toUpperCase()}, and the profile's "encoding" says ${named}: leave "encoding" out`,
  not_encoded: ({ encoding }) => notEncoded(encoding),
  holds_nul: () =>
    `contains a NUL character: it is not CSV text, or it is UTF-16 without a byte order mark. ${SAVE_UTF8}`,
  json_flaw: ({ flaw }) => JSON_FLAWS[flaw] ?? 'is not JSON from here on',
  json_name_twice: ({ name }) => `"${name}" appears twice: remove one of them`,
};

// Sentences about errors in a row, and warnings. Each follows the field's name.
import type { RowIssueMessages, SpreadsheetDamage } from '../batch/input/messages.ts';
import { meantText, nearText } from '../csv/suggest.ts';
import { digitsText } from '../interface/decimal.ts';
import type { WordsOf } from '../message.ts';
import { KIND_WORDS } from './kinds.ts';

/** Behind the text, or "it". */
const DAMAGE: Readonly<Record<SpreadsheetDamage, string>> = {
  shortened:
    'is a long number that a spreadsheet has shortened: its last digits are lost. Format the column as text, enter the number again, and save',
  error: "is an error of a spreadsheet's formula: correct it in the sheet and save again",
  formula: "is a spreadsheet's formula: save the column as plain values",
  apostrophe: "begins with an apostrophe, a spreadsheet's mark for text: remove it",
};

const DOCUMENT_SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist in the documents folder (--documents-dir)',
  EACCES: "can't be read: no permission",
  EPERM: "can't be read: no permission",
  ELOOP: 'is a link that leads in a circle, or was swapped for a link',
  ENAMETOOLONG: 'is too long for a file name, and is not a document ID',
};

function notValid({ value, what, hint, meant }: RowIssueMessages['not_valid']): string {
  const shown = value === undefined ? '' : `"${value}" `;
  const repair =
    hint === undefined
      ? ''
      : hint === 'marks'
        ? '. An import profile (--map) can name the decimal mark and the thousands mark: paybatch map drafts one'
        : `: it ${DAMAGE[hint]}`;
  return `${shown}${what}${repair}${meantText(meant)}`;
}

function amountUnreadable({ value, decimal, thousands }: RowIssueMessages['amount_unreadable']): string {
  const example = `1${thousands ?? ''}250${decimal}00`;
  const marks = `"decimal": "${decimal}"${thousands === undefined ? '' : `, "thousands": "${thousands}"`}`;
  return `"${value}" must be a number like ${example}: no sign or currency, and groups of three digits or none (the profile has ${marks})`;
}

function rowRepeated({ line, kind }: RowIssueMessages['row_repeated']): string {
  const { noun, done } = KIND_WORDS[kind];
  // Of a customer, only who it is was compared.
  const same = kind === 'payouts' ? 'has the same content as' : `looks like the ${noun} on`;
  return `${same} line ${line}. Without references, each is a separate ${noun}, and both are ${done}. If one is a mistake, remove it`;
}

function lookupKeyUnknown({
  value,
  file,
  column,
  damage,
  nearly,
}: RowIssueMessages['lookup_key_unknown']): string {
  const what = `"${value}" is not in ${file} (column "${column}")`;
  if (damage !== undefined) return `${what}: it ${DAMAGE[damage]}`;
  if (nearly === undefined) return `${what}: add it there, or correct the cell`;
  const why = nearly.zeros
    ? ': spreadsheets remove leading zeros, so format the column as text'
    : '. They may only look alike (an accent, a space, upper case)';
  return `${what}, but "${nearly.key}" is${why}. Check which of the two is right`;
}

function footerDiffers({ rows, currency, isStrict }: RowIssueMessages['footer_differs']): string {
  const repair = isStrict ? '' : ' To refuse such a file, set "footerTotal": "error" in the profile';
  return `is the total in the file's footer, but its rows add up to ${`${rows} ${currency}`.trim()}. A row may have been changed, lost or doubled.${repair}`;
}

export const ROW_ISSUES: WordsOf<RowIssueMessages> = {
  missing: ({ hasColumn, setting }) =>
    `${hasColumn ? 'is missing' : 'the file does not have this column'}: it is required${setting === undefined ? '' : ` (${setting})`}`,
  not_boolean: ({ value }) => `"${value}" must be true or false`,
  not_among: ({ value, setting, near }) => {
    const known =
      setting === undefined
        ? 'a currency of ISO 4217, USDC or USDCT'
        : `among the values of profile.${setting}`;
    const is = `is not ${known}${nearText(near)}`;
    return value === undefined ? `${is}. It is sent unchanged` : `"${value}" ${is}`;
  },
  not_valid: notValid,
  too_many_digits: ({ value, digits, currency, most }) =>
    `"${value}" has ${digitsText(digits)} after the point; ${currency} has ${most === 0 ? 'none' : `at most ${most}`}`,
  amount_unreadable: amountUnreadable,
  damaged: ({ value, damage }) => `"${value}" ${DAMAGE[damage]}`,
  looks_decoded_twice: ({ encoding }) =>
    encoding === undefined
      ? 'looks like text that was read in the wrong encoding and saved again: export it again as UTF-8, or name the encoding of the export in an import profile ("encoding"). The text is sent unchanged'
      : `looks like UTF-8 that was read as ${encoding}: if the file is UTF-8, remove "encoding" from the import profile. The text is sent unchanged`,
  looks_like_control: () =>
    'is a control character, so the text was read in the wrong encoding: name the right one in an import profile ("encoding", often "windows-1252"), or export it again as UTF-8. The text is sent unchanged',

  reference_missing: () => 'is missing: if the file has this column, every row needs a reference',
  reference_invisible: ({ value, character }) =>
    `"${value}" contains an invisible or control character (U+${character}): remove it, or type the reference again`,
  reference_long: ({ length, most }) => `is ${length} characters long, but at most ${most} are allowed`,
  reference_repeated: ({ line, kind, isSame }) =>
    isSame
      ? `the same reference is also on line ${line}: each ${KIND_WORDS[kind].noun} needs a separate reference`
      : `differs from the reference on line ${line} only by case, width, spaces or leading zeros: each ${KIND_WORDS[kind].noun} needs a clearly different reference`,
  row_repeated: rowRepeated,
  retry_missing: () => 'is missing: a row that was not in the original file belongs in a separate file',
  retry_value: ({ value }) =>
    `"${value}" is not the value that the retry file had there: copy that cell again`,
  retry_repeated: ({ line }) => `is also on line ${line}: each row must retry a different row`,

  row_empty: () => 'the row is empty: remove it, or set "skipBlankRows": true in an import profile (--map)',
  header_repeated: () =>
    'this line repeats the header: two files were joined here. Remove the line; it is not counted in the totals',

  document_required: ({ isOfRelease }) =>
    `is missing: ${isOfRelease ? 'release 1.32 requires it' : 'the profile requires it'}; name the file to upload`,
  number_shortened: () =>
    'is a long number that a spreadsheet has shortened: its last digits are lost, and it identifies a business. Format the column as text and enter it again',
  explains_empty: ({ beside }) => `explains ${beside}, but ${beside} is empty`,

  document_wrong: ({ path, why }, say) => `${path === undefined ? 'the data URL' : `"${path}"`} ${say(why)}`,
  document_empty: () => 'is empty',
  document_too_large: ({ bytes, most }) =>
    `has ${bytes} bytes, but at most ${most} are allowed (profile.maxDocumentBytes)`,
  document_system: ({ code }) => DOCUMENT_SYSTEM[code] ?? `can't be read (${code})`,
  document_changed: () => 'was changed while it was read',
  data_url_incomplete: () => 'is not complete: write data:<media type>;base64,<data>',

  cell_formula: () =>
    'is a formula without a saved value: open the workbook in a spreadsheet, save it, and use that file',
  cell_error: ({ value }) => `"${value}" is an error of a formula: correct it in the sheet`,
  cell_date: ({ value }) =>
    `is a date, which the sheet keeps as the number ${value}: format the column as text and enter it again`,
  cell_long_number: ({ value, most }) =>
    `${value === undefined ? '' : `"${value}" `}is a number with an exponent, or of more than ${most} digits: a sheet does not keep it exactly. Format the column as text, and enter it again from where it came from`,
  cell_stored_number: ({ value }) =>
    `"${value}" is the stored number, although the sheet may show fewer digits: round it there, with =ROUND(...;2), and save the values`,
  lookup_key_empty: ({ file }) => `is empty: nothing can be looked up in ${file}`,
  lookup_key_unknown: lookupKeyUnknown,

  hidden_rows: () =>
    'of the sheet are read, too (a filter may hide them): remove them if they do not belong to the file',
  open_end: ({ kind }) =>
    `ends without a line break: if the file was cut off there, ${kind === 'payouts' ? '--expect-total (and --expect-count, for whole rows)' : '--expect-count'} would notice it`,
  footer_differs: footerDiffers,
};

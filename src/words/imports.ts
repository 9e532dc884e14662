// Sentences about import profiles and their drafts.
import type { ImportMessages, ProfileValue, ShownAmount } from '../batch/input/imports/messages.ts';
import { meantText } from '../csv/suggest.ts';
import type { WordsOf } from '../message.ts';

const TAKES: Readonly<Record<Exclude<ProfileValue, 'filled' | 'one_of'>, string>> = {
  text: 'a text in quotes',
  field_or_null: 'the name of a field in quotes, or null for a column that is not wanted',
  boolean: 'true or false, without quotes',
  whole: 'a whole number from 0 to 10000, without quotes',
  thousands: 'one of "." "," " " "\'" "\u2019"; remove it if the amounts have no such mark',
  constant: 'a text in quotes (amounts, too), true or false',
  lookups: 'a list of lookup files',
  lookup: 'an object, { "file", "key", "columns" }',
  names: 'an object, such as { "their name": "our field" }',
};

function profileValue({ key, takes, values }: ImportMessages['profile_value']): string {
  const name = key === undefined ? '' : `"${key}"`;
  if (takes === 'filled') return `${name} is empty: fill it in`;
  const expected =
    takes === 'one_of' ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : TAKES[takes];
  return `${name === '' ? '' : `${name}: `}expected ${expected}`;
}

const shown = ({ text, line }: ShownAmount): string => `"${text}" (line ${line})`;
const FILL_IN_MARKS = 'Fill in "decimal" and "thousands"';

export const IMPORTS: WordsOf<ImportMessages> = {
  profile_not_object: () =>
    'is not a JSON object: expected an import profile, or { header of your file: field of paybatch }',
  profile_value: profileValue,
  profile_key_unknown: ({ key, meant, known }) =>
    `unknown key "${key}"${meantText(meant)}. Known keys: ${known.join(', ')}`,
  profile_names_equal: ({ name, twin }) =>
    `"${name}" and "${twin}" are the same name: case and outer spaces don't count`,
  profile_encoding: ({ label }) =>
    `"${label}" is not an encoding that can be read, such as windows-1252, iso-8859-15, utf-16le, shift_jis`,
  profile_expression: ({ detail }) => `"stopAt" is not a regular expression (${detail})`,
  profile_marks_equal: () =>
    '"thousands" and "decimal" can\'t be the same mark (without "decimal", the decimal mark is a point)',

  draft_field: ({ field, isAmount }) => `${field}${isAmount ? ' (the column of the amounts)' : ''}`,
  draft_lookup: ({ key }) => `the lookup file of ${key}`,
  draft_encoding: ({ encoding }) =>
    `"encoding": "${encoding}" is a guess, because the file is not UTF-8. Check the accents above`,
  draft_marks: () =>
    '"decimal" and "thousands" come from the amounts in the file: check the converted rows above',
  draft_marks_differ: ({ comma, point }) =>
    `The amounts contradict each other: ${shown(comma)} has a decimal comma, ${shown(point)} a decimal point. Find out what they mean, and make the export write all amounts in the same way. ${FILL_IN_MARKS}`,
  draft_marks_unclear: (amount) =>
    `Amounts such as ${shown(amount)} can be read in two ways: the mark may begin the decimals or separate the thousands. No other amount decides it. ${FILL_IN_MARKS}`,
  draft_footer: ({ text }) =>
    `"stopAt": the row that begins with "${text}", and all rows below it, are left out`,
  draft_no_reference: () =>
    'No reference column was found. Add one if you can: it protects against paying twice',
  draft_lookup_columns: ({ key }) =>
    `"lookups": "file" is the path of a table of suppliers, and "fileKey" its column with the values of "${key}". In "columns", replace the names before the colons by the headers of that table`,
  draft_key_guessed: ({ key }) =>
    `"key": "${key}" is a guess: it must identify one supplier only (a supplier number, not a name or a bank account)`,
};

// Sentences about import profiles and their drafts.
import type { ImportMessages } from '../batch/input/imports/messages.ts';
import { meantText } from '../csv/suggest.ts';
import type { WordsOf } from '../message.ts';

export const IMPORTS: WordsOf<ImportMessages> = {
  profile_not_object: () =>
    'is not a JSON object: expected an import profile, or { header of your file: field of paybatch }',
  profile_value: ({ key, expected }) => `${key === undefined ? '' : `"${key}": `}expected ${expected}`,
  profile_key_unknown: ({ key, meant, known }) =>
    `unknown key "${key}"${meantText(meant)}. Known keys: ${known.join(', ')}`,
  profile_names_equal: ({ name, twin }) =>
    `"${name}" and "${twin}" are the same name: case and outer spaces don't count`,
  profile_encoding: ({ label }) =>
    `"${label}" is not an encoding that can be read, such as windows-1252, iso-8859-15, utf-16le, shift_jis`,
  profile_expression: ({ detail }) => `"stopAt" is not a regular expression (${detail})`,
  profile_marks_equal: () =>
    '"thousands" and "decimal" can\'t be the same mark (without "decimal", the decimal mark is a point)',

  draft_fill_marks: () => '"decimal" and "thousands"',
  draft_field: ({ field, isAmount }) => `${field}${isAmount ? ' (the column of the amounts)' : ''}`,
  draft_lookup: ({ key }) => `the lookup file of ${key}`,
  draft_encoding: ({ encoding }) =>
    `"encoding": "${encoding}" is a guess, because the file is not UTF-8. Check the accents above`,
  draft_marks_unclear: () =>
    'The amounts contradict each other, or can be read in two ways: a mark may begin the decimals or separate the thousands. Fill in "decimal" and "thousands"',
  draft_footer: ({ text }) =>
    `"stopAt": the row that begins with "${text}", and all rows below it, are left out`,
  draft_no_reference: () =>
    'No reference column was found. Add one if you can: it protects against paying twice',
  draft_lookup_columns: ({ key }) =>
    `"lookups": "file" is the path of a table of suppliers, and "fileKey" its column with the values of "${key}". "${key}" must identify one supplier only (a number, not a name). In "columns", replace the names before the colons by the headers of that table`,
};

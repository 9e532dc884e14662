// Sentences about the columns of a statement.
import type { ReconcileMessages } from '../batch/reconcile/columns.ts';
import type { WordsOf } from '../message.ts';

export const RECONCILE: WordsOf<ReconcileMessages> = {
  no_statement_field: ({ to, fields }) =>
    `--map: "${to}" is not a field of a statement (${fields.join(', ')})`,
  field_mapped_twice: ({ field }) => `--map names two columns for "${field}"`,
  lookups_of_statement: () =>
    '--map: a statement is read without lookup files. Remove "lookups" from the profile',
  columns_of_field: ({ field, names: [one, other] }) =>
    `the columns "${one}" and "${other}" both have the ${field} of a line. Choose one with --map FILE, such as {"${one}": "${field}", "${other}": null}`,
  not_a_statement: ({ column }) =>
    `the column "${column}" belongs to payouts that were to be made: such a file proves none. If this is an export of payments, leave the column out with --map FILE: {"${column}": null}`,
  no_owner_column: ({ header }) =>
    `paybatch recognises no column that identifies a payment (id, memo, reference or account). The header has ${header.map((name) => `"${name}"`).join(', ')}. Name a column with --map FILE, such as {"THEIR HEADER": "reference"}; "skipRows" leaves out lines above the header`,
};

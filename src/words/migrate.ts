// Sentences of a migration, and of its todo file.
import { digitsText } from '../interface/decimal.ts';
import type { WordsOf } from '../message.ts';
import type { MigrateMessages } from '../migrate/messages.ts';

const IN_DESTINATION = 'the amount in the destination currency';

function newField({ setting, values, isClosed }: MigrateMessages['ask_new_field']): string {
  const known = values.join(', ');
  const such = isClosed
    ? `one of ${known}`
    : `a value, such as ${known} (profile.${setting ?? ''} can allow others)`;
  return `new in release 1.32. Supply ${values.length === 0 ? 'a value' : such}`;
}

export const MIGRATE: WordsOf<MigrateMessages> = {
  value: ({ text, issue }, say) => `"${text}" ${say(issue)}`,
  not_payable: () => 'is not a plain amount above zero, such as 1250.00 (a point, no grouping, no sign)',
  fraction_too_long: ({ digits, currency, most }) =>
    `has ${digitsText(digits)} after the point; ${currency} has ${most === 0 ? 'none' : `at most ${most}`}`,
  file_not_there: ({ path }) => `names a file that isn't there: ${path} (relative to the input's folder)`,
  not_listed: ({ values }) => `is not one of ${values.join(', ')}`,
  cannot_be_left_out: () => 'is required and cannot be left out',

  ask_required: ({ isAmount }) => `give ${isAmount ? IN_DESTINATION : 'a value'}, which is required`,
  ask_instead: ({ refused, ask }, say) => `${say(refused)}; ${say(ask)}`,
  ask_new_amount: () =>
    `amount was removed: give ${IN_DESTINATION} (with a rate or a fee, it differs from amount). If every amount is already the amount that arrives, use --amount-is-receiver-amount`,
  ask_which_amount: ({ amount, receiver }) =>
    `amount is ${amount}, but receiverAmount is ${receiver}: confirm or correct receiverAmount, ${IN_DESTINATION}`,
  ask_range: ({ way, sum, isKnown }) =>
    `the monthly ${way} counts of all channels add up to ${sum}${isKnown ? '' : ', which is outside every range of the profile'}`,
  ask_statements: () => 'release 1.32 requires bank statements: name the file',
  ask_document: () =>
    'this data URL is incomplete (expected data:<media type>;base64,<data>): name a file or a document ID instead',
  ask_upload: ({ path }) =>
    `upload ${path} with POST /api/v1/transfers/documents and put its documentId here`,
  ask_new_field: newField,
  ask_kept: ({ from, into, isValue }) =>
    isValue
      ? `the earlier ${from} is also a value of ${into}: confirm it`
      : `the earlier ${from} had this text: keep it as ${into}, or leave it out`,
  ask_unclear: () =>
    'not in the 1.32 body, and the specification does not say whether the service still takes it: ask, or leave it out',

  record_not_object: () =>
    'not a JSON object: the file must hold objects, in one list or one after the other',
  record_not_json: ({ detail }) => `the record is not valid JSON${detail === undefined ? '' : `: ${detail}`}`,
  records_inside: ({ path }) => `the records are in a list under "${path}": save that list alone as a file`,
  nothing_to_migrate: ({ kind }) =>
    `no field of ${kind ?? 'payouts or customers'} was found, neither of the earlier shape nor of 1.32: ` +
    (kind === undefined ? 'nothing to migrate' : 'check --kind'),
  not_a_todo_file: () => 'not a todo file: it needs the columns line, field and answer',
  is_link: () => 'this is a link: nothing is written through it',
  other_document: () =>
    'another document of this name is here, perhaps of another input: use a separate --out folder, or remove it',
};

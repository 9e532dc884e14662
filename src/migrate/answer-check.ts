// What `check` would refuse, in an answer and in a migrated record.
import { minorUnits } from '../interface/currencies.ts';
import { customerSchema } from '../interface/customer.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumn,
  REQUIRED_DOCUMENT_TYPE,
} from '../interface/customer-columns.ts';
import { amountOf, fractionDigits } from '../interface/decimal.ts';
import { splitDocuments } from '../interface/document-cell.ts';
import type { Profile } from '../interface/profile.ts';
import type { Closable } from '../interface/profile-entry.ts';
import { type Message, verbatim } from '../message.ts';
import { migrateMessage } from './messages.ts';
import type { RecordContext } from './source.ts';
import { question, type RecordFields, textOf, type Todo } from './step.ts';
import { isId } from './steps/documents.ts';

/** The error in an answer, or in leaving a field out. */
export function answerIssue(
  field: string,
  text: string,
  fields: RecordFields,
  context: RecordContext,
): Message | undefined {
  if (text === '-') return isRequired(field, context) ? migrateMessage('cannot_be_left_out') : undefined;
  if (field === 'receiverAmount') return amountIssue(text, fields);
  if (field === 'documents' || field.startsWith('documents.')) return documentIssue(text, context);
  return context.kind === 'customers' ? customerIssue(field, text, context.profile) : undefined;
}

const isRequired = (field: string, context: RecordContext): boolean =>
  field === `documents.${REQUIRED_DOCUMENT_TYPE}` || requiredFields(context).includes(field);

/** The error in the amount of a row. `text`: trimmed. */
function amountIssue(text: string, fields: RecordFields): Message | undefined {
  if (amountOf(text) === undefined) return migrateMessage('not_payable');
  const currency = textOf(fields.get('destination.currency')).trim();
  const most = currency === '' ? undefined : minorUnits(currency);
  const digits = fractionDigits(text);
  if (most === undefined || digits <= most) return undefined;
  return migrateMessage('fraction_too_long', { digits, currency, most });
}

function documentIssue(text: string, { hasDocument }: RecordContext): Message | undefined {
  const missing = splitDocuments(text, isId).find((item) => item.kind === 'file' && !hasDocument(item.path));
  return missing?.kind === 'file' ? migrateMessage('file_not_there', { path: missing.path }) : undefined;
}

function customerIssue(field: string, text: string, profile: Profile): Message | undefined {
  const column = CUSTOMER_COLUMNS.find(({ path }) => path === field);
  if (!column) return undefined;
  if (column.type === 'boolean')
    return /^(true|false)$/i.test(text)
      ? undefined
      : migrateMessage('not_listed', { values: ['true', 'false'] });
  const listed = unlisted(column, text, profile);
  if (listed && (listed.closed || !/[\p{L}\p{N}]/u.test(text)))
    return migrateMessage('not_listed', { values: listed.values });
  const isList = column.type === 'countries' || column.type === 'enumerated-list';
  const value = isList ? text.split(';').map((item) => item.trim()) : text;
  const [top = '', inner] = field.split('.');
  const said = customerSchema.safeParse({ [top]: inner === undefined ? value : { [inner]: value } });
  return said.success ? undefined : verbatim(said.error.issues[0]?.message ?? '');
}

/** The known values of the field, if the answer is not one of them. */
function unlisted(
  { type, values: setting }: CustomerColumn,
  text: string,
  profile: Profile,
): Closable | undefined {
  if (setting === undefined) return undefined;
  const known = profile[setting];
  const items = type === 'enumerated-list' ? text.split(';').map((item) => item.trim()) : [text];
  return items.every((item) => known.values.includes(item)) ? undefined : known;
}

/** The amount is always asked for, other fields only if the file has a place for them. */
export function missingFields(fields: RecordFields, context: RecordContext): Todo[] {
  const { shape, holds } = context;
  const hasPlace = (path: string): boolean => (shape === 'csv' ? holds(path) : fields.has(path));
  return [...new Set(requiredFields(context))]
    .filter((path) => isEmpty(fields.get(path)) && (path === 'receiverAmount' || hasPlace(path)))
    .map((field) =>
      question(field, migrateMessage('ask_required', { isAmount: field === 'receiverAmount' })),
    );
}

/** An amount that a check would refuse stays unchanged until a person corrects it. */
export function unpayableAmount(fields: RecordFields, { kind }: RecordContext): Todo[] {
  const value = fields.get('receiverAmount');
  if (kind !== 'payouts' || isEmpty(value)) return [];
  const text = textOf(value).trim();
  const issue = amountIssue(text, fields);
  if (issue === undefined) return [];
  const refused = migrateMessage('value', { text, issue });
  const ask = migrateMessage('ask_required', { isAmount: true });
  return [question('receiverAmount', migrateMessage('ask_instead', { refused, ask }))];
}

const requiredFields = ({ kind, profile }: RecordContext): readonly string[] =>
  kind === 'payouts' ? ['receiverAmount', ...profile.requiredTransferFields] : profile.requiredCustomerFields;

const isEmpty = (value: unknown): boolean => value === null || textOf(value).trim() === '';

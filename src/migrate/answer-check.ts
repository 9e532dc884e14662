// What a check would refuse: in a person's answer, and in a record that has come through all steps. In words for the
// todo file.
import { nearText, nearValues } from '../csv/suggest.ts';
import { minorUnits } from '../interface/currencies.ts';
import { customerSchema } from '../interface/customer.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumn,
  REQUIRED_DOCUMENT_TYPE,
} from '../interface/customer-columns.ts';
import { amountOf, digitsText, fractionDigits } from '../interface/decimal.ts';
import type { FileKind } from '../interface/file-kind.ts';
import type { Profile } from '../interface/profile.ts';
import type { Closable } from '../interface/profile-entry.ts';
import { type Fields, question, textOf, type Todo } from './step.ts';

export interface AnswerRules {
  readonly kind: FileKind;
  readonly profile: Profile;
  /** Whether a document that an answer names is there. */
  readonly hasDocument: (path: string) => boolean;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong with leaving a field out, or with an answer; `undefined` where nothing is. */
export function answerIssue(
  field: string,
  text: string,
  fields: Fields,
  rules: AnswerRules,
): string | undefined {
  if (text === '-') return isRequired(field, rules) ? 'is required and cannot be left out ("-")' : undefined;
  if (field === 'receiverAmount') return amountIssue(text, fields);
  if (field === 'documents' || field.startsWith('documents.')) return documentIssue(text, rules);
  return rules.kind === 'customers' ? customerIssue(field, text, rules.profile) : undefined;
}

const isRequired = (field: string, { kind, profile }: AnswerRules): boolean =>
  field === `documents.${REQUIRED_DOCUMENT_TYPE}` || requiredOf(kind, profile).includes(field);

/** What a check says against the amount of a row; `undefined` for nothing. `text`: without spaces around it. */
function amountIssue(text: string, fields: Fields): string | undefined {
  if (amountOf(text) === undefined)
    return 'is not a plain amount above zero, such as 1250.00 (a point, no grouping, no sign)';
  const currency = textOf(fields.get('destination.currency')).trim();
  const most = currency === '' ? undefined : minorUnits(currency);
  if (most === undefined || fractionDigits(text) <= most) return undefined;
  return `has ${digitsText(fractionDigits(text))} after the point; ${currency} has ${most === 0 ? 'none' : `at most ${most}`}`;
}

function documentIssue(text: string, { hasDocument }: AnswerRules): string | undefined {
  const missing = text
    .split(/;(?!base64,)/)
    .map((item) => item.trim())
    .find((item) => item !== '' && !ID.test(item) && !item.startsWith('data:') && !hasDocument(item));
  return missing === undefined
    ? undefined
    : `names a file that isn't there: ${missing} (relative to the input's folder)`;
}

function customerIssue(field: string, text: string, profile: Profile): string | undefined {
  const column = CUSTOMER_COLUMNS.find(({ path }) => path === field);
  if (!column) return undefined;
  if (column.type === 'boolean') return /^(true|false)$/i.test(text) ? undefined : 'must be true or false';
  const listed = unlisted(column, text, profile);
  if (listed && (listed.closed || !/[\p{L}\p{N}]/u.test(text)))
    return `is not one of ${listed.values.join(', ')}`;
  const isList = column.type === 'countries' || column.type === 'enumerated-list';
  const value = isList ? text.split(';').map((item) => item.trim()) : text;
  const [top = '', inner] = field.split('.');
  const said = customerSchema.safeParse({ [top]: inner === undefined ? value : { [inner]: value } });
  return said.success ? undefined : said.error.issues[0]?.message;
}

/** What the profile knows, where an answer is none of it; `undefined` where it is, or where nothing is listed. */
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

/** An answer that is taken and that a check would warn of: what to say of it. */
export function answerWarning(field: string, text: string, profile: Profile): string | undefined {
  const column = CUSTOMER_COLUMNS.find(({ path }) => path === field);
  const known = column && text !== '-' ? unlisted(column, text, profile) : undefined;
  if (!known) return undefined;
  return `is not among the values that profile.${column?.values ?? ''} knows${nearText(nearValues(text, known.values))}; it will be used unchanged`;
}

interface RecordRules {
  readonly shape: 'csv' | 'json';
  readonly profile: Profile;
  readonly holds: (field: string) => boolean;
}

/** A transfer without an amount is none; other fields are asked for where the file has a place for them. */
export function missingFields(kind: FileKind, fields: Fields, rules: RecordRules): Todo[] {
  const { shape, profile, holds } = rules;
  const required = requiredOf(kind, profile);
  const hasPlace = (path: string): boolean => (shape === 'csv' ? holds(path) : fields.has(path));
  return [...new Set(required)]
    .filter((path) => isEmpty(fields.get(path)) && (path === 'receiverAmount' || hasPlace(path)))
    .map((field) => question(field, whyOf(field)));
}

/** The amount stays where it is until somebody says which one is meant. */
export function unpayableAmount(kind: FileKind, fields: Fields): Todo[] {
  const value = fields.get('receiverAmount');
  if (kind !== 'payouts' || isEmpty(value)) return [];
  const text = textOf(value).trim();
  const issue = amountIssue(text, fields);
  if (issue === undefined) return [];
  const why = `"${text}" ${issue}: check refuses it. Give the amount in the destination currency`;
  return [question('receiverAmount', why)];
}

const requiredOf = (kind: FileKind, profile: Profile): readonly string[] =>
  kind === 'payouts' ? ['receiverAmount', ...profile.requiredTransferFields] : profile.requiredCustomerFields;

const isEmpty = (value: unknown): boolean => value === null || textOf(value).trim() === '';

const whyOf = (field: string): string =>
  field === 'receiverAmount'
    ? 'is empty, and required: give the amount in the destination currency'
    : 'is empty, and required: supply a value';

// Whether a person's answer is one that a check would take. What is wrong with it is said in words for the todo file; the
// answer itself stays where it is.
import { knownValues } from '../csv/suggest.ts';
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
import { type Fields, textOf } from './step.ts';

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
  if (text === '-') return isRequired(field, rules) ? 'is required and can not be left out ("-")' : undefined;
  if (field === 'receiverAmount') return amountIssue(text, fields);
  if (field === 'documents' || field.startsWith('documents.')) return documentIssue(text, rules);
  return rules.kind === 'customers' ? customerIssue(field, text, rules.profile) : undefined;
}

function isRequired(field: string, { kind, profile }: AnswerRules): boolean {
  if (kind === 'payouts')
    return (
      field === 'receiverAmount' || (profile.requiredTransferFields as readonly string[]).includes(field)
    );
  return (
    field === `documents.${REQUIRED_DOCUMENT_TYPE}` ||
    (profile.requiredCustomerFields as readonly string[]).includes(field)
  );
}

/** What a check says against the amount of a row; `undefined` for nothing. `text`: without spaces around it. */
export function amountIssue(text: string, fields: Fields): string | undefined {
  if (amountOf(text) === undefined)
    return 'is no plain amount above zero, such as 1250.00 (a point, no grouping, no sign)';
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
  if (column.type === 'boolean')
    return /^(true|false)$/i.test(text) ? undefined : 'is neither true nor false';
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
  return `is not among the values that profile.${column?.values ?? ''} knows${knownValues(text, known.values)}; taken as it is`;
}

// The kind of file that a header belongs to, and its columns: fields of 1.32, and messages for those that ended.
import { type Message, messagesOf } from '../message.ts';
import { OPERATOR_COLUMN_PREFIX, PAYOUT_FIELDS, RETRY_COLUMN } from './columns.ts';
import { CUSTOMER_FIELDS, documentTypeOf, REQUIRED_DOCUMENT_TYPE } from './customer-columns.ts';
import { ENDED } from './deprecations.ts';

export type FileKind = 'payouts' | 'customers';

/** What a header may hold. */
export interface ColumnRules {
  readonly fields: readonly string[];
  /** Further fields, by their form. */
  readonly accepts: (name: string) => boolean;
  /** The message for a field that was removed; it follows the field's name. */
  readonly removed: (name: string) => Message | undefined;
  readonly ignorePrefix: string;
}

export interface EndedFieldMessages {
  field_ended: { since: string; use: string | null };
  document_type_ended: { required: string };
  /** `prefix`: of columns that are not sent. */
  field_end_unclear: { prefix: string };
}

const ended = messagesOf<EndedFieldMessages>();

/** The message for a field that ended; it follows the field's name. */
export function removedPayoutField(field: string): Message | undefined {
  const entry = ENDED.transfer.get(field);
  return entry && ended('field_ended', { since: entry.since, use: entry.replacement });
}

/** The same for customers: a dotted path, or `documents.` and a type. */
export function removedCustomerField(field: string): Message | undefined {
  const type = documentTypeOf(field);
  if (type !== undefined) {
    const isEnded = [...ENDED.documentType.keys()].some((one) => one.toLowerCase() === type.toLowerCase());
    if (!isEnded) return undefined;
    return ended('document_type_ended', { required: REQUIRED_DOCUMENT_TYPE });
  }
  const [top = '', child] = field.split('.');
  const breakdown = ENDED.breakdown.get(top === 'transactionBreakdown' ? (child ?? '') : field);
  const entry = breakdown ?? ENDED.customer.get(top);
  if (!entry) return undefined;
  if (entry.end.kind === 'not-stated') return ended('field_end_unclear', { prefix: OPERATOR_COLUMN_PREFIX });
  return ended('field_ended', { since: entry.since, use: entry.replacement });
}

export const COLUMN_RULES: Readonly<Record<FileKind, ColumnRules>> = {
  payouts: {
    fields: [...PAYOUT_FIELDS, RETRY_COLUMN],
    accepts: () => false,
    removed: (field) => removedPayoutField(field) ?? removedPayoutField(field.toLowerCase()),
    ignorePrefix: OPERATOR_COLUMN_PREFIX,
  },
  customers: {
    fields: [...CUSTOMER_FIELDS, `documents.${REQUIRED_DOCUMENT_TYPE}`, RETRY_COLUMN],
    accepts: (field) => documentTypeOf(field) !== undefined,
    removed: removedCustomerField,
    ignorePrefix: OPERATOR_COLUMN_PREFIX,
  },
};

/** Fields in small letters: a header may have a million cells. */
const LOWERED: Readonly<Record<FileKind, ReadonlySet<string>>> = {
  payouts: new Set(COLUMN_RULES.payouts.fields.map((field) => field.toLowerCase())),
  customers: new Set(COLUMN_RULES.customers.fields.map((field) => field.toLowerCase())),
};

/** The kind that most columns of the header belong to, deprecated fields included. */
export function kindOfHeader(
  cells: readonly string[],
  map: ReadonlyMap<string, string | null> | undefined,
): FileKind {
  const score = { payouts: 0, customers: 0 };
  const mapped = new Map([...(map ?? [])].map(([from, to]) => [from.trim().toLowerCase(), to]));
  for (const cell of cells) {
    const target = mapped.get(cell.trim().toLowerCase());
    if (target === null) continue;
    const name = target ?? cell.trim();
    const lower = name.toLowerCase();
    if (lower === 'reference' || lower === RETRY_COLUMN) continue;
    for (const kind of ['payouts', 'customers'] as const) {
      const { accepts, removed } = COLUMN_RULES[kind];
      if (LOWERED[kind].has(lower) || accepts(name) || removed(name) !== undefined) score[kind]++;
    }
  }
  return score.customers > score.payouts ? 'customers' : 'payouts';
}

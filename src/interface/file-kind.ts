// The kind of file that a header belongs to, and its columns: fields of 1.32, and messages for those that ended.
import { OPERATOR_COLUMN_PREFIX, PAYOUT_FIELDS, RETRY_COLUMN } from './columns.ts';
import { CUSTOMER_FIELDS, documentTypeOf, REQUIRED_DOCUMENT_TYPE } from './customer-columns.ts';
import { byName } from './deprecations.ts';

export type FileKind = 'payouts' | 'customers';

/** What a header may hold. */
export interface ColumnRules {
  readonly fields: readonly string[];
  /** Fields beside those, by their form. */
  readonly accepts: (name: string) => boolean;
  /** What to say, behind its name, of one that used to be a field. */
  readonly removed: (name: string) => string | undefined;
  readonly ignorePrefix: string;
}

const TRANSFER = byName('transfer');
const CUSTOMER = byName('customer');
const BREAKDOWN = byName('customer-breakdown');
const DOCUMENTS = byName('onboarding-document');

const HELPS = '(paybatch migrate helps)';

/** What to say of a field that ended, behind its name. */
export function removedPayoutField(field: string): string | undefined {
  const entry = TRANSFER.get(field);
  if (!entry) return undefined;
  return `was removed by release ${entry.since}: use ${entry.replacement ?? 'nothing'}, the amount in the destination currency ${HELPS}`;
}

/** The same for customers: a dotted path, or `documents.` and a type. */
export function removedCustomerField(field: string): string | undefined {
  const type = documentTypeOf(field);
  if (type !== undefined) {
    if (!DOCUMENTS.has(type)) return undefined;
    return `holds a document type that was removed by release 1.32.0: remove it; ${REQUIRED_DOCUMENT_TYPE} is required now ${HELPS}`;
  }
  const [top = '', child] = field.split('.');
  const breakdown = top === 'transactionBreakdown' ? BREAKDOWN.get(child ?? '') : BREAKDOWN.get(field);
  const entry = breakdown ?? CUSTOMER.get(top);
  if (!entry) return undefined;
  if (entry.end.kind === 'not-stated') {
    return `belongs to the earlier shape, and the specification does not say whether it ends: remove it, or begin its name with "${OPERATOR_COLUMN_PREFIX}" to keep it in the file`;
  }
  const instead = entry.replacement === null ? 'remove it' : `use ${entry.replacement}`;
  return `was removed by release ${entry.since}: ${instead} ${HELPS}`;
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

/** Told by the header: which kind more of its columns belong to, the fields that ended included. */
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

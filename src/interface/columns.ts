// The columns of a payout file (README, The input): each a field of section 2.3 or 2.4 of the interface specification
// by its dotted path, or one of ours.

/** How a cell is read. `verbatim` keeps the spaces around its text. */
export type ColumnType =
  | 'reference'
  | 'text'
  | 'verbatim'
  | 'id'
  | 'currency'
  | 'amount'
  | 'boolean'
  | 'documents'
  | 'country'
  | 'countries'
  | 'enumerated'
  | 'enumerated-list'
  | 'phone';

export interface Column {
  /** Where it goes in the body, with a dot before a field of an object. */
  readonly path: string;
  readonly type: ColumnType;
  /** Where it is used instead: the row's key, its quote, its uploads. */
  readonly to?: 'key' | 'quote' | 'uploads';
  /** Entry of the profile with the values of an enumeration. */
  readonly values?: string;
}

export const PAYOUT_COLUMNS = [
  { path: 'reference', type: 'reference', to: 'key' },
  { path: 'customerId', type: 'id' },
  { path: 'source.currency', type: 'currency' },
  { path: 'source.network', type: 'enumerated', values: 'networks' },
  { path: 'source.walletId', type: 'id' },
  { path: 'destination.currency', type: 'currency' },
  { path: 'destination.externalAccountId', type: 'id' },
  { path: 'purposeOfPayment', type: 'enumerated', values: 'purposeOfPayment' },
  { path: 'receiverAmount', type: 'amount' },
  { path: 'memo', type: 'verbatim' },
  { path: 'useDeveloperFunds', type: 'boolean' },
  { path: 'requireApproval', type: 'boolean' },
  { path: 'documents', type: 'documents', to: 'uploads' },
  { path: 'isFirstParty', type: 'boolean', to: 'quote' },
] as const satisfies readonly Column[];

export type PayoutField = (typeof PAYOUT_COLUMNS)[number]['path'];

export const PAYOUT_FIELDS: readonly PayoutField[] = PAYOUT_COLUMNS.map((column) => column.path);

/** Beginning of a column that belongs to the operator: carried in the file, never read or sent. */
export const OPERATOR_COLUMN_PREFIX = 'x-';
/** The usual names of a column that says who is paid. */
export const PAYEE_COLUMN = /^x-.*(?:payee|supplier|vendor|beneficiary|recipient)/i;

/**
 * Column of a retry file whose input has no references: the batch and the row that each row repeats. The only one with
 * the operator's prefix that is read.
 */
export const RETRY_COLUMN = 'x-retry-of';

// The columns of a payout file (README, The input): each a field of section 2.3 or 2.4 of the interface specification by
// its dotted path, or one of ours.

export type ColumnType = 'reference' | 'text' | 'id' | 'currency' | 'amount' | 'boolean' | 'documents';

export interface Column {
  readonly path: string;
  readonly type: ColumnType;
}

export const PAYOUT_COLUMNS = [
  { path: 'reference', type: 'reference' },
  { path: 'customerId', type: 'id' },
  { path: 'source.currency', type: 'currency' },
  { path: 'source.network', type: 'text' },
  { path: 'source.walletId', type: 'id' },
  { path: 'destination.currency', type: 'currency' },
  { path: 'destination.externalAccountId', type: 'id' },
  { path: 'purposeOfPayment', type: 'text' },
  { path: 'receiverAmount', type: 'amount' },
  { path: 'memo', type: 'text' },
  { path: 'useDeveloperFunds', type: 'boolean' },
  { path: 'requireApproval', type: 'boolean' },
  { path: 'documents', type: 'documents' },
  { path: 'isFirstParty', type: 'boolean' },
] as const satisfies readonly Column[];

export type PayoutField = (typeof PAYOUT_COLUMNS)[number]['path'];

export const PAYOUT_FIELDS: readonly PayoutField[] = PAYOUT_COLUMNS.map((column) => column.path);

/** Beginning of a column that belongs to the operator: carried in the file, never read or sent. */
export const OPERATOR_COLUMN_PREFIX = 'x-';

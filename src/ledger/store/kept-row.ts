// A row as the table of rows has it. Pure.
import { foldedReference } from '../../interface/reference.ts';
import { kindOfKey } from '../keys.ts';
import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { RowRecord } from '../records.ts';
import { asText, type Raw, type Value } from './question.ts';
import { toRow } from './read-records.ts';

export interface KeptRow extends RowRecord {
  /** The entry of its last intent; 0 for none. */
  readonly intentEntry: number;
  /** Its reference in the form in which references are compared. */
  readonly folded: string | null;
  /** The account that is paid, and the payee in the form in which payees are compared; empty for none. */
  readonly account: string;
  readonly payee: string;
  /** The entry that gave it its identity. */
  readonly taken: number;
}

export const toKept = (raw: Raw): KeptRow => ({
  ...toRow(raw),
  intentEntry: Number(raw['intent_entry']),
  folded: typeof raw['folded'] === 'string' ? raw['folded'] : null,
  account: asText(raw['account']),
  payee: asText(raw['payee']),
  taken: Number(raw['taken']),
});

/** Columns that an outcome or a resolution changes. */
export const CHANGED: readonly string[] = ['state', 'by_person', 'created_id', 'updated_at', 'doubt_entry'];

/** In the order of the table's columns. */
export const rowValues = (environment: number, row: KeptRow): Value[] => [
  environment,
  row.key,
  kindOfKey(row.key),
  row.reference,
  row.folded,
  row.content === row.fingerprint ? null : row.content,
  row.fingerprint,
  row.target,
  row.account,
  row.payee,
  row.runId,
  row.batchId,
  row.line,
  row.sequence,
  row.currency,
  row.amount,
  row.state,
  Number(row.byPerson),
  row.createdId,
  row.updatedAt.getTime(),
  row.intentEntry,
  row.doubtEntry,
  row.taken,
];

/** A reference in the form in which references are compared. */
export const foldOf = (reference: string | null): string | null =>
  reference === null ? null : foldedReference(reference).replace(/^0+/, '');

/** A row differs from what its entries say. */
export const rowLost = (key: string): LedgerError =>
  refusal('ledger_timeline', ledgerMessage('row_lost', { key }));

// A row as a ledger keeps it: what the entry that took it says, and the fold over its entries. Pure.
import { foldedReference } from '../../interface/reference.ts';
import { kindOfKey } from '../keys.ts';
import { LedgerError } from '../ledger-error.ts';
import type { RowRecord } from '../records.ts';
import { asText, type Raw, type Value } from './question.ts';
import { toRow } from './read-records.ts';

export interface KeptRow extends RowRecord {
  /** The entry of its last intent; 0 for none. */
  readonly intentEntry: number;
  /** Its reference as references are compared. */
  readonly folded: string | null;
  /** What is paid, and who by the column that says so, folded; empty for none. */
  readonly account: string;
  readonly payee: string;
  /** The entry that made it what it is. */
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

/** What an outcome or a person's word changes of a row. */
export const CHANGED: readonly string[] = ['state', 'by_person', 'created_id', 'updated_at', 'doubt_entry'];

/** In the order of its table's columns, those of its identity first. */
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

/** A reference as it is kept for comparison, and looked up. */
export const foldOf = (reference: string | null): string | null =>
  reference === null ? null : foldedReference(reference).replace(/^0+/, '');

/** Of a row of which the entries tell more than the table of rows does. */
export const rowLost = (key: string): LedgerError =>
  new LedgerError(
    `the ledger's table of rows has lost what its entries tell of (${key}): it was put back as it was before, or a row of it was deleted. It would be paid again: bring the ledger back whole (paybatch ledger verify says where it was touched)`,
    undefined,
    'ledger_timeline',
  );

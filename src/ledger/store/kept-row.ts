// A row as the table of rows has it. Pure.
import { foldedReference } from '../../interface/reference.ts';
import { hashNumber } from '../keys.ts';
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
  /** A hash of the account that is paid. */
  readonly account: number | null;
  /** In the form in which payees are compared; empty for none. */
  readonly payee: string;
  /** The number of its batch. */
  readonly batch: number;
  /** The entry that gave it its state. */
  readonly stateEntry: number;
  /** The entry that gave it its identity. */
  readonly taken: number;
}

export const toKept = (raw: Raw): KeptRow => ({
  ...toRow(raw),
  intentEntry: Number(raw['intent_entry']),
  folded: typeof raw['folded'] === 'string' ? raw['folded'] : null,
  account: typeof raw['account'] === 'number' ? raw['account'] : null,
  payee: asText(raw['payee']),
  batch: Number(raw['batch']),
  stateEntry: Number(raw['state_entry']),
  taken: Number(raw['taken']),
});

/** Columns that an outcome or a resolution changes. */
export const CHANGED: readonly string[] = [
  ...['state', 'by_person', 'created', 'updated_at', 'state_entry', 'doubt_entry'],
];

/** In the order of the table's columns. */
export const rowValues = (environment: number, row: KeptRow): Value[] => [
  environment,
  row.key,
  row.folded,
  row.content === row.fingerprint ? null : row.content,
  row.fingerprint,
  row.target,
  row.account,
  row.payee,
  row.runId,
  row.batch,
  row.line,
  row.sequence,
  row.currency,
  row.amount,
  row.state,
  Number(row.byPerson),
  row.createdId === null ? null : hashNumber(row.createdId),
  row.updatedAt.getTime(),
  row.stateEntry,
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

// A row as the table of rows has it. Pure.
import { foldedReference } from '../../interface/reference.ts';
import { hashNumber, referenceOf } from '../keys.ts';
import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { RowRecord } from '../records.ts';
import type { RowState } from '../state.ts';
import { asText, numberOrNull, type RawRow, type SqlValue, textOrNull } from './question.ts';

export interface KeptRow extends RowRecord {
  /** The entry of its last intent; 0 for none. */
  readonly intentEntry: number;
  /** Its reference in the form in which references are compared. */
  readonly folded: string | null;
  /** A hash of the account that is paid. */
  readonly account: number | null;
  /** In the form in which payees are compared; empty for none. */
  readonly payee: string;
  /** The numbers of its run and batch. */
  readonly run: number;
  readonly batch: number;
  /** The entry that gave it its state. */
  readonly stateEntry: number;
  /** The entry that gave it its identity. */
  readonly taken: number;
}

export function toRow(raw: RawRow): KeptRow {
  const [key, fingerprint] = [asText(raw['key']), asText(raw['fingerprint'])];
  return {
    key,
    fingerprint,
    state: asText(raw['state']) as RowState, // as it was written
    byPerson: raw['by_person'] === 1,
    reference: referenceOf(key),
    folded: textOrNull(raw['folded']),
    content: textOrNull(raw['content']) ?? fingerprint,
    target: asText(raw['target']),
    account: numberOrNull(raw['account']),
    payee: asText(raw['payee']),
    runId: asText(raw['run_id']),
    run: Number(raw['run']),
    batchId: asText(raw['batch_id']),
    batch: Number(raw['batch']),
    line: Number(raw['line']),
    sequence: Number(raw['sequence']),
    currency: asText(raw['currency']),
    amount: asText(raw['amount']),
    createdId: textOrNull(raw['created_id']),
    updatedAt: new Date(Number(raw['updated_at'])),
    stateEntry: Number(raw['state_entry']),
    intentEntry: Number(raw['intent_entry']),
    doubtEntry: numberOrNull(raw['doubt_entry']),
    taken: Number(raw['taken']),
  };
}

/** Columns that an outcome or a resolution changes. */
export const CHANGED = 'state by_person created updated_at state_entry doubt_entry'.split(' ');

/** In the order of the table's columns. */
export const rowValues = (environment: number, row: KeptRow): SqlValue[] => [
  environment,
  row.key,
  row.folded,
  row.content === row.fingerprint ? null : row.content,
  row.fingerprint,
  row.target,
  row.account,
  row.payee,
  row.run,
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

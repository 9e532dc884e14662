// How one row ended, as a value, and as a line of the results file.
import { csvLine, defuse } from '../csv/write.ts';
import type { RowStatus } from '../ledger/ledger.ts';
import type { PayoutRow } from './row.ts';

export interface RowResult {
  readonly status: RowStatus;
  readonly transferId: string;
  readonly quoteId: string;
  readonly documentIds: readonly string[];
  readonly httpStatus: number | null;
  /** Requests sent to create the transfer, in this run. */
  readonly attempts: number;
  readonly errorCode: string;
  readonly errorMessage: string;
  /** ISO 8601, UTC; empty for a row that nothing was sent for. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly quoteSourceAmount: string;
  readonly quoteFee: string;
  readonly quoteRate: string;
}

const EMPTY = {
  transferId: '',
  quoteId: '',
  documentIds: [],
  httpStatus: null,
  attempts: 0,
  errorCode: '',
  errorMessage: '',
  startedAt: '',
  finishedAt: '',
  quoteSourceAmount: '',
  quoteFee: '',
  quoteRate: '',
} as const;

export function result(status: RowStatus, fields: Partial<Omit<RowResult, 'status'>> = {}): RowResult {
  return { ...EMPTY, ...fields, status };
}

export const VALID: RowResult = result('valid');

/** A row that did not start because the run had stopped. */
export function notStarted(reason: string): RowResult {
  return result('not_sent', { errorCode: 'stopped', errorMessage: `the run stopped first: ${reason}` });
}

/** An invalid row: everything that is wrong with it, with the place of each. */
export function invalid(row: PayoutRow): RowResult {
  return result('invalid', {
    errorCode: 'invalid',
    errorMessage: row.issues.map((issue) => issueText(row.line, issue)).join(' | '),
  });
}

export function issueText(line: number, issue: PayoutRow['issues'][number]): string {
  const place = issue.column > 0 ? `${line}:${issue.column}` : `${line}`;
  return issue.field === '' ? `${place}: ${issue.message}` : `${place}: ${issue.field}: ${issue.message}`;
}

const COLUMNS: readonly {
  name: string;
  text?: true;
  value: (row: PayoutRow, result: RowResult) => string;
}[] = [
  { name: 'line', value: (row) => String(row.line) },
  { name: 'reference', text: true, value: (row) => row.reference },
  { name: 'status', value: (_, r) => r.status },
  { name: 'transferId', text: true, value: (_, r) => r.transferId },
  { name: 'quoteId', text: true, value: (_, r) => r.quoteId },
  { name: 'documentIds', text: true, value: (_, r) => r.documentIds.join(';') },
  { name: 'httpStatus', value: (_, r) => (r.httpStatus === null ? '' : String(r.httpStatus)) },
  { name: 'attempts', value: (_, r) => String(r.attempts) },
  { name: 'errorCode', text: true, value: (_, r) => r.errorCode },
  { name: 'errorMessage', text: true, value: (_, r) => r.errorMessage },
  { name: 'startedAt', value: (_, r) => r.startedAt },
  { name: 'finishedAt', value: (_, r) => r.finishedAt },
  { name: 'currency', text: true, value: (row) => row.currency },
  { name: 'receiverAmount', value: (row) => row.amount },
  { name: 'quoteSourceAmount', text: true, value: (_, r) => r.quoteSourceAmount },
  { name: 'quoteFee', text: true, value: (_, r) => r.quoteFee },
  { name: 'quoteRate', text: true, value: (_, r) => r.quoteRate },
];

export const RESULTS_HEADER = csvLine(COLUMNS.map((column) => column.name));

export function resultLine(row: PayoutRow, outcome: RowResult): string {
  // A dry run's common line, put together by hand: a million of them are most of its work.
  if (outcome === VALID && /^(?:[\w.#/:][\w.#/:-]*)?$/.test(row.reference) && /^\w*$/.test(row.currency)) {
    return `${row.line},${row.reference},valid,,,,,0,,,,,${row.currency},${row.amount},,,\n`;
  }
  return csvLine(
    COLUMNS.map(({ text, value }) => (text ? defuse(value(row, outcome)) : value(row, outcome))),
  );
}

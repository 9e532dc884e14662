// A row of a report: its current status, its payment, its input. And the columns of the formats: those of the results,
// of the input, and some for bookkeeping.
import { resultColumns, type RowResult, type Stamp } from '../batch/results/result.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { plain } from '../files/plain.ts';
import { PAYEE_COLUMN } from '../interface/columns.ts';
import { inFull } from '../interface/currencies.ts';
import type { RowStatus, RunKind } from '../ledger/ledger.ts';

/** `runId` is never empty here: it is the run that gave the row its status. */
export interface ReportRow extends RowResult {
  readonly sequence: number;
  /** The ledger's key of the row; a row that could not be read has none. */
  readonly key: string | null;
  readonly line: number;
  readonly reference: string;
  /** The status at the end of the run, if it has changed since. */
  readonly was: RowStatus | undefined;
  readonly currency: string;
  readonly amount: string;
  /** The amount that was sent, for a row in doubt that has another amount in this file. */
  readonly sent: { readonly amount: string; readonly currency: string } | undefined;
  /** When it was paid, seen from this run; `no`: it was not, or it is in doubt. */
  readonly paid: 'now' | 'before' | 'since' | 'no';
  /** Whether other content was sent under its reference, and is paid or in doubt. */
  readonly isSentOtherwise: boolean;
  /** Who is paid, by the payee column; empty if there is none, or nothing was sent. */
  readonly payee: string;
  /** The input's cells by field. Data of documents are shortened. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface ReportColumn {
  readonly name: string;
  readonly value: (row: ReportRow) => string;
  /** Whether it is foreign text, which a spreadsheet could run. */
  readonly text: boolean;
}

const field = (row: ReportRow, name: string): string => row.fields.get(name) ?? '';

/** The columns of the results. */
export const reportColumns = (kind: RunKind, stamp: Stamp): ReportColumn[] =>
  resultColumns(kind).map(({ name, text = false, value }) => ({
    name,
    text,
    value: (row) => value(row, row, stamp),
  }));

/** The input's columns, without those that the results have. */
export function fieldColumns(columns: readonly string[], taken: ReadonlySet<string>): ReportColumn[] {
  return columns
    .filter((name) => !taken.has(name))
    .map((name) => ({ name, value: (row) => field(row, name), text: true }));
}

/** Available with --columns only. */
export const POSTING_COLUMNS: readonly ReportColumn[] = [
  { name: 'payee', value: (row) => payeeOf(row), text: true },
  { name: 'paidOn', value: (row) => (row.paid === 'no' ? '' : row.finishedAt.slice(0, 10)), text: false },
  { name: 'remittance', value: (row) => remittanceOf(row), text: true },
];

/** The payee's name if there is one, else the account or the customer. */
export const payeeOf = (row: ReportRow): string =>
  payeeName(row) ||
  field(row, 'destination.externalAccountId') ||
  field(row, 'businessLegalName') ||
  field(row, 'customerId');

/** By the payee column, else by the first column that says who is paid. May be empty. */
export function payeeName(row: ReportRow): string {
  if (row.payee.trim() !== '') return row.payee;
  for (const [name, value] of row.fields) if (PAYEE_COLUMN.test(name) && value.trim() !== '') return value;
  return '';
}

/** One payment in one line, for the payee. */
function remittanceOf(row: ReportRow): string {
  if (row.status !== 'created' && row.status !== 'duplicate') return '';
  const day = row.finishedAt.slice(0, 10);
  const what = field(row, 'memo') || row.reference;
  const id = row.createdId === '' ? '' : `, transfer ${row.createdId}`;
  return `${day === '' ? '' : `${day}: `}${inFull(row.amount, row.currency)} ${row.currency}${what === '' ? '' : ` for ${what}`}${id}`;
}

/** Digits in groups of three; the decimals as they are. */
export function grouped(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].join(',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/** With the digits of its currency, in groups. Without an amount, the currency alone. */
export const amountText = (amount: string, currency: string): string =>
  amount === '' ? currency : `${grouped(inFull(amount, currency))} ${currency}`;

export const csvHead = (columns: readonly ReportColumn[]): string =>
  csvLine(columns.map(({ name }) => defuse(plain(name))));

/** `shown`: selects the rows. */
export async function* reportCsv(
  { rows }: { readonly rows: () => AsyncIterable<ReportRow> },
  columns: readonly ReportColumn[],
  shown: (row: ReportRow) => boolean,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const row of rows()) if (shown(row)) yield csvRow(columns, row);
}

/** A line that a spreadsheet does not run, without control characters. */
export const csvRow = (columns: readonly ReportColumn[], row: ReportRow): string =>
  csvLine(columns.map(({ text, value }) => (text ? defuse(plain(value(row))) : value(row))));

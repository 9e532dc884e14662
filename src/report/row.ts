// A row of a report: how it stands now, how its payment went, what the input said of it. And the columns that every
// format takes from it: those of the results, the input's own, and a few that people post with.
import { errorMessage } from '../batch/results/messages.ts';
import type { RowResult } from '../batch/results/result.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { plain } from '../files/plain.ts';
import { inFull } from '../interface/currencies.ts';
import type { RowStatus, RunKind } from '../ledger/ledger.ts';
import { say } from '../words/say.ts';

/** `runId` is never empty here: the run that gave it its status. */
export interface ReportRow extends Omit<RowResult, 'documents'> {
  readonly sequence: number;
  /** The ledger's name of the row; of one that could not be read there is none. */
  readonly key: string | null;
  readonly line: number;
  readonly reference: string;
  /** The status at the end of the run, if it has changed since. */
  readonly was: RowStatus | undefined;
  readonly currency: string;
  readonly amount: string;
  /** Of a row in doubt that says another amount in this file: what was sent. */
  readonly sent: { readonly amount: string; readonly currency: string } | undefined;
  /** When its money moved, seen from this run; `no`: it didn't, or nobody knows. */
  readonly paid: 'now' | 'before' | 'since' | 'no';
  /** Other content was sent under its reference, and is paid or in doubt. */
  readonly isSentOtherwise: boolean;
  /** Who is paid, by the column that the settings name for it; empty where they name none, or nothing was sent. */
  readonly payee: string;
  /** The input's own cells by field, data of documents cut short. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface ReportColumn {
  readonly name: string;
  readonly value: (row: ReportRow) => string;
  /** Text of others, which a spreadsheet could run. */
  readonly text: boolean;
}

/** The ledger that every row comes from. */
export interface LedgerOrigin {
  readonly environment: string;
  readonly ledgerId: string;
  readonly ledgerSequence: number;
  /** Of its hash chain. */
  readonly ledgerHead: string;
  /** Makes the commands of a text such as have to be typed. */
  readonly asTyped: (text: string) => string;
}

const field = (row: ReportRow, name: string): string => row.fields.get(name) ?? '';

/** The results' columns. */
export function resultColumns(kind: RunKind, origin: LedgerOrigin): ReportColumn[] {
  const text = (name: string, value: ReportColumn['value']): ReportColumn => ({ name, value, text: true });
  const figure = (name: string, value: ReportColumn['value']): ReportColumn => ({ name, value, text: false });
  return [
    figure('line', (row) => String(row.line)),
    text('reference', (row) => row.reference),
    figure('status', (row) => row.status),
    text(kind === 'customers' ? 'customerId' : 'transferId', (row) => row.createdId),
    text('quoteId', (row) => row.quoteId),
    text('documentIds', (row) => row.documentIds.join(';')),
    figure('httpStatus', (row) => (row.httpStatus === null ? '' : String(row.httpStatus))),
    figure('attempts', (row) => String(row.attempts)),
    text('errorCode', (row) => row.errorCode),
    text('errorMessage', (row) => origin.asTyped(errorMessage(kind, row, say))),
    figure('startedAt', (row) => row.startedAt),
    figure('finishedAt', (row) => row.finishedAt),
    text('currency', (row) => row.currency),
    figure('receiverAmount', (row) => row.amount),
    text('quoteSourceAmount', (row) => row.quoteSourceAmount),
    text('quoteFee', (row) => row.quoteFee),
    text('quoteRate', (row) => row.quoteRate),
    figure('runId', (row) => row.runId),
    text('environment', () => origin.environment),
    figure('ledgerId', () => origin.ledgerId),
    figure('ledgerSequence', () => String(origin.ledgerSequence)),
    figure('ledgerHead', () => origin.ledgerHead),
  ];
}

/** The input's own columns, but for those that the results have. */
export function fieldColumns(columns: readonly string[], taken: ReadonlySet<string>): ReportColumn[] {
  return columns
    .filter((name) => !taken.has(name))
    .map((name) => ({ name, value: (row) => field(row, name), text: true }));
}

/** Only where they are asked for by name. */
export const POSTING_COLUMNS: readonly ReportColumn[] = [
  { name: 'payee', value: (row) => payeeOf(row), text: true },
  { name: 'paidOn', value: (row) => (row.paid === 'no' ? '' : row.finishedAt.slice(0, 10)), text: false },
  { name: 'remittance', value: (row) => remittanceOf(row), text: true },
];

/** Columns of the operator's that say who is paid. */
const NAMES = /^x-.*(?:name|payee|supplier|vendor|beneficiary|creditor|employee)/i;

/** The payee's name where the settings or the input have one, else the account or the customer. */
export const payeeOf = (row: ReportRow): string =>
  payeeName(row) ||
  field(row, 'destination.externalAccountId') ||
  field(row, 'businessLegalName') ||
  field(row, 'customerId');

/** Empty where neither the settings nor the input have one. */
export function payeeName(row: ReportRow): string {
  if (row.payee.trim() !== '') return row.payee;
  for (const [name, value] of row.fields) if (NAMES.test(name) && value.trim() !== '') return value;
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

/**
 * As people read it: with its currency's own digits, in groups. Of a row whose amount can't be read, the currency
 * alone.
 */
export const amountText = (amount: string, currency: string): string =>
  amount === '' ? currency : `${grouped(inFull(amount, currency))} ${currency}`;

export const csvHead = (columns: readonly ReportColumn[]): string =>
  csvLine(columns.map(({ name }) => defuse(plain(name))));

/** `shown`: which rows are in it. */
export async function* reportCsv(
  { rows }: { readonly rows: () => AsyncIterable<ReportRow> },
  columns: readonly ReportColumn[],
  shown: (row: ReportRow) => boolean,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const row of rows()) if (shown(row)) yield csvRow(columns, row);
}

/** As a spreadsheet may see it: nothing in it runs, and nothing is hidden. */
export const csvRow = (columns: readonly ReportColumn[], row: ReportRow): string =>
  csvLine(columns.map(({ text, value }) => (text ? defuse(plain(value(row))) : value(row))));

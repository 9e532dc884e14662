// How one row ended, as a value, and as a line of the results file.
import type { Header } from '../../csv/header.ts';
import { csvLine, defuse } from '../../csv/write.ts';
import { plain } from '../../files/plain.ts';
import { documentTypeOf } from '../../interface/customer-columns.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Ledger, RowStatus, RunKind } from '../../ledger/ledger.ts';
import { rowNote } from '../../ledger/messages.ts';
import type { Message, Say } from '../../message.ts';
import type { BatchRow, Issue } from '../input/row.ts';
import { type DoubtPlace, errorMessage, rowMessage } from './messages.ts';

/** How one onboarding document of a customer ended. */
export interface DocumentOutcome {
  readonly type: string;
  readonly status: 'created' | 'rejected' | 'failed' | 'not_sent';
}

export interface RowResult {
  readonly status: RowStatus;
  /** The service's id of the created transfer, customer or trade. */
  readonly createdId: string;
  readonly quoteId: string;
  readonly documentIds: readonly string[];
  readonly httpStatus: number | null;
  /** Requests sent to create it, in this run. */
  readonly attempts: number;
  readonly errorCode: string;
  readonly message: Message | undefined;
  /** ISO 8601, UTC; empty if nothing was sent for the row. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly quoteSourceAmount: string;
  readonly quoteFee: string;
  readonly quoteRate: string;
  /** Of a customer, in the row's order. */
  readonly documents: readonly DocumentOutcome[];
  /** The earlier run that gave the row its status; empty for the one that writes it. */
  readonly runId: string;
  /** Of a row in doubt: where it can be resolved. */
  readonly doubt: DoubtPlace | undefined;
}

/** Every field: all results have one shape. */
const EMPTY: RowResult = {
  status: 'valid',
  createdId: '',
  quoteId: '',
  documentIds: [],
  httpStatus: null,
  attempts: 0,
  errorCode: '',
  message: undefined,
  startedAt: '',
  finishedAt: '',
  quoteSourceAmount: '',
  quoteFee: '',
  quoteRate: '',
  documents: [],
  runId: '',
  doubt: undefined,
};

/** A row can have as many issues as it has documents. */
const ISSUES_SHOWN = 10;

/** The code of `invalid` rows whose reference, or whose original row, was paid with other content. */
export const PAID_OTHERWISE = 'reference_used';

export function result(status: RowStatus, fields: Partial<Omit<RowResult, 'status'>> = {}): RowResult {
  return { ...EMPTY, ...fields, status };
}

export const VALID: RowResult = result('valid');

/** Statuses of rows that were certainly not paid. */
export const UNPAID: readonly RowStatus[] = ['invalid', 'rejected', 'failed', 'not_sent'];
/** The same, for the rows of the retry file. */
export const RETRYABLE: ReadonlySet<string> = new Set(UNPAID);

export function notStarted(reason: Message): RowResult {
  return result('not_sent', { errorCode: 'stopped', message: rowNote('run_stopped_first', { reason }) });
}

export function shortOfFunds(message: Message): RowResult {
  return result('not_sent', { errorCode: 'insufficient_funds', message });
}

export function invalid(row: { readonly line: number; readonly issues: readonly Issue[] }): RowResult {
  return result('invalid', {
    errorCode: 'invalid',
    message: rowMessage('invalid', {
      ...{ line: row.line, issues: row.issues.slice(0, ISSUES_SHOWN) },
      more: Math.max(0, row.issues.length - ISSUES_SHOWN),
    }),
  });
}

/**
 * The origin of a line: run, environment, and the ledger with its height, which a later run compares with its
 * ledger. Without a ledger the texts are empty and the sequence is `null`.
 */
export interface Stamp {
  readonly runId: string;
  readonly environment: string;
  readonly ledgerId: string;
  readonly sequence: number | null;
  /** Of the ledger's hash chain at that height. */
  readonly head: string;
  readonly say: Say;
}

export const unstamped = (runId: string, say: Say, environment = ''): Stamp => ({
  runId,
  say,
  environment,
  ledgerId: '',
  sequence: null,
  head: '',
});

/** A line is written after the ledger has its outcome, so the height includes it. */
export const ledgerStamp = (
  ledger: Pick<Ledger, 'id' | 'tipSeen'>,
  own: Pick<Stamp, 'runId' | 'environment' | 'say'>,
): Stamp => ({
  ...own,
  ledgerId: ledger.id,
  get sequence() {
    return ledger.tipSeen.sequence;
  },
  get head() {
    return ledger.tipSeen.head;
  },
});

/** What the columns take from a row of the input. */
type ResultRow = Pick<BatchRow, 'line' | 'reference' | 'currency' | 'amount'>;

interface ResultColumn {
  readonly name: string;
  /** Foreign text, which a spreadsheet could run. */
  readonly text?: true;
  readonly value: (row: ResultRow, result: RowResult, stamp: Stamp) => string;
}

/** The contract's columns. */
const common = (kind: RunKind): ResultColumn[] => [
  { name: 'line', value: (row) => String(row.line) },
  { name: 'reference', text: true, value: (row) => row.reference },
  { name: 'status', value: (_, r) => r.status },
  { name: kind === 'customers' ? 'customerId' : 'transferId', text: true, value: (_, r) => r.createdId },
  { name: 'quoteId', text: true, value: (_, r) => r.quoteId },
  { name: 'documentIds', text: true, value: (_, r) => r.documentIds.join(';') },
  { name: 'httpStatus', value: (_, r) => (r.httpStatus === null ? '' : String(r.httpStatus)) },
  { name: 'attempts', value: (_, r) => String(r.attempts) },
  { name: 'errorCode', text: true, value: (_, r) => r.errorCode },
  { name: 'errorMessage', text: true, value: (_, r, { say }) => errorMessage(kind, r, say) },
  { name: 'startedAt', value: (_, r) => r.startedAt },
  { name: 'finishedAt', value: (_, r) => r.finishedAt },
];

const PAYOUT_COLUMNS: readonly ResultColumn[] = [
  { name: 'currency', text: true, value: (row) => row.currency },
  { name: 'receiverAmount', value: (row) => row.amount },
  { name: 'quoteSourceAmount', text: true, value: (_, r) => r.quoteSourceAmount },
  { name: 'quoteFee', text: true, value: (_, r) => r.quoteFee },
  { name: 'quoteRate', text: true, value: (_, r) => r.quoteRate },
];

/** The last columns. */
const ORIGIN: readonly ResultColumn[] = [
  { name: 'runId', value: (_, r, stamp) => (r.runId === '' ? stamp.runId : r.runId) },
  { name: 'environment', text: true, value: (_, __, stamp) => stamp.environment },
  { name: 'ledgerId', value: (_, __, stamp) => stamp.ledgerId },
  { name: 'ledgerSequence', value: (_, __, { sequence }) => (sequence === null ? '' : String(sequence)) },
  { name: 'ledgerHead', value: (_, __, stamp) => stamp.head },
];

/** One column for each document column of the input, with one status for each of its documents. */
function documentColumns(header: Header | undefined): ResultColumn[] {
  return [...(header?.index.keys() ?? [])].flatMap((name): ResultColumn[] => {
    const type = documentTypeOf(name);
    const statuses = (r: RowResult): string[] =>
      r.documents.filter((one) => one.type === type).map(({ status }) => status);
    return type === undefined ? [] : [{ name, value: (_, r) => statuses(r).join(';') }];
  });
}

/** `header`: of a file of customers, for the status of each document. */
export const resultColumns = (kind: RunKind, header?: Header): readonly ResultColumn[] => [
  ...common(kind),
  ...(kind === 'customers' ? documentColumns(header) : PAYOUT_COLUMNS),
  ...ORIGIN,
];

export interface ResultLayout {
  readonly header: string;
  readonly line: (row: BatchRow, outcome: RowResult) => string;
}

/** The header line, and how a row becomes a line. Results of payouts don't depend on the header. */
export function resultLayout(
  { kind, header }: { readonly kind: FileKind; readonly header?: Header },
  stamp: Stamp,
): ResultLayout {
  const columns = resultColumns(kind, header);
  const slow = (row: BatchRow, outcome: RowResult): string =>
    csvLine(
      columns.map(({ text, value }) => {
        const cell = value(row, outcome, stamp);
        return text ? forPeople(cell) : cell;
      }),
    );
  const documents = ','.repeat(columns.length - common(kind).length - ORIGIN.length);
  return {
    header: csvLine(columns.map((column) => column.name)),
    line: (row, outcome) => quickLine(row, outcome, stamp, documents) ?? slow(row, outcome),
  };
}

/** Nearly every cell matches: it has no control character, and is not a formula. */
const HARMLESS = /^(?:[\w.][\w.: /-]*)?$/;

/** Foreign text, harmless on a terminal and in a spreadsheet. */
const forPeople = (text: string): string => (HARMLESS.test(text) ? text : defuse(plain(text)));

const QUICK = /^(?:[\w.#/:][\w.#/:-]*)?$/;
const WORD = /^\w*$/;

/**
 * The usual line of a dry run, put together by hand: lines are most of the work of a dry run. `documents`: the empty
 * cells of a customer's documents.
 */
function quickLine(row: BatchRow, outcome: RowResult, stamp: Stamp, documents: string): string | undefined {
  const { line, reference, currency, amount } = row;
  if (outcome !== VALID || !QUICK.test(reference) || !WORD.test(currency)) return undefined;
  const start = `${line},${reference},valid,,,,,0,,,,`;
  const own = row.kind === 'payouts' ? `,${currency},${amount},,,` : documents;
  return `${start}${own},${stamp.runId},,,,\n`;
}

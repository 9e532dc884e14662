// A row in doubt as a person has to see it: who would be paid, how much, since when, and what the service responded.
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { DecimalSum } from '../../interface/decimal.ts';
import { agoText, momentText } from '../../interface/instant.ts';
import type { Doubt, HostRecord } from '../../ledger/ledger.ts';
import { fieldsOfBody } from '../../report/facts.ts';
import { putBackText } from '../../report/standing.ts';
import { plainTable } from './table.ts';

interface Payee {
  readonly customer: string;
  /** The account that is paid; empty if something else is created. */
  readonly account: string;
  readonly memo: string;
}

/** From the exact body that may have been sent. */
export function payeeOf(body: string | null): Payee {
  const fields = fieldsOfBody(body ?? '');
  const text = (name: string): string => fields.get(name) ?? '';
  return {
    customer: text('customerId') || text('businessLegalName'),
    account: text('destination.externalAccountId'),
    memo: text('memo'),
  };
}

/** Run by run, and by line: as a person has the files. */
export const inFileOrder = (doubts: readonly Doubt[]): Doubt[] =>
  doubts.toSorted((a, b) => (a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : a.line - b.line));

/** What the service responded, and why the row is in doubt again. */
export function responseText({ httpStatus, message, answeredId, putBack }: Doubt): string {
  const status = httpStatus === null ? 'no response' : `HTTP ${httpStatus}`;
  const first =
    answeredId === ''
      ? [status, plain(message, 120)].filter((text) => text !== '').join(': ')
      : `created ${plain(answeredId)}, which could not be recorded`;
  return putBack ? `${putBackText(putBack)}; before: ${first}` : first;
}

/** Hosts that were lost with rows that they may still send. */
export const lostHosts = (hosts: readonly HostRecord[]): readonly HostRecord[] =>
  hosts.filter(({ state, rows }) => state === 'lost' && rows > 0);

/** What a resolution of their rows needs; empty if there are none. */
export const notBackText = (hosts: readonly HostRecord[]): string =>
  lostHosts(hosts)
    .map(
      ({ host, pid, rows }) =>
        `Process ${pid} on ${plain(host)} has not reported what became of ${rows === 1 ? '1 row' : `${rows} rows`} that it was sending. Resolve as not-created only with --host-gone, once that process is certainly gone.\n`,
    )
    .join('');

/** A payment as it was sent. */
export interface ShownRow extends Pick<
  Doubt,
  'line' | 'reference' | 'amount' | 'currency' | 'body' | 'payee'
> {
  readonly triedAt: Date;
}

/** What distinguishes rows to one account is at the beginning of the memo, or soon after. */
const MEMO_SHOWN = 80;

/** A column that is empty in every row is left out. `first`, `last`: more columns, by their heads. */
export function paymentsTable<R extends ShownRow>(
  rows: readonly R[],
  now: Date,
  width: number,
  { first = {}, last }: { readonly first?: Columns<R>; readonly last: Columns<R> },
): string {
  const all: Columns<R> = {
    ...first,
    line: ({ line }) => String(line),
    reference: ({ reference }) => reference ?? '',
    payee: ({ payee }) => payee,
    account: ({ body }) => payeeOf(body).account,
    customer: ({ body }) => (payeeOf(body).account === '' ? payeeOf(body).customer : ''),
    amount: ({ amount, currency }) => (amount === '' ? '' : `${amount} ${currency}`),
    memo: ({ body }) => plain(payeeOf(body).memo, MEMO_SHOWN),
    sent: ({ triedAt }) => `${momentText(triedAt)}, ${agoText(triedAt, now)}`,
    ...last,
  };
  const columns = Object.entries(all)
    .map(([head, value]) => ({ head, cells: rows.map(value) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const heads = columns.map(({ head }) => head);
  return plainTable(
    heads,
    rows.map((_, at) => columns.map(({ cells }) => cells[at] ?? '')),
    ['line', 'amount'].map((head) => heads.indexOf(head)),
    width,
  );
}

type Columns<R> = Readonly<Record<string, (row: R) => string>>;

/** What they come to, by currency: `20.00 GBP, 5.00 EUR`. Customers have no amounts. */
export function sumsText(rows: readonly Pick<Doubt, 'amount' | 'currency'>[]): string {
  const sums = new Map<string, DecimalSum>();
  for (const { currency, amount } of rows) {
    if (amount === '') continue;
    const sum = sums.get(currency) ?? new DecimalSum();
    sum.add(amount);
    sums.set(currency, sum);
  }
  return [...sums]
    .map(([currency, sum]) => `${inFull(sum.toString(), currency)} ${plain(currency)}`)
    .join(', ');
}

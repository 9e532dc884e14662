// A row in doubt as a person has to see it: who would be paid, how much, since when, and what was answered.
import { basename } from 'node:path';

import { plain, plainPath } from '../../files/plain.ts';
import { momentText } from '../../interface/instant.ts';
import type { Doubt, HostRecord } from '../../ledger/ledger.ts';
import { putBackText } from '../../report/put-back.ts';
import { plainTable, wrapped } from './table.ts';

export interface Payee {
  readonly customer: string;
  /** The account that is paid; empty where something else is created. */
  readonly account: string;
  readonly memo: string;
  /** From what it is paid, as it was sent. */
  readonly source: string;
}

/** From the exact body that may have been sent. */
export function payeeOf(body: string | null): Payee {
  const parsed = parse(body);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { destination } = parsed;
  const account = isObject(destination) ? text(destination['externalAccountId']) : '';
  const customer = text(parsed['customerId']) || text(parsed['businessLegalName']);
  const source = JSON.stringify([parsed['source'], parsed['useDeveloperFunds']]);
  return { customer, account, memo: text(parsed['memo']), source };
}

/** Ids are what is read here: numbers may lose their digits. */
function parse(body: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Run by run, and by line: as a person has the files before him. */
export const inFileOrder = (doubts: readonly Doubt[]): Doubt[] =>
  doubts.toSorted((a, b) => (a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : a.line - b.line));

/** How long ago, in the largest unit that fits. */
export function ageText(fromMs: number, toMs: number): string {
  const minutes = Math.max(0, Math.floor((toMs - fromMs) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** What was answered, if anything was. */
export function answeredText(doubt: Doubt): string {
  const first = firstAnswer(doubt);
  return doubt.putBack ? `${putBackText(doubt.putBack)}; before: ${first}` : first;
}

function firstAnswer({ httpStatus, message, answeredId }: Doubt): string {
  if (answeredId !== '') return `created ${plain(answeredId)}, which could not be recorded`;
  const status = httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`;
  return message === '' ? status : `${status}: ${plain(message, 120)}`;
}

/** Hosts that were lost with rows that they may still send. */
const lostHosts = (hosts: readonly HostRecord[]): readonly HostRecord[] =>
  hosts.filter(({ state, rows }) => state === 'lost' && rows > 0);

/** Whether `--host-gone` belongs to a word about all of these doubts, about some, or about none. */
export function hostGoneFor(doubts: number, hosts: readonly HostRecord[]): 'all' | 'some' | 'none' {
  const held = lostHosts(hosts).reduce((sum, { rows }) => sum + rows, 0);
  return held === 0 ? 'none' : held < doubts ? 'some' : 'all';
}

/** Hosts that may still send rows that are in doubt, and what a word about these needs besides; empty where there is none. */
export function notBackText(hosts: readonly HostRecord[]): string {
  return lostHosts(hosts)
    .map(({ host, pid, rows }) => {
      const [what, they] = rows === 1 ? ['1 row', 'it needs'] : [`${rows} rows`, 'they need'];
      return `Process ${pid} on ${plain(host)} has not come back to say what became of ${what} that it was sending: as not-created ${they} --host-gone, too, once that process is certainly gone.\n`;
    })
    .join('');
}

/** A table where it fits; else three or four lines for each: two ids of 36 characters leave a terminal no room for columns. */
export function doubtsTable(doubts: readonly Doubt[], nowMs: number, width: number): string {
  let run = '';
  return tableOrLines(wholeTable(doubts, nowMs), width, () =>
    doubts.flatMap((doubt) => {
      const head =
        doubt.runId === run
          ? []
          : [`${run === '' ? '' : '\n'}Run ${doubt.runId} of ${plainPath(basename(doubt.file))}`];
      run = doubt.runId;
      const atMs = doubt.lastAttemptAt.getTime();
      return [...head, ...inLines({ ...doubt, atMs, rest: answeredText(doubt) }, nowMs, width)];
    }),
  );
}

export function tableOrLines(table: string, width: number, lines: () => readonly string[]): string {
  const widest = table.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
  return widest <= width ? table : lines().join('\n');
}

/** A payment in a few lines. */
interface Shown extends Pick<Doubt, 'line' | 'reference' | 'amount' | 'currency' | 'body' | 'payee'> {
  readonly atMs: number;
  /** The last line. */
  readonly rest: string;
}

/** No narrower: an id would be cut anyway. */
const LEAST_WIDE = 20;

export function inLines(row: Shown, nowMs: number, width: number): string[] {
  const { customer, account, memo } = payeeOf(row.body);
  const sum = [row.amount, row.currency].filter((text) => text !== '').join(' ');
  const age = `${ageText(row.atMs, nowMs)} ago`;
  const first = [`line ${row.line}`, row.reference ?? '', sum, age].filter((text) => text !== '').join('  ');
  const name = row.payee === '' ? '' : `${row.payee}, `;
  const who =
    account === '' ? `customer ${customer}` : `to ${name}account ${account} of customer ${customer}`;
  const indented = (text: string, by: number): string[] =>
    wrapped(plain(text), Math.max(LEAST_WIDE, width - by)).map((line) => ' '.repeat(by) + line);
  const sent = [
    ...(memo === '' ? [] : [`"${memoText(memo)}"`]),
    `sent ${momentText(new Date(row.atMs))}`,
  ].join(', ');
  return [...indented(first, 2), ...indented(who, 4), ...indented(sent, 4), ...indented(row.rest, 4)];
}

/** Of a memo: what tells rows to one account apart stands at its beginning or soon after. */
const MEMO_SHOWN = 80;

/** What a dashboard is searched by. */
export const memoText = (memo: string): string => plain(memo, MEMO_SHOWN);

/** A column for payees, where the input names any. */
export function withPayees(
  head: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly payee: string }[],
): { head: readonly string[]; rows: (readonly string[])[] } {
  const at = head.indexOf('customer');
  const isNamed = rows.some(({ payee }) => payee !== '');
  const put = (cells: readonly string[], payee: string): readonly string[] =>
    isNamed ? [...cells.slice(0, at), payee, ...cells.slice(at)] : cells;
  return { head: put(head, 'payee'), rows: rows.map(({ cells, payee }) => put(cells, payee)) };
}

/** Columns of numbers. */
export const numbersIn = (head: readonly string[]): number[] =>
  head.flatMap((name, at) => (name === 'line' || name === 'amount' ? [at] : []));

function wholeTable(doubts: readonly Doubt[], nowMs: number): string {
  const rows = doubts.map((doubt) => {
    const { customer, account, memo } = payeeOf(doubt.body);
    const cells = [
      doubt.runId,
      String(doubt.line),
      doubt.reference ?? '',
      customer,
      account,
      doubt.amount,
      doubt.currency,
      memoText(memo),
      momentText(doubt.lastAttemptAt),
      ageText(doubt.lastAttemptAt.getTime(), nowMs),
      answeredText(doubt),
    ];
    return { cells, payee: doubt.payee };
  });
  const who = ['run', 'line', 'reference', 'customer', 'account', 'amount', 'currency', 'memo'];
  const table = withPayees([...who, 'sent', 'age', 'answered'], rows);
  return plainTable(table.head, table.rows, numbersIn(table.head));
}

// What all forms of a report say alike: the verdict, states, causes. English for the person who wasn't there.
import { basename } from 'node:path';

import { retryName } from '../batch/results/names.ts';
import { plain } from '../files/plain.ts';
import type { RowStatus } from '../ledger/ledger.ts';
import type { Report } from './report.ts';
import type { Place } from './summary.ts';

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

/** Digits in groups of three; the decimals as they are. */
export function grouped(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].join(',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

export const DONE = { payouts: 'paid', customers: 'created', trades: 'made' } as const;

export const PLACE_WORDS: Readonly<Record<Place, string>> = {
  now: 'Paid in this run',
  before: 'Paid before',
  since: 'Paid since',
  inDoubt: 'In doubt',
  notPaid: 'Not paid',
};

export const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  valid: 'valid',
  quoted: 'quoted',
  created: 'created',
  duplicate: 'duplicate',
  invalid: 'invalid',
  rejected: 'rejected',
  failed: 'failed',
  not_sent: 'not sent',
  in_doubt: 'in doubt',
  pending: 'pending',
};

export type Tone = 'good' | 'doubt' | 'bad' | 'open';

/** The run in one sentence, and how serious it is. */
export function verdict({ run, summary, doubts }: Report): { readonly tone: Tone; readonly text: string } {
  const { tally } = summary;
  const done = DONE[run.kind];
  const all = summary.rows;
  if (run.alive)
    return {
      tone: 'open',
      text: `Still going on: ${all.toLocaleString('en-US')} of ${plural(run.rows, 'row')} so far`,
    };
  if (run.rows === 0) return { tone: 'good', text: 'An empty file: there was nothing to do' };
  if (doubts.length > 0)
    return {
      tone: 'doubt',
      text: `${plural(doubts.length, 'row')} may have been ${done}, and nobody knows yet`,
    };
  const settled = tally.count('created', 'duplicate');
  const missing = run.rows - all;
  if (settled === run.rows)
    return {
      tone: 'good',
      text: run.rows === 1 ? `The one row is ${done}` : `All ${plural(run.rows, 'row')} are ${done}`,
    };
  const rest = run.rows - settled;
  const not = missing === 0 ? '' : `, ${missing.toLocaleString('en-US')} of them never started`;
  return {
    tone: 'bad',
    text: `${settled.toLocaleString('en-US')} of ${plural(run.rows, 'row')} ${done}; ${rest.toLocaleString('en-US')} not${not}`,
  };
}

/** The verdict's figures in a line; empty where it says them itself. */
export function countsText({ run, summary }: Report): string {
  const { tally, currencies, rows } = summary;
  const settled = tally.count('created', 'duplicate');
  if (rows === 0) return '';
  const done = DONE[run.kind];
  const before = currencies.reduce((sum, { places }) => sum + places.before.rows, 0);
  const parts = [
    `${settled.toLocaleString('en-US')} ${done}${before === 0 ? '' : `, ${before.toLocaleString('en-US')} of them before this run`}`,
  ];
  const open = tally.count('in_doubt');
  const not = tally.count('invalid', 'rejected', 'failed', 'not_sent');
  if (open > 0) parts.push(`${open.toLocaleString('en-US')} in doubt`);
  if (not > 0) parts.push(`${not.toLocaleString('en-US')} not ${done}`);
  // Where nothing was paid before and nothing is in doubt, the verdict has said it all.
  return before === 0 && (open === 0 || parts.length === 1) ? '' : `${parts.join('; ')}.`;
}

/** What the report can't vouch for; empty when it all adds up. */
export function warnings({ run, facts, summary }: Report): string[] {
  const out: string[] = [];
  const missing = run.rows - summary.rows;
  if (facts.stopped !== '') out.push(`The run stopped early: ${facts.stopped}.`);
  if (run.exitCode === null && !run.alive)
    out.push(
      'The run ended without a word (it was killed, or the machine went down). Running the same file again continues it.',
    );
  if (missing > 0)
    out.push(
      `${plural(missing, 'row')} never started: the ledger has nothing of them, and they are in no table here.`,
    );
  if (summary.unreadable > 0)
    out.push(`${plural(summary.unreadable, 'row')} without an amount that can be read: in no total.`);
  if (missing === 0)
    for (const wrong of summary.footing(facts.totals))
      out.push(`The totals don’t add up: ${wrong}. Have this looked at.`);
  return out;
}

export const ADVICE = [
  'Look for each payment in the service’s dashboard, by amount, account and time, or on the bank’s statement.',
  'Say what you found with the command beside it. A paid row needs the transfer’s ID.',
  'A row that was not paid is sent by the next run of the same file. Nothing in doubt is sent again by itself.',
] as const;

/** What a person does about rows that were not paid, by how they ended; nothing where there are none. */
export function unpaidAdvice({ run, summary: { tally } }: Report): string[] {
  const done = DONE[run.kind];
  const [wrong, stopped] = [
    tally.count('invalid', 'rejected'),
    tally.count('failed', 'not_sent') - tally.held,
  ];
  const lines: string[] = [];
  if (wrong > 0)
    lines.push(
      `${plural(wrong, 'row')} ${wrong === 1 ? 'was' : 'were'} invalid or rejected: correct ${wrong === 1 ? 'it' : 'them'} in the retry file beside the results (${plain(basename(retryName(run.file, run.file, 'results')))}), then run that file.`,
    );
  if (stopped > 0)
    lines.push(
      `${plural(stopped, 'row')} failed or ${stopped === 1 ? 'was' : 'were'} not sent: nothing needs correcting. Run the same file again; nothing is ${done} twice.`,
    );
  if (tally.held > 0)
    lines.push(
      `${plural(tally.held, 'row')} ${tally.held === 1 ? 'is' : 'are'} held: each may be the same payment as another, which its reason names. Settle that one if it is in doubt; then take out what is the same, and run again with --alike-ok for what isn’t.`,
    );
  return lines;
}

/** How long ago, in the largest unit that fits. */
export function agoText(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`;
  return minutes < 48 * 60
    ? `${plural(Math.floor(minutes / 60), 'hour')} ago`
    : `${plural(Math.floor(minutes / 1440), 'day')} ago`;
}

/** For people: what an operation is called. */
export const OPERATION_WORDS: Readonly<Record<string, string>> = {
  token: 'Sign-in',
  getDeveloperBalances: 'Balances',
  uploadTransferDocument: 'Document',
  quoteTransfer: 'Quote',
  createTransfer: 'Transfer',
  createCustomer: 'Customer',
  uploadCustomerDocument: 'Document',
};

export const durationText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

export const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

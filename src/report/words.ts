// What all forms of a report say alike: the verdict, states, causes. English for the person who wasn't there.
import { EXIT } from '../errors.ts';
import { plain } from '../files/plain.ts';
import type { RowStatus } from '../ledger/ledger.ts';
import { amountText } from './amounts.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { Report } from './report.ts';
import type { Place } from './summary.ts';

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

export const DONE = { payouts: 'paid', customers: 'created', trades: 'made' } as const;

export const PLACE_WORDS: Readonly<Record<Place, string>> = {
  now: 'Paid in this run',
  before: 'Paid before',
  since: 'Paid since',
  otherwise: 'Paid with other content',
  perhaps: 'Perhaps paid with other content',
  inDoubt: 'In doubt',
  notPaid: 'Not paid',
};

/** Below totals with rows whose references were paid otherwise, or perhaps; empty where there are none. */
export function otherwiseNote(used: readonly Place[]): string {
  const names = used.flatMap((one) => (one === 'otherwise' || one === 'perhaps' ? [PLACE_WORDS[one]] : []));
  if (names.length === 0) return '';
  const what = used.includes('perhaps') ? 'sent' : 'paid';
  return `“${names.join('” and “')}” ${names.length === 1 ? 'is' : 'are'} told by what this file says; what was ${what} instead is shown with the rows.`;
}

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
export function verdict(report: Report): { readonly tone: Tone; readonly text: string } {
  const { run, summary, doubts, elsewhere } = report;
  const { tally } = summary;
  const done = DONE[run.kind];
  const all = summary.rows;
  if (run.alive)
    return {
      tone: 'open',
      text: `Still going on: ${all.toLocaleString('en-US')} of ${plural(run.rows, 'row')} so far`,
    };
  if (run.rows === 0) return { tone: 'good', text: 'An empty file: there was nothing to do' };
  if (run.exitCode === EXIT.unusable) return refusedVerdict(report);
  const inDoubt = doubts.length + (elsewhere?.inDoubt ?? 0);
  if (inDoubt > 0)
    return {
      tone: 'doubt',
      text: `${plural(inDoubt, 'row')} may have been ${done}, and the outcome is unknown`,
    };
  const { otherwise } = summary;
  if (otherwise.perhaps > 0)
    return {
      tone: 'doubt',
      text: `${plural(otherwise.perhaps, 'row')} may have been ${done} with other content, and the outcome is unknown`,
    };
  const settled = tally.count('created', 'duplicate') + (elsewhere?.paid ?? 0);
  const missing = run.rows - all - (elsewhere?.paid ?? 0);
  if (settled === run.rows)
    return {
      tone: 'good',
      text: run.rows === 1 ? `The one row is ${done}` : `All ${plural(run.rows, 'row')} are ${done}`,
    };
  const rest = run.rows - settled - otherwise.paid;
  const others =
    otherwise.paid === 0
      ? ''
      : `, ${otherwise.paid.toLocaleString('en-US')} under ${otherwise.paid === 1 ? 'its reference' : 'their references'} with other content`;
  if (rest === 0)
    return {
      tone: 'open',
      text: `${settled.toLocaleString('en-US')} of ${plural(run.rows, 'row')} ${done}${others}`,
    };
  const not = missing === 0 ? '' : `, ${missing.toLocaleString('en-US')} of them never started`;
  return {
    tone: 'bad',
    text: `${settled.toLocaleString('en-US')} of ${plural(run.rows, 'row')} ${done}${others}; ${rest.toLocaleString('en-US')} not${not}`,
  };
}

/** A start that was refused once it had a name: whoever pays by hand what it "never started" pays it twice. */
function refusedVerdict({ run, facts, elsewhere }: Report): ReturnType<typeof verdict> {
  const whose = facts.holder === '' ? '' : `: run ${facts.holder} was working on the same rows`;
  return {
    tone: (elsewhere?.inDoubt ?? 0) > 0 ? 'doubt' : 'open',
    text: `This start sent nothing (exit code ${run.exitCode ?? ''})${whose}`,
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
  const { paid, perhaps } = summary.otherwise;
  const not = tally.count('invalid', 'rejected', 'failed', 'not_sent') - paid - perhaps;
  if (paid > 0) parts.push(`${paid.toLocaleString('en-US')} with other content`);
  if (perhaps > 0) parts.push(`${perhaps.toLocaleString('en-US')} perhaps with other content`);
  if (open > 0) parts.push(`${open.toLocaleString('en-US')} in doubt`);
  if (not > 0) parts.push(`${not.toLocaleString('en-US')} not ${done}`);
  const said = saidText(summary, done);
  // Where nothing was paid before and nothing is in doubt, the verdict has said it all.
  const counts = before === 0 && (open === 0 || parts.length === 1) ? '' : `${parts.join('; ')}.`;
  return [counts, said].filter((text) => text !== '').join(' ');
}

/** How much of it rests on a person's word alone. */
function saidText({ said: { rows, totals } }: Report['summary'], done: string): string {
  if (rows === 0) return '';
  const sums = [...totals].map(([currency, total]) => `, ${amountText(total.toString(), plain(currency))}`);
  return `${plural(rows, 'row')}${sums.join('')}, ${rows === 1 ? 'is' : 'are'} ${done} according to a person's resolution.`;
}

/** What the report can't vouch for; empty when it all adds up. */
export function warnings({ run, facts, summary, elsewhere, asTyped }: Report): string[] {
  const out: string[] = [];
  const missing = run.rows - summary.rows;
  if (facts.stopped !== '') out.push(`The run stopped early: ${facts.stopped}.`);
  if (run.exitCode === null && !run.alive)
    out.push(
      `The run ended without a result (it was killed, or the machine failed)${elsewhere ? `, and run ${elsewhere.runId} went on with its file.` : '. Running the same file again continues it.'}`,
    );
  if (missing > 0 && elsewhere)
    out.push(
      `${elsewhereText(missing, elsewhere, DONE[run.kind])} ${asTyped(`paybatch report ${elsewhere.runId}`)}`,
    );
  else if (facts.holder !== '')
    out.push(`Its rows are in no table here. See ${asTyped(`paybatch report ${facts.holder}`)}`);
  else if (missing > 0)
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

function elsewhereText(missing: number, { runId, paid, inDoubt, isGoing }: Elsewhere, done: string): string {
  const rest = missing - paid - inDoubt;
  const parts = [
    ...(paid > 0 ? [`${paid.toLocaleString('en-US')} ${done}`] : []),
    ...(inDoubt > 0
      ? [
          `${inDoubt.toLocaleString('en-US')} ${isGoing ? 'in progress there, or in doubt' : `perhaps ${done} (in doubt)`}`,
        ]
      : []),
    ...(rest > 0 ? [`${rest.toLocaleString('en-US')} not ${done}${isGoing ? ' yet' : ''}`] : []),
  ];
  return `${plural(missing, 'row')} never started in this run, and ${missing === 1 ? 'is' : 'are'} in no table here. By run ${runId} of the same file: ${parts.join(', ')}. See`;
}

/** What the totals leave out; empty where they are of the whole file. */
export function partText({ run, facts, summary }: Report): string {
  if (run.rows === summary.rows || run.alive || facts.totals === null || summary.rows === 0) return '';
  const sums = Object.entries(facts.totals).map(([currency, sum]) => amountText(sum, plain(currency)));
  return `Only of the rows that the run came to: the whole file comes to ${sums.join(', ')}.`;
}

/** How long ago, in the largest unit that fits. */
export function agoText(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes === 0) return 'less than a minute ago';
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

/** Hour and minute from which on something holds: no earlier than that, or whoever comes then comes too soon. */
export const fromMinute = (at: Date): string =>
  new Date(Math.ceil(at.getTime() / 60_000) * 60_000).toISOString().slice(11, 16);

// Texts of all formats of a report: the verdict, warnings, advice. For a person who did not see the run.
import { EXIT } from '../errors.ts';
import type { RowStatus, RunRecord } from '../ledger/ledger.ts';
import { KIND_WORDS } from '../words/kinds.ts';
import { say } from '../words/say.ts';
import type { ReportContent } from './report.ts';
import type { AmountPlace } from './summary.ts';

export const number = (count: number): string => count.toLocaleString('en-US');

export const plural = (count: number, word: string): string =>
  `${number(count)} ${word}${count === 1 ? '' : 's'}`;

export const PLACE_WORDS: Readonly<Record<AmountPlace, string>> = {
  now: 'Paid in this run',
  before: 'Paid before',
  since: 'Paid since',
  otherwise: 'Sent with other content',
  inDoubt: 'In doubt',
  pending: 'Pending',
  notPaid: 'Not paid',
};

export const statusText = (status: RowStatus): string => status.replace('_', ' ');

export interface RunVerdict {
  readonly tone: 'good' | 'doubt' | 'bad' | 'open';
  readonly text: string;
}

/** The run in one sentence, and how serious it is. */
export function verdict({ run, summary, doubts, continued, notStarted }: ReportContent): RunVerdict {
  const done = KIND_WORDS[run.kind].done;
  if (run.alive)
    return {
      tone: 'open',
      text: `In progress: ${number(summary.rows - summary.tally.count('pending'))} of ${plural(run.rows, 'row')} so far`,
    };
  if (run.rows === 0) return { tone: 'good', text: 'An empty file: there was nothing to do' };
  if (run.exitCode === EXIT.unusable)
    return { tone: 'open', text: `This start sent nothing (exit code ${run.exitCode})` };
  if (doubts.length > 0)
    return {
      tone: 'doubt',
      text: `${plural(doubts.length, 'row')} may have been ${done}, and the outcome is unknown`,
    };
  const settled = summary.tally.count('created', 'duplicate');
  if (settled === run.rows)
    return {
      tone: 'good',
      text: run.rows === 1 ? `The one row is ${done}` : `All ${plural(run.rows, 'row')} are ${done}`,
    };
  const otherwise =
    summary.otherwise === 0
      ? ''
      : `. ${number(summary.otherwise)} with other content ${summary.otherwise === 1 ? 'was' : 'were'} sent under the same reference`;
  const text = `${number(settled)} of ${plural(run.rows, 'row')} ${done}${otherwise}`;
  if (continued) return { tone: 'open', text: `${text}. Run ${continued} continued with this file` };
  const rest = run.rows - settled - summary.otherwise;
  if (rest === 0) return { tone: 'open', text };
  const not = notStarted === 0 ? '' : `. ${number(notStarted)} of them never started`;
  return { tone: 'bad', text: `${text}. ${number(rest)} not ${done}${not}` };
}

/** Rows by status. */
export const countsText = ({ summary: { tally } }: ReportContent): string =>
  [...tally.counts].map(([status, count]) => `${number(count)} ${statusText(status)}`).join(', ');

/** What is incomplete or does not add up. */
export function warnings(report: ReportContent): string[] {
  const { run, facts, summary, continued, notStarted } = report;
  const out: string[] = [];
  if (facts.stopped) out.push(`The run stopped early: ${say(facts.stopped)}.`);
  if (run.exitCode === null && !run.alive)
    out.push(
      `The run ended without a result (it was killed, or the machine failed). ${continued ? `Run ${continued} continued with its file.` : 'Running the same file again continues it.'}`,
    );
  if (notStarted > 0) out.push(notStartedText(report));
  if (summary.unreadable > 0)
    out.push(
      `${plural(summary.unreadable, 'row')} without an amount that can be read. No total includes ${summary.unreadable === 1 ? 'it' : 'them'}.`,
    );
  if (notStarted === 0)
    for (const wrong of summary.footing(facts.totals))
      out.push(`The totals don’t add up: ${wrong}. Do not rely on this report before the reason is known.`);
  return out;
}

/** Rows that are in no list of the run. */
export function notStartedText({ run, notStarted, continued, asTyped }: ReportContent): string {
  const rows = plural(notStarted, 'row');
  if (continued !== undefined)
    return `${rows} never started in this run. They may have been ${KIND_WORDS[run.kind].done} by run ${continued}: see ${asTyped(`paybatch report ${continued}`)}`;
  return run.alive
    ? `${rows} not done yet. They are not listed here.`
    : `${rows} never started. They are not listed here.`;
}

/** Only payouts are on a statement. */
export function doubtAdvice({ kind }: RunRecord): string[] {
  const { noun, done } = KIND_WORDS[kind];
  const where =
    kind === 'payouts'
      ? ', by amount, account and time, or on the bank’s statement'
      : kind === 'customers'
        ? ', by name'
        : ', by amount and time';
  const id = kind === 'payouts' ? 'transfer' : noun;
  return [
    `Look for each ${noun} in the service’s dashboard${where}. If you do not find it, record not-created only after the service confirms that it does not exist.`,
    `Record the outcome with one of the two commands of the row. A row that was ${done} needs the ${id}’s ID.`,
    `The next run of the same file sends the rows that you recorded as not-created. A row in doubt is never sent again automatically.`,
  ];
}

/** What to do about unpaid rows, by status. */
export function unpaidAdvice({
  run,
  summary: { tally, otherwise, toCorrect, toRepeat },
}: ReportContent): string[] {
  const done = KIND_WORDS[run.kind].done;
  const lines: string[] = [];
  if (otherwise > 0)
    lines.push(
      `${plural(otherwise, 'row')}: earlier, other content was sent under the same reference, and was ${done} or is in doubt. The reason of each row names which. If it is the same ${KIND_WORDS[run.kind].noun}, remove the row. If not, give it a new reference.`,
    );
  if (toCorrect > 0) {
    const funds =
      tally.count('rejected') === 0
        ? ''
        : ' Rows that were refused for lack of funds need no correction: top up the wallet.';
    lines.push(
      `${plural(toCorrect, 'row')} ${toCorrect === 1 ? 'was' : 'were'} invalid or refused by the service.${funds} Correct what is wrong in the retry file, next to the results. Then run that file. Without a retry file (run --detach), run the same file again: it writes one.`,
    );
  }
  const again = toRepeat - tally.held;
  if (again > 0)
    lines.push(
      `${plural(again, 'row')} failed or ${again === 1 ? 'was' : 'were'} not sent: nothing needs a correction. Run the same file again: no row is ${done} twice.`,
    );
  if (tally.held > 0)
    lines.push(
      `${plural(tally.held, 'row')} ${tally.held === 1 ? 'is' : 'are'} held as possible duplicates. Each reason names the other row. If that row is in doubt, resolve it first. Then remove the rows that are duplicates. Put the others into a separate file, and run it with --alike-ok.`,
    );
  return lines;
}

export const durationText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The next full minute, which is never too early. */
export const fromMinute = (at: Date): string =>
  new Date(Math.ceil(at.getTime() / 60_000) * 60_000).toISOString().slice(11, 16);

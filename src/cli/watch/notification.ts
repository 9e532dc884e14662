// The notification at the end of a run, for a person in a chat: which run of which file, how it ended, and what to do
// next. Amounts only with --notify-details, never a payee or a path.
import { basename } from 'node:path';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import { ROW_STATUSES, type RunKind } from '../../ledger/ledger.ts';

export interface WatchedEnd {
  readonly exitCode: number;
  /** `null` if the run ended before it was known. */
  readonly runId: string | null;
  readonly kind: RunKind | null;
  readonly environment: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** Currency -> status -> exact decimal. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly durationMs: number;
  /** Rows in doubt of all runs; `undefined` if the ledger can't be read. */
  readonly inDoubt: number | undefined;
  /** Code of the error that ended the run before anything was sent, or empty. */
  readonly errorCode: string;
  readonly isLedgerGone: boolean;
}

export function endedRun(end: RunEnd, environment: string | null, inDoubt: number | undefined): WatchedEnd {
  const { runId, facts, tally, durationMs, exitCode } = end;
  return {
    ...{ exitCode, runId, kind: facts.kind, environment, durationMs, inDoubt, errorCode: '' },
    counts: Object.fromEntries(tally.counts),
    totals: tally.totals(),
    isLedgerGone: end.ledgerGone === true,
  };
}

/** A run that ended with an error before anything was sent. */
export function refusedRun(
  exitCode: number,
  errorCode: string,
  durationMs: number,
  inDoubt?: number,
): WatchedEnd {
  const nothing = { runId: null, kind: null, environment: null, counts: {}, totals: {} };
  return { ...nothing, exitCode, errorCode, durationMs, inDoubt, isLedgerGone: errorCode === 'ledger_gone' };
}

/** The run by its command line. */
export interface RunOrigin {
  /** As it was typed; `undefined` if the command line has no file. */
  readonly file: string | undefined;
  readonly host: string;
  readonly isSandbox: boolean;
}

/** `totals` only with details. */
export function notificationOf(run: WatchedEnd, origin: RunOrigin, details: boolean) {
  const { runId, kind, environment, exitCode, counts, totals, errorCode } = run;
  const rows = ROW_STATUSES.flatMap((status) => (status in counts ? `${counts[status] ?? 0} ${status}` : []));
  const what = rows.length > 0 ? rows.join(', ') : errorCode || 'no rows';
  const [meaning, next] = endOf(run);
  const end = `ended with exit code ${exitCode} (${meaning}): ${what}${details ? totalsText(totals) : ''}`;
  const text = `${subject(run, origin)} ${end}. ${nextText(run, origin, next)}`;
  return { text, runId, kind, environment, exitCode, counts, ...(details && { totals }) };
}

/** A foreign name, without the characters of links and mentions in chats. */
const named = (text: string): string => plain(text, 100).replace(/[<>&]/g, '_');

function subject({ runId }: WatchedEnd, { file, host, isSandbox }: RunOrigin): string {
  const sandbox = isSandbox ? ' --sandbox' : '';
  const of = file === undefined ? '' : ` of ${named(basename(file))}`;
  return `paybatch run${sandbox}${runId === null ? '' : ` ${runId}`}${of} on ${named(host)}`;
}

/** What the exit code means, and what the reader has to do. */
function endOf({ exitCode, errorCode, runId }: WatchedEnd): readonly [meaning: string, next: string] {
  switch (exitCode) {
    case EXIT.ok:
      return ['no problems', 'Nothing to do.'];
    case EXIT.refusedRows:
      return ['a person has to look', `Next: paybatch report ${runId ?? 'last'} gives the reasons.`];
    case EXIT.inDoubt:
      return [
        'some rows are in doubt: they may have been sent',
        'Next: do not pay them by hand. paybatch doubts lists them, with the commands that resolve them.',
      ];
    case EXIT.unusable:
      return [
        'nothing was sent',
        errorCode === 'running'
          ? 'Next: wait until the other run has ended.'
          : 'Next: find the reason in the log of the run. Correct it, then run the file again.',
      ];
    default:
      return ['stopped early', 'Next: run the same command again: it continues.'];
  }
}

function nextText(run: WatchedEnd, { isSandbox }: RunOrigin, next: string): string {
  if (run.isLedgerGone)
    return 'The ledger is gone: restore it before anything is run again. Without it, paid rows would be paid again.';
  if (isSandbox) return 'This was a test with --sandbox: there is nothing to do.';
  const { in_doubt: own = 0 } = run.counts;
  const others = (run.inDoubt ?? own) - own;
  return others <= 0 ? next : `${next} Rows in doubt of other runs: ${others} (paybatch doubts).`;
}

/** The sums of each currency, without zeros, as text: a chat does not show other fields. */
function totalsText(totals: WatchedEnd['totals']): string {
  const parts = Object.entries(totals).map(([currency, sums]) => {
    const own = Object.entries(sums).filter(([, sum]) => sum !== '0');
    return `; ${named(currency)}: ${own.map(([status, sum]) => `${sum} ${status}`).join(', ')}`;
  });
  return parts.join('');
}

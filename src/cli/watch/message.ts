// What is posted of the end of a run: who reads it stands before a chat, not before the machine, and has to know which run of which file
// it is, what it came to, and what to do next. Never an amount or a payee unless asked for, and never a path.
import { basename } from 'node:path';

import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import { STATUSES } from '../render/summary.ts';
import type { EndedRun } from './ended.ts';

/** The run as its command line has it. */
export interface Origin {
  /** As it was typed; `undefined` where no file could be read from the command line. */
  readonly file: string | undefined;
  readonly host: string;
  readonly isSandbox: boolean;
  /** Whether commands after it need its --config or --ledger, too. */
  readonly isElsewhere: boolean;
}

export interface Message {
  readonly text: string;
  readonly runId: string | null;
  readonly kind: string | null;
  readonly environment: string | null;
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly totals?: EndedRun['totals'];
}

export function messageOf(run: EndedRun, origin: Origin, details: boolean): Message {
  const { runId, kind, environment, exitCode, counts, totals, errorCode } = run;
  const found = STATUSES.filter(({ status }) => status in counts).map(
    ({ status }) => `${counts[status] ?? 0} ${status}`,
  );
  const what = found.length > 0 ? found.join(', ') : errorCode === '' ? 'no rows' : causeText(errorCode);
  const sums = details ? totalsText(totals) : '';
  const end = `ended with exit code ${exitCode} (${meaning(run)}): ${what}${sums}`;
  const text = `${headOf(run, origin)} ${end}. ${nextText(run, origin)}`;
  return { text, runId, kind, environment, exitCode, counts, ...(details && { totals }) };
}

/** A name of others: what a chat would read as a link or as a call to everybody is taken out of it. */
const named = (text: string): string => plain(text, 100).replace(/[<>&]/g, '_');

function headOf({ runId }: EndedRun, { file, host, isSandbox }: Origin): string {
  const words = [
    'paybatch run',
    ...(isSandbox ? ['--sandbox'] : []),
    ...(runId === null ? [] : [runId]),
    ...(file === undefined ? [] : [`of ${named(basename(file))}`]),
    `on ${named(host)}`,
  ];
  return words.join(' ');
}

const done = ({ kind }: EndedRun): string => (kind === 'customers' ? 'created' : 'paid');

/** An exit code in words. */
function meaning(run: EndedRun): string {
  switch (run.exitCode) {
    case EXIT.ok:
      return 'all is well';
    case EXIT.refusedRows:
      return `some rows were not ${done(run)}`;
    case EXIT.unusable:
      return 'nothing was sent';
    case EXIT.inDoubt:
      return `some rows may have been ${done(run)}, and the outcome is unknown`;
    default:
      return 'stopped early';
  }
}

/** Of those that are met most; all others have their code, and their own message on the machine. */
const CAUSES: Readonly<Record<string, string>> = {
  approval: 'it has not been approved',
  clock: "this machine's clock is wrong",
  config: 'settings are wrong',
  credentials: 'the service does not take the credentials',
  funds: 'funds are missing',
  guard: 'a guard turned the file away',
  input: 'the file is not there, or cannot be used as it is',
  no_ledger: 'there is no ledger',
  running: 'another run has its rows',
  same_file: 'the same file was run with other parse settings',
  total_unusual: 'its total is unusual',
  usage: 'the command line is wrong',
};

function causeText(code: string): string {
  const cause = CAUSES[code] ?? (/^(?:ledger|lease)/.test(code) ? 'the ledger cannot be used' : undefined);
  return cause === undefined ? code : `${code}, ${cause}`;
}

/** What whoever reads it does. Of files only the names. */
function nextText(run: EndedRun, { isSandbox, isElsewhere }: Origin): string {
  const flags = isElsewhere ? ' (with the --config or --ledger of this run)' : '';
  const own = run.counts['in_doubt'] ?? 0;
  const others = (run.inDoubt ?? own) - own;
  if (run.isLedgerGone)
    return 'THE LEDGER IS GONE: put it back before anything is run again, or what was paid is paid again.';
  const next = ownNext(run, flags);
  if (isSandbox) return 'A rehearsal: nothing is to be done about it.';
  if (others <= 0 || own > 0) return next;
  return `${next} ${others} row${others === 1 ? '' : 's'} of other runs ${others === 1 ? 'is' : 'are'} in doubt: paybatch doubts${flags} names them.`;
}

function ownNext(run: EndedRun, flags: string): string {
  const { exitCode, errorCode, counts, reasons, runId } = run;
  const why = "Its own message there (the log, cron's mail) says why";
  const rows =
    reasons === null
      ? `Next: paybatch report ${runId ?? 'last'}${flags} says why`
      : `Next: ${named(basename(reasons))}, beside the results, says why and what to do about each row`;
  if (exitCode === EXIT.ok) return 'Nothing to do.';
  if (errorCode === 'running') return 'Next: wait until that one has ended.';
  if (exitCode === EXIT.unusable) return `${why}. Next: put that right, then run it again.`;
  if (errorCode !== '') return `${why}. Next: run the same command again, which goes on.`;
  if (exitCode === EXIT.refusedRows) return `${rows}.`;
  if (exitCode === EXIT.inDoubt && (counts['in_doubt'] ?? 0) > 0)
    return `Next: make none of them by hand; paybatch doubts${flags} names them and the commands that settle them.`;
  if (exitCode === EXIT.inDoubt)
    return `Next: paybatch status${flags} says which of a person's words a host has contradicted.`;
  return 'Next: run the same command again, which goes on.';
}

/** The sums of each currency that aren't nought: of a message, Slack shows the text alone. */
function totalsText(totals: EndedRun['totals']): string {
  const parts = Object.entries(totals).map(([currency, sums]) => {
    const own = Object.entries(sums).filter(([, sum]) => sum !== '0');
    return `; ${named(currency)}: ${own.map(([status, sum]) => `${sum} ${status}`).join(', ')}`;
  });
  return parts.filter((part) => !part.endsWith(': ')).join('');
}

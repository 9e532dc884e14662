// The end of a run: it puts the results in their place, writes the retry file, closes the run in the ledger and gives
// the exit code. The ledger has everything that can't be written here.
import { EXIT, toldBy } from '../errors.ts';
import type { Message } from '../message.ts';
import type { Checked } from './input/survey.ts';
import type { OpenRun } from './open-run.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { ResultsFile } from './results/results-file.ts';
import { putRetryFiles, rememberResults, writerOfResults } from './results/retry-files.ts';
import type { RunEnd } from './results/run-end.ts';
import { sendingMessage } from './send/messages.ts';

type Ending = OpenRun & { readonly checked: Checked; readonly results: ResultsFile };

interface HowEnded {
  /** Why the run stopped early; `undefined` when it didn't. */
  readonly stopped: Message | undefined;
  /** Rows that were refused for lack of funds: they need no correction. */
  readonly short?: number;
  /** Other hosts continue the run: it gets no retry file yet. */
  readonly goesOn?: boolean;
}

export async function finishRun(ending: Ending, how: HowEnded): Promise<RunEnd> {
  const { settings, hooks, runId, batches, ledger, startedAt, checked, results } = ending;
  const { clock } = settings;
  const end = results.sums.end(checked.facts, how.stopped);
  let { stopped, exitCode } = end;
  const stop = (why: Message): void => {
    stopped ??= why;
    if (exitCode !== EXIT.inDoubt) exitCode = EXIT.stopped;
  };
  hooks.reached?.('before-results', '');
  const files = await writeFiles(ending, how, stop);
  hooks.reached?.('after-results', '');
  const alarms = await ledgerCall(() => ledger.contradictions());
  if (alarms.ok && alarms.value.length > 0) exitCode = EXIT.inDoubt;
  const counts = Object.fromEntries(end.tally.counts);
  const closed = await ledgerCall(async () => {
    if (how.goesOn !== true)
      await ledger.finish(runId, new Date(clock.now()), exitCode, counts, end.tally.totalsOf('created'));
  });
  if (!closed.ok) stop(closed.failure);
  const ledgerGone = !closed.ok && closed.code === 'ledger_gone';
  hooks.log?.(sendingMessage('run_ended', { run: runId, exitCode, ...counts }));
  const durationMs = Math.max(0, clock.now() - startedAt.getTime());
  const sums = { ...end, exitCode, stopped, short: how.short };
  return { ...sums, runId, batchId: batches.batchId, ...files, ledgerGone, durationMs };
}

async function writeFiles(
  ending: Ending,
  { short, goesOn }: HowEnded,
  stop: (why: Message) => void,
): Promise<Pick<RunEnd, 'results' | 'retry' | 'reasons'>> {
  const { runId, ledger, settings, results } = ending;
  const { results: path, retry, clock } = settings;
  try {
    await results.commit();
    // By this, a later run tells an emptied file from a new one.
    const known = await ledgerCall(() => writerOfResults(ledger, path));
    if (known.ok && known.value === undefined) await rememberResults({ ledger, clock }, path, runId);
  } catch (error) {
    stop(sendingMessage('results_unwritable', { path, why: toldBy(error), runId }));
    return { results: null, retry: null, reasons: null };
  }
  if (goesOn === true) return { results: path, retry: null, reasons: null };
  try {
    const files = await putRetryFiles(ending, short);
    return { results: path, ...files };
  } catch (error) {
    stop(sendingMessage('retry_unwritable', { path: retry, why: toldBy(error), runId }));
    return { results: path, retry: null, reasons: null };
  }
}

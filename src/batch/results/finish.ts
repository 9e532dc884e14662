// The end of a run: results in their place, retry file, the run closed in the ledger, the exit code. What can't be
// written here is still in the ledger.
import { basename } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { type AddedColumn, type CheckedInput, cutRetryFile } from '../../csv/retry-file.ts';
import { EXIT } from '../../errors.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { retryCell } from '../input/retry-of.ts';
import { recallFile, rememberFile } from './file-memory.ts';
import type { RunHooks } from './hooks.ts';
import { ledgerCall } from './ledger-call.ts';
import type { ResultsFile } from './results-file.ts';
import { putRetryFile } from './retry-file.ts';
import { putReasons } from './retry-reasons.ts';
import type { RunEnd } from './run-end.ts';
import { exitCode } from './tally.ts';

export interface Finishing {
  readonly runId: string;
  readonly batchId: string;
  readonly input: CheckedInput;
  readonly resultsPath: string;
  readonly retryPath: string;
  readonly checked: Checked;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly results: ResultsFile;
  readonly hooks: RunHooks;
  /** Why the run stopped early; empty when it didn't. */
  readonly stopped: string;
  /** Rows that were refused for lack of funds: nothing is wrong with them. */
  readonly short?: number;
  /** Others go on with it: it isn't over, and nobody retries any of it. */
  readonly goesOn?: boolean;
}

export async function finish(run: Finishing): Promise<Omit<RunEnd, 'durationMs'>> {
  const { runId, batchId, checked, hooks } = run;
  const { tally, earlier } = run.results;
  const footing = tally.footing(checked.facts);
  let { stopped } = run;
  let code = exitCode(tally, stopped !== '');
  if (footing.length > 0 && code === EXIT.ok) code = EXIT.refusedRows;
  const stop = (why: string): void => {
    if (stopped === '') stopped = why;
    if (code !== EXIT.inDoubt) code = EXIT.stopped;
  };
  hooks.at?.('before-results', '');
  const files = await writeFiles(run, stop);
  hooks.at?.('after-results', '');
  // Somebody has to look, whatever became of this file.
  const alarms = await ledgerCall(() => run.ledger.contradictions());
  if (alarms.ok && alarms.value.length > 0) code = EXIT.inDoubt;
  const counts = Object.fromEntries(tally.counts);
  const closed = await ledgerCall(async () => {
    if (run.goesOn !== true)
      await run.ledger.finish(runId, new Date(run.clock.now()), code, counts, tally.totalsOf('created'));
  });
  if (!closed.ok) stop(closed.failure);
  const ledgerGone = !closed.ok && closed.gone;
  hooks.log.info('run ended', { run: runId, exitCode: code, ...counts });
  return {
    runId,
    batchId,
    tally,
    earlier,
    facts: checked.facts,
    exitCode: code,
    stopped,
    ...files,
    cost: run.results.cost.list(),
    footing,
    ledgerGone,
  };
}

async function writeFiles(
  run: Finishing,
  stop: (why: string) => void,
): Promise<Pick<RunEnd, 'results' | 'retry' | 'reasons'>> {
  const { runId, ledger, clock, resultsPath } = run;
  const here = `The ledger has every row: paybatch status ${runId}`;
  try {
    await commitResults(run);
  } catch (error) {
    stop(`${resultsPath}: the results could not be written (${reasonOf(error)}). ${here}`);
    return { results: null, retry: null, reasons: null };
  }
  if (run.goesOn === true) return { results: resultsPath, retry: null, reasons: null };
  try {
    const { batchId } = run;
    const retry = await putRetryFile({
      rows: run.results.retry.length,
      cut: (out) => cutRows(run, out),
      path: run.retryPath,
      runId,
      batchId,
      ledger,
      clock,
    });
    if (retry !== null) await tellReport(run, retry);
    return { results: resultsPath, retry, reasons: await reasonsOf(run, retry) };
  } catch (error) {
    stop(`${run.retryPath}: the retry file could not be written (${reasonOf(error)}). ${here}`);
    return { results: resultsPath, retry: null, reasons: null };
  }
}

/** What was written there is remembered: emptied results are not taken for none. */
async function commitResults({ results, resultsPath, runId, ledger, clock }: Finishing): Promise<void> {
  await results.commit();
  await ledgerCall(async () => {
    if ((await recallFile(ledger, 'results', resultsPath)) === undefined)
      await rememberFile({ ledger, clock }, 'results', resultsPath, runId);
  });
}

/** What the report calls it: other names may be taken. A run that hosts share has ended in the ledger by now. */
async function tellReport({ runId, ledger }: Finishing, retry: string): Promise<void> {
  if (ledger.queue) return;
  const data = JSON.stringify({ retry: basename(retry) });
  await ledgerCall(() => ledger.keep({ runId, kind: 'facts', part: 2, data }));
}

/** For people, and for nothing else: a run doesn't end otherwise for want of it. */
async function reasonsOf(run: Finishing, retry: string | null): Promise<string | null> {
  const { runId, ledger, clock, checked, hooks, short = 0 } = run;
  const { tally } = run.results;
  const toCorrect = tally.count('invalid', 'rejected') - short;
  try {
    return await putReasons({
      rows: run.results.retry.length,
      kind: checked.facts.kind,
      hasReferences: checked.hasReferences,
      goAsTheyAre: toCorrect + tally.held === 0,
      input: run.input.file,
      results: run.resultsPath,
      retry: retry ?? run.retryPath,
      runId,
      ledger,
      clock,
    });
  } catch (error) {
    hooks.log.warn(`the reasons beside the retry file could not be written: ${reasonOf(error)}`);
    return null;
  }
}

/** The rows that were not paid, with what the same profile needs above and below them. */
async function cutRows(run: Finishing, out: AtomicFile): Promise<string> {
  const { input, checked, results } = run;
  const { headerRange, footerRange, header, isSheet } = checked;
  const ranges = [headerRange, ...results.retry, ...(footerRange ? [footerRange] : [])];
  const added = tieOf(run);
  if (!isSheet) return cutRetryFile(input, ranges, out, added);
  const { writeSheetRetry } = await import('./sheet-retry.ts');
  const lines = ranges.map(({ start }) => start);
  return writeSheetRetry({ input, imports: checked.options.imports, header, lines, added }, out);
}

/** Rows without references are tied to the rows that they are; a retry of a retry file has that column already. */
function tieOf(run: Finishing): AddedColumn | undefined {
  const { checked, batchId, results } = run;
  if (checked.hasReferences || checked.isRetry) return undefined;
  const cell = (index: number): string | undefined => {
    if (index === 0) return RETRY_COLUMN;
    const row = results.retry[index - 1];
    return row && retryCell(row.key, batchId);
  };
  return { delimiter: checked.delimiter, cell };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

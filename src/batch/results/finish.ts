// The end of a run: results in their place, retry file, the run closed in the ledger, the exit code. What can't be
// written here is still in the ledger.
import { writeRetryFile } from '../../csv/retry-file.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import type { LiveSettings, RunEnd, RunHooks } from '../options.ts';
import type { CrashPoint, RunContext } from '../send/context.ts';
import type { ResultsFile } from './results-file.ts';
import { exitCode } from './tally.ts';

export interface Finishing {
  readonly checked: Checked;
  readonly context: RunContext;
  readonly results: ResultsFile;
  readonly headerRange: { start: number; end: number };
  readonly hooks: RunHooks;
}

export async function finish(
  settings: LiveSettings,
  { checked, context, results, headerRange, hooks }: Finishing,
): Promise<Omit<RunEnd, 'durationMs'>> {
  const { halt, runId, batchId } = context;
  const point = (name: CrashPoint): void => context.at(name, '');
  const { tally } = results;
  const footing = tally.footing(checked.facts);
  let code = exitCode(tally, halt.on);
  if (footing.length > 0 && code === 0) code = 1;
  point('before-results');
  let committed = false;
  let retry: string | null = null;
  try {
    await results.commit();
    committed = true;
    const ranges = [headerRange, ...results.retry];
    if (await writeRetryFile(settings.file, ranges, settings.retry, runId)) retry = settings.retry;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    halt.now(
      `${settings.results}: the results could not be written (${reason}). The ledger has every row: paybatch status ${runId}`,
    );
    if (code !== 3) code = 4;
  }
  point('after-results');
  try {
    await context.ledger.finish(
      runId,
      new Date(settings.clock.now()),
      code,
      Object.fromEntries(tally.counts),
    );
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    halt.now(error.message);
    if (code !== 3) code = 4;
  }
  hooks.log.info('run ended', { run: runId, exitCode: code, ...Object.fromEntries(tally.counts) });
  return {
    runId,
    batchId,
    tally,
    facts: checked.facts,
    exitCode: code,
    stopped: halt.reason,
    results: committed ? settings.results : null,
    retry,
    footing,
  };
}

// The end of a run, whichever way its rows went: results, retry file, the run closed in the ledger.
import type { Checked } from './input/first-pass.ts';
import { finish, type Finishing } from './results/finish.ts';
import type { RunEnd } from './results/run-end.ts';
import type { Running } from './running.ts';

interface Ended extends Pick<Finishing, 'results' | 'stopped' | 'short' | 'goesOn' | 'batchId'> {
  readonly checked: Checked;
}

export async function finishRun(running: Running, ended: Ended): Promise<RunEnd> {
  const { settings, hooks, runId, ledger, handle, startedAt } = running;
  const { file, clock, imports } = settings;
  const end = await finish({
    ...{ runId, ledger, clock, hooks },
    input: { handle, file, prefixes: ended.checked.prefixes, encoding: imports?.encoding },
    resultsPath: settings.results,
    retryPath: settings.retry,
    ...ended,
  });
  return { ...end, durationMs: clock.now() - startedAt.getTime() };
}

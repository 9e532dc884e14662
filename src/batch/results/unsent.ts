// The end of a run that sends nothing (check, quote): counted and footed like any other, without a ledger.
import type { Checked } from '../input/first-pass.ts';
import type { FileSettings } from '../input/settings.ts';
import type { ResultsFile } from './results-file.ts';
import type { RunEnd } from './run-end.ts';
import { exitCode } from './tally.ts';

export function unsent(
  settings: FileSettings,
  checked: Checked,
  { tally, earlier, cost }: ResultsFile,
  runId: string,
  stopped: string,
  durationMs: number,
): RunEnd {
  const footing = tally.footing(checked.facts);
  const code = exitCode(tally, stopped !== '');
  return {
    runId,
    batchId: settings.batchId ?? checked.hash,
    tally,
    earlier,
    facts: checked.facts,
    exitCode: footing.length > 0 && code === 0 ? 1 : code,
    stopped,
    results: settings.results,
    retry: null,
    reasons: null,
    cost: cost.list(),
    durationMs,
    footing,
  };
}

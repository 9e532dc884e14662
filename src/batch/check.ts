// A dry run: the first pass alone, with its results. Touches no network and no ledger.
import { openInput } from '../csv/input.ts';
import { firstPass, guard, type PassHooks } from './input/first-pass.ts';
import type { Pass } from './input/input-file.ts';
import type { FileSettings, RunControl, RunEnd, RunHooks } from './options.ts';
import { invalid, resultLayout, VALID } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import { unsent } from './results/unsent.ts';

export async function check(
  settings: FileSettings,
  hooks: RunHooks,
  control: RunControl,
  clock: { now(): number },
  runId: string,
): Promise<RunEnd> {
  const startedMs = clock.now();
  const handle = await openInput(settings.file);
  let results: ResultsFile | undefined;
  try {
    const file = await ResultsFile.create(settings.results, settings.file, runId);
    results = file;
    let sequence = 0;
    const onRows: PassHooks['onRows'] = async (rows) => {
      for (const row of rows) {
        const outcome = row.issues.length === 0 ? VALID : invalid(row);
        if (outcome !== VALID) hooks.problem?.(row.line, 'invalid', outcome.errorMessage);
        file.put(sequence++, row, outcome);
      }
      await file.settle();
      hooks.progress?.(file.progress(0));
    };
    const onHeader = (pass: Pass): void => file.begin(resultLayout(pass));
    const checked = await firstPass(handle, settings, control, { onHeader, onRows });
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings);
    await file.commit();
    return unsent(settings, checked, file, runId, '', clock.now() - startedMs);
  } catch (error) {
    await results?.discard();
    throw error;
  } finally {
    await handle.close();
  }
}

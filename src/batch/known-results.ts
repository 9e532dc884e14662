// The results of a check that compares with the ledger: each row as a run would find it.
import { plannedPages } from './plan/keyed-pages.ts';
import type { SurveyedFile } from './plan/survey.ts';
import type { RunHooks } from './results/hooks.ts';
import { VALID } from './results/result.ts';
import type { ResultsFile } from './results/results-file.ts';

/** A second reading: only at the end of the first is it known whether recent duplicates are held. */
export async function putKnownRows(
  surveyed: SurveyedFile,
  results: ResultsFile,
  hooks: RunHooks,
): Promise<void> {
  const { rows } = surveyed.checked.facts;
  for await (const page of plannedPages(surveyed, surveyed.known)) {
    for (const { at, row, planned } of page) {
      // A customer that exists is created, whatever documents it lacks.
      const outcome = 'result' in planned ? planned.result : VALID;
      if (outcome.status === 'invalid') hooks.problem?.(row.line, 'invalid', outcome.errorMessage);
      results.put(at, row, outcome);
    }
    await results.flushed();
    hooks.progress?.(results.progress(rows));
  }
}

// A dry run: the survey and its results. Touches no network, and reads the ledger only on demand.
import { openInput } from '../csv/input.ts';
import { isWorkbookName } from '../csv/xlsx/workbook-file.ts';
import { withCleanup } from './input/control.ts';
import { guard } from './input/guards.ts';
import type { BatchRow } from './input/row.ts';
import type { FileSettings } from './input/settings.ts';
import { survey } from './input/survey.ts';
import type { SurveyedFile } from './plan/known-file.ts';
import type { RunHooks } from './results/hooks.ts';
import { invalid, resultLayout, unstamped, VALID } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import { type FileCommand, unsentEnd } from './results/run-end.ts';

export interface CheckSettings extends FileSettings {
  readonly clock: { now(): number };
  /** Of the earlier payments that the rows are compared with. */
  readonly environment?: string | undefined;
}

/** A second reading: only at the end of the first is it known whether recent duplicates are held. */
async function putKnownRows(
  { profile }: CheckSettings,
  surveyed: SurveyedFile,
  results: ResultsFile,
  hooks: RunHooks,
): Promise<void> {
  const { knownFile } = surveyed;
  const { plannedPages } = await import('./plan/keyed-pages.ts');
  const { withEarlierFigures } = await import('./send/payment-figures.ts');
  for await (const page of plannedPages(surveyed, knownFile)) {
    for (const { row, key, planned } of await withEarlierFigures(
      page,
      knownFile.pageSettings.ledger,
      profile,
    )) {
      // A customer that exists is `created`, even if documents are missing.
      const outcome = 'result' in planned ? planned.result : VALID;
      const { status, message } = outcome;
      if (status === 'invalid' || status === 'not_sent') hooks.problem?.(row.line, status, message);
      results.put(key.sequence, row, outcome);
    }
    await results.flushed();
    hooks.progress?.(results.progress(surveyed.checked.facts.rows));
  }
}

export const check: FileCommand<CheckSettings> = (settings, hooks, control, runId) =>
  withCleanup(async (atEnd) => {
    const startedMs = settings.clock.now();
    const handle = await openInput(settings.file);
    atEnd(() => handle.close());
    const results = await ResultsFile.create({ path: settings.results, id: runId, input: handle });
    atEnd(() => results.discard());

    const { size } = await handle.stat();
    let sequence = 0;
    // A check without --history does not load the ledger.
    const knownFile =
      settings.history?.look &&
      (await (await import('./plan/known-file.ts')).openKnownFile(handle, settings, atEnd));
    const checkRows = async (rows: readonly BatchRow[]): Promise<void> => {
      for (const row of rows) {
        const outcome = row.issues.length === 0 ? VALID : invalid(row);
        if (outcome.status === 'invalid') hooks.problem?.(row.line, 'invalid', outcome.message);
        results.put(sequence++, row, outcome);
      }
      await results.flushed();
      // The number of rows is estimated from the part of a text that was read.
      const share = isWorkbookName(settings.file) ? 1 : (rows.at(-1)?.end ?? size) / size;
      hooks.progress?.(results.progress(Math.max(sequence, Math.ceil(sequence / share))));
    };
    // Rows that are compared with earlier ones get their results at the end.
    const checked = await survey(handle, settings, control, knownFile, {
      onHeader: (pass) =>
        results.begin(resultLayout(pass, unstamped(runId, settings.say, settings.environment))),
      ...(!knownFile && { onRows: checkRows }),
    });
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings);
    if (knownFile) await putKnownRows(settings, { handle, checked, knownFile }, results, hooks);
    await results.commitUnsent();
    const durationMs = settings.clock.now() - startedMs;
    const end = unsentEnd(settings, checked, results.sums, { runId, stopped: undefined, durationMs });
    return { ...end, preview: knownFile?.preview };
  });

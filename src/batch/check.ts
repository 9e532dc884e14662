// A dry run: the first pass alone, with its results. Touches no network; a ledger is looked into only on demand.

import { openInput } from '../csv/input.ts';
import { firstPass, guard } from './input/first-pass.ts';
import type { PlainRows } from './input/merge.ts';
import type { PassThreads } from './input/open-parts.ts';
import { type Hold, releasing } from './input/releasing.ts';
import type { BatchRow } from './input/row.ts';
import { PIECE_BYTES, RowThreads, THREADS_FROM_BYTES, threadsHere } from './input/row-threads.ts';
import type { FileSettings } from './input/settings.ts';
import type { Decision } from './plan/decide.ts';
import { knownRows } from './plan/known-rows.ts';
import { checksIn, ledgerBehind } from './plan/payment-history/look-back.ts';
import { lookAtRows, type Looking } from './plan-rows.ts';
import type { RunHooks } from './results/hooks.ts';
import { invalid, resultLayout, type RowResult, VALID } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import type { Story } from './results/run-end.ts';
import { unstamped } from './results/stamp.ts';
import { unsent } from './results/unsent.ts';

export interface CheckSettings extends FileSettings {
  readonly clock: { now(): number };
  /** Other threads than those of check-thread.ts; for tests. */
  readonly threads?: PassThreads | undefined;
}

/** Run from its sources, as the tests do, a thread is the built one: Node 20 runs no TypeScript. */
const THREAD = import.meta.url.endsWith('.ts') ? '../../dist/batch/check-thread.js' : './check-thread.js';

function threadsOf({ file }: CheckSettings, runId: string, hold: Hold): PassThreads | undefined {
  const count = threadsHere();
  if (count === 0) return undefined;
  return {
    fromBytes: THREADS_FROM_BYTES,
    pieceBytes: PIECE_BYTES,
    start: (setup) => {
      const threads = new RowThreads(new URL(THREAD, import.meta.url), count, file, { setup, runId });
      hold(() => threads.close());
      return threads;
    },
  };
}

export const check: Story<CheckSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const startedMs = settings.clock.now();
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const results = await ResultsFile.create({ path: settings.results, id: runId, input: handle });
    hold(() => results.discard());

    const { size } = await handle.stat();
    let sequence = 0;
    const settled = async (end: number): Promise<void> => {
      await results.flushed();
      // Nobody knows how many rows there are; how far into the file they reach is known.
      const rows = Math.ceil((sequence * size) / Math.max(1, end));
      hooks.progress?.(results.progress(Math.max(sequence, rows)));
    };
    const ledger = await ledgerBehind(settings.history, hold);
    const historyChecks = checksIn(ledger, settings.history);
    const known = ledger && (await knownRows(ledger, handle, settings));
    const judged = async (rows: readonly BatchRow[]): Promise<void> => {
      for (const row of rows) {
        const outcome = row.issues.length === 0 ? VALID : invalid(row);
        if (outcome.status === 'invalid') hooks.problem?.(row.line, 'invalid', outcome.errorMessage);
        results.put(sequence++, row, outcome);
      }
      await settled(rows.at(-1)?.end ?? size);
    };
    const plain = async ({ rows, lines, facts, end }: PlainRows): Promise<void> => {
      results.putValid(rows, lines, facts.totals);
      sequence += rows;
      await settled(end);
    };
    // Rows that are compared with earlier ones have to come as rows.
    const threads = ledger ? undefined : (settings.threads ?? threadsOf(settings, runId, hold));
    const checked = await firstPass(handle, settings, control, {
      judge: async (rows, warnings) => {
        const open = known ? await known.look(rows) : rows;
        await historyChecks?.judge(open, warnings);
      },
      onHeader: (pass, warnings) => {
        historyChecks?.begin(settings.file, pass, warnings);
        results.begin(resultLayout(pass, unstamped(runId)));
      },
      onRows: (rows) => (known ? known.count() : judged(rows)),
      ...(threads && { inThreads: { threads, onPlain: plain } }),
    });
    await historyChecks?.judgeWhole(settings.file, checked, [
      known?.batchId ?? settings.batchId ?? checked.hash,
    ]);
    await known?.judgeReading(checked);
    known?.end(checked);
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings);
    if (ledger && known)
      await putKnownRows(
        { handle, checked, ledger, historyChecks, batchId: known.batchId, page: known.page },
        results,
        hooks,
      );
    await results.commitUnsent();
    const end = unsent(settings, checked, results, runId, '', settings.clock.now() - startedMs);
    // Rows that the ledger makes invalid are counted among the invalid ones.
    return known ? { ...end, known: { ...known.counts, unsendable: 0 }, knownLines: known.lines } : end;
  });

/** A second pass: whether the file is an export made anew, whose rows are held, is only known at its end. */
async function putKnownRows(looking: Looking, results: ResultsFile, hooks: RunHooks): Promise<void> {
  const { rows } = looking.checked.facts;
  for await (const { at, row, planned } of lookAtRows(looking)) {
    const outcome = unsentOutcome(planned);
    if (outcome.status === 'invalid') hooks.problem?.(row.line, 'invalid', outcome.errorMessage);
    results.put(at, row, outcome);
    await results.flushed();
    hooks.progress?.(results.progress(rows));
  }
}

/** As the ledger knows the row; a customer that exists is created, whatever documents it lacks. */
function unsentOutcome(planned: Decision): RowResult {
  if (planned.do === 'nothing') return planned.result;
  if (planned.do !== 'continue') return VALID;
  const { status, customerId: createdId, message: errorMessage, runId } = planned;
  return { ...VALID, status, createdId, errorMessage, runId };
}

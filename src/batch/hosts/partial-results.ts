// The results of a run on several hosts whose ledger can't be reached any more: rows that ended in this process, and invalid
// rows. All others are pending.
import type { FileHandle } from 'node:fs/promises';

import { PaybatchError } from '../../errors.ts';
import { Refusal } from '../input/control.ts';
import type { Checked } from '../input/first-pass.ts';
import { startPass } from '../input/input-file.ts';
import { Warnings } from '../input/warnings.ts';
import { keepResults } from '../results/earlier-results.ts';
import { invalid, result, type RowResult } from '../results/result.ts';
import type { ResultsFile } from '../results/results-file.ts';

export interface PartialResults {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly results: ResultsFile;
  readonly path: string;
  readonly runId: string;
  /** How rows ended here, by line: the ledger has acknowledged each, or it is in doubt. */
  readonly ended: ReadonlyMap<number, RowResult>;
}

/**
 * Earlier results are kept under another name: they may name payments that these don't. Returns that name (empty: none), or why
 * nothing was written.
 */
export async function writePartialResults(
  known: PartialResults,
): Promise<{ readonly kept: string } | { readonly failure: string }> {
  const { handle, checked, results, path, runId, ended } = known;
  const open = result('pending', {
    errorMessage: `the ledger couldn't be asked how it stands: once it can be, paybatch results ${runId} tells`,
  });
  try {
    const pass = await startPass(handle, { ...checked.options, warnings: new Warnings() });
    const from = results.next;
    let at = 0;
    for await (const rows of pass.rows()) {
      for (const row of rows) {
        const outcome = ended.get(row.line) ?? (row.issues.length > 0 ? invalid(row) : open);
        if (at >= from) results.put(at, row, outcome);
        at += 1;
      }
      await results.flushed();
    }
    if (results.sums.tally.footing(checked.facts).length > 0)
      throw new Refusal('changed', 'the file was changed while the run was going');
    const kept = await keepResults(path, runId);
    await results.commit();
    return { kept };
  } catch (error) {
    if (error instanceof PaybatchError || isOfSystem(error)) {
      await results.discard();
      return { failure: error.message };
    }
    throw error;
  }
}

const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

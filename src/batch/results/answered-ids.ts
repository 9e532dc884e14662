// Ids that a service gave to rows in doubt and that no ledger could record: only the results have them.
import { PaybatchError } from '../../errors.ts';
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import { type ResultsRow, resultsRows } from './results-rows.ts';

export class AnsweredIds {
  readonly #ids = new Map<string, string>();

  add({ status, createdId, runId, reference, line }: ResultsRow): void {
    if (status === 'in_doubt' && createdId !== '') this.#ids.set(rowName(runId, reference, line), createdId);
  }

  /** For a row in doubt, by the run and the line that the ledger has for it; empty where there is none. */
  of({ runId, reference, line }: Pick<RowRecord, 'runId' | 'reference' | 'line'>): string {
    return this.#ids.get(rowName(runId, reference ?? '', line)) ?? '';
  }
}

/** A reference stays with its row however the file is sorted; a row without one is known by its line. */
const rowName = (runId: string, reference: string, line: number): string =>
  JSON.stringify([runId, reference === '' ? line : reference]);

/** Those of results that are about to be written anew; of results that can't be read, those before the fault. */
export async function answeredIn(results: string, ledger: Ledger, environment: string): Promise<AnsweredIds> {
  const answered = new AnsweredIds();
  try {
    for await (const rows of resultsRows(results, environment))
      for (const row of rows) if (row.stamp.ledgerId === ledger.id) answered.add(row);
  } catch (error) {
    if (!(error instanceof PaybatchError)) throw error;
  }
  return answered;
}

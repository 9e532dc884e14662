// Whether an id that a person typed looks like those that the service gave to other rows of the run. Nothing can look it up;
// but where all others are UUIDs, "ABC" is something else's, or cut short.
import { plain } from '../../../files/plain.ts';
import { idForm } from '../../../interface/created-id.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Found } from './find-rows.ts';

/** Fewer prove no form. */
const OTHERS = 3;

/** Words for each that doesn't. */
export async function unlikeOthers(ledger: Ledger, found: readonly Found[]): Promise<string[]> {
  const out: string[] = [];
  const named = found.filter(({ word }) => word.createdId !== null);
  for (const runId of new Set(named.map((one) => one.runId))) {
    const others = (await ledger.runRows(runId)).flatMap(({ status, createdId }) =>
      status === 'created' && createdId !== '' ? [createdId] : [],
    );
    const forms = new Set(others.map(idForm));
    if (others.length < OTHERS || forms.size !== 1) continue;
    for (const { word, line, runId: own } of named)
      if (own === runId && !forms.has(idForm(word.createdId ?? '')))
        out.push(
          `WARNING: line ${line} of run ${runId}: ${plain(word.createdId ?? '', 80)} looks unlike the ids of its ${others.length} other rows, such as ${plain(others[0] ?? '', 80)}.`,
        );
  }
  return out;
}

// Earlier files as tonight's is compared with them: without retry files. What is left of a file says nothing of how much a
// night comes to.
import type { FileTotal } from '../../../ledger/history.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { isRetryName } from '../../input/retry-of.ts';

export async function wholeFiles(
  totals: readonly FileTotal[],
  ledger: Pick<Ledger, 'run'>,
): Promise<readonly FileTotal[]> {
  const runs = await Promise.all(totals.map(({ runId }) => ledger.run(runId)));
  return totals.filter((_, at) => !isRetryName(runs[at]?.file ?? ''));
}

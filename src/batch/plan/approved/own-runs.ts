// The runs that a plan has had: what they paid is its own, and not what came to be known to the ledger besides.
import type { Ledger } from '../../../ledger/ledger.ts';

/** `id`: of the plan, as planId has it. Returns the ids of runs. */
export async function runsOfPlan(ledger: Pick<Ledger, 'runs'>, id: string): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const run of await ledger.runs(1_000_000)) {
    const { plan: of } = run.settings as { plan?: { id?: unknown } }; // as claim.ts writes it
    if (of?.id === id) own.add(run.id);
  }
  return own;
}

// What the ledger knows of a plan: its runs, and whether an approver has rejected it.
import { type PlanSignature, readSignature } from '../../../approval/plan-format.ts';
import type { Ledger } from '../../../ledger/ledger.ts';

/** Ids of the runs that a plan has had. `id`: of the plan, as planId has it. */
export async function runsOfPlan(ledger: Pick<Ledger, 'runs'>, id: string): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const run of await ledger.runs(1_000_000)) {
    const { plan: of } = run.settings as { plan?: { id?: unknown } }; // as claim.ts writes it
    if (of?.id === id) own.add(run.id);
  }
  return own;
}

/** Keeps a rejection in the ledger, too: it ends copies of the plan that don't have it. */
export async function keepRejection(ledger: Ledger, planId: string, no: PlanSignature): Promise<void> {
  const part = Date.parse(no.at); // two in one millisecond: the second is refused, and said
  await ledger.keep({ runId: planId, kind: 'rejection', part, data: JSON.stringify(no) });
}

export async function rejectionsOf(ledger: Ledger, planId: string): Promise<PlanSignature[]> {
  const found: PlanSignature[] = [];
  for await (const { data } of ledger.eachPart(planId, 'rejection')) {
    const no = readSignature(data);
    if (no?.rejected !== undefined) found.push(no);
  }
  return found;
}

// A no to a plan, kept in the ledger beside the plan's file: whoever has a copy of the plan without it has a plan that ended.
import { type PlanSignature, readSignature } from '../../../approval/plan-format.ts';
import type { Ledger } from '../../../ledger/ledger.ts';

/** `planId`: as approved.ts has it. Its hash chain tells of it, as of a page of a run. */
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

// What the ledger knows of a plan: its runs, what has become of its rows, and whether an approver has said no.
import { type PlanFile, planId, type PlanSignature, readSignature } from '../../../approval/plan-format.ts';
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

export interface Progress {
  /** Rows that it lets go. */
  readonly rows: number;
  readonly created: number;
  readonly rejected: number;
  /** Not sent, failed, or in doubt. */
  readonly left: number;
}

/** So many rows are asked for at once. */
const PAGE = 1000;

/** By the ledger alone: whoever reads or ends the plan has no file at hand. */
export async function progressOf(
  ledger: Pick<Ledger, 'runs' | 'eachRunRow' | 'lookup'>,
  file: Pick<PlanFile, 'format' | 'plan'>,
): Promise<Progress> {
  const meant = file.plan.rows.filter(({ state }) => state === 'new' || state === 'resumed');
  const lines = new Set(meant.map(({ line }) => line));
  const keys = new Map<number, string>();
  for (const run of await runsOfPlan(ledger, planId(file)))
    for await (const { line, key } of ledger.eachRunRow(run))
      if (key !== null && lines.has(line)) keys.set(line, key);
  const tally = { created: 0, rejected: 0 };
  const all = [...keys.values()];
  for (let at = 0; at < all.length; at += PAGE)
    for (const { state } of (await ledger.lookup(all.slice(at, at + PAGE))).values())
      if (state === 'created' || state === 'rejected') tally[state]++;
  return { rows: lines.size, ...tally, left: lines.size - tally.created - tally.rejected };
}

/** Keeps a no in the ledger, too: a copy of the plan without it has ended as well. */
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

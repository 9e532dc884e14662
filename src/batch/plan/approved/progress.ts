// What has become of a plan's rows, by its own runs in the ledger: whoever reads or ends the plan has no file at hand.
import { type PlanFile, planId } from '../../../approval/plan-format.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { runsOfPlan } from './own-runs.ts';

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

/** What was sent, in words: `(3 created, 1 rejected)`. */
export function sentText({ created, rejected }: Progress): string {
  const parts = [created > 0 ? `${created} created` : '', rejected > 0 ? `${rejected} rejected` : ''];
  return `(${parts.filter((part) => part !== '').join(', ')})`;
}

/** `each of its 4 rows was sent`, for a plan that is used up. */
export function usedUpText(progress: Progress): string {
  const { rows } = progress;
  return `${rows === 1 ? 'its one row was sent' : `each of its ${rows} rows was sent`} ${sentText(progress)}`;
}

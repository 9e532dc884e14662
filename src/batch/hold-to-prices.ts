// What holds a run to the prices of its plan: every row that is open is quoted before the first is sent.
import Big from 'big.js';

import { whySumDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import type { PayoutRow } from './input/row.ts';
import { type Approved, costIn } from './plan/approved/approved.ts';
import type { LookedAt } from './plan-rows.ts';
import type { Prepared } from './prepare.ts';
import type { Running } from './running.ts';
import { RowPool } from './send/row-pool.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

/** Errors: {@link PlanError} where a row, or all together, would be dearer than was approved. */
export async function judgePrices(
  { settings }: Running,
  { client, breaker }: Prepared,
  approved: Approved,
  looked: readonly LookedAt[],
): Promise<void> {
  const { name, drift } = approved;
  const pool = new RowPool(settings.concurrency);
  const sums = new Map<string, { now: Big; was: Big }>();
  const dearer: string[] = [];
  const look = async (at: number, row: PayoutRow): Promise<void> => {
    const quoted = await quote(client, row);
    if (quoted.outcome !== 'accepted') {
      dearer.push(`line ${row.line}: no quote: ${quoted.message}`);
      return;
    }
    const figures = quoteFigures(quoted.text, settings.profile);
    const why = approved.whyDearer(at, figures);
    if (why !== undefined) dearer.push(`line ${row.line}: ${why}`);
    const { debit = '0', fee = '0' } = costIn(figures);
    const currency = row.body.source?.currency ?? 'unknown';
    const sum = sums.get(currency) ?? { now: new Big(0), was: new Big(0) };
    sums.set(currency, { now: sum.now.plus(debit).plus(fee), was: sum.was.plus(approved.costOf(at) ?? '0') });
  };
  for (const { at, row } of looked) {
    if (!approved.isOpen(at) || row.kind !== 'payouts' || breaker.isTripped) continue;
    await pool.add(
      () => look(at, row),
      () => 0,
    );
  }
  await pool.drain();
  if (breaker.isTripped)
    throw new PlanError('plan_drift', `${name}: stopped while the rows were quoted: ${breaker.reason}`);
  for (const [currency, { now, was }] of sums) {
    const why = whySumDearer(now.toFixed(), was.toFixed(), drift);
    if (why !== undefined) dearer.push(`all rows in ${currency}: ${why}`);
  }
  const [first] = dearer;
  if (first === undefined) return;
  const more = dearer.length > 1 ? `; and ${dearer.length - 1} more` : '';
  throw new PlanError('plan_drift', `${name}: the prices have moved: ${first}${more}`);
}

// Holds a run to the prices of its plan.
import Big from 'big.js';

import { whySumDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import type { PayoutRow } from './input/row.ts';
import { type Approved, costIn } from './plan/approved/approved.ts';
import { keyedPages } from './plan/keyed-pages.ts';
import type { KnownFile } from './plan/known-file.ts';
import type { Surveyed, SurveyedFile } from './plan/survey.ts';
import { type Price, priceRows, type Pricing } from './price-rows.ts';
import type { Running } from './running.ts';

/** Every row that is open is quoted before the first is sent. Errors: {@link PlanError} where a row, or all together, is too dear. */
export async function verifyPrices(
  { settings, handle }: Running,
  { checked, known, client, breaker }: SurveyedFile & Pick<Pricing, 'client' | 'breaker'>,
  approved: Approved,
): Promise<void> {
  const { plan, name, drift } = approved;
  if (!plan.settings.quote || plan.kind !== 'payouts') return;
  const sums = new Map<string, { now: Big; was: Big }>();
  const dearer: string[] = [];
  const onPrice = ({ row, at }: { row: PayoutRow; at: number }, price: Price): void => {
    if ('failure' in price) {
      dearer.push(`line ${row.line}: no quote: ${price.failure}`);
      return;
    }
    const why = approved.whyDearer(at, price.figures);
    if (why !== undefined) dearer.push(`line ${row.line}: ${why}`);
    const { debit = '0', fee = '0' } = costIn(price.figures);
    const currency = row.body.source?.currency ?? 'unknown';
    const sum = sums.get(currency) ?? { now: new Big(0), was: new Big(0) };
    sums.set(currency, { now: sum.now.plus(debit).plus(fee), was: sum.was.plus(approved.costOf(at) ?? '0') });
  };
  const { concurrency } = settings;
  const rows = openPayouts({ handle, checked }, known, approved);
  await priceRows(rows, { client, breaker, concurrency, name }, onPrice);
  for (const [currency, { now, was }] of sums) {
    const why = whySumDearer(now.toFixed(), was.toFixed(), drift);
    if (why !== undefined) dearer.push(`all rows in ${currency}: ${why}`);
  }
  const [first] = dearer;
  if (first === undefined) return;
  const more = dearer.length > 1 ? `; and ${dearer.length - 1} more` : '';
  throw new PlanError('plan_drift', `${name}: the prices have moved: ${first}${more}`);
}

/** Rows that the run would send. */
async function* openPayouts(
  surveyed: Surveyed,
  known: KnownFile,
  approved: Approved,
): AsyncGenerator<{ row: PayoutRow; at: number }> {
  for await (const page of keyedPages(surveyed, known))
    for (const { row, at } of page) if (row.kind === 'payouts' && approved.isOpen(at)) yield { row, at };
}

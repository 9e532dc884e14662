// Quotes rows before any of them is sent, and compares the prices with the plan's.
import Big from 'big.js';

import { costOf, whyDearer, whySumDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import type { ServiceClient } from '../client/client.ts';
import type { PayoutRow } from './input/row.ts';
import { type Approved, costIn } from './plan/approved/approved.ts';
import { keyedPages } from './plan/keyed-pages.ts';
import type { SurveyedFile } from './plan/survey.ts';
import type { Running } from './running.ts';
import type { CircuitBreaker } from './send/circuit-breaker.ts';
import { RowPool } from './send/row-pool.ts';
import { quote, type QuoteFigures, quoteFigures } from './send/steps/quote.ts';

export interface Priceable {
  readonly row: PayoutRow;
  readonly at: number;
}

interface Pricing {
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly concurrency: number;
  /** The plan or the file, for the message of a run that was stopped meanwhile. */
  readonly name: string;
}

type Price = { readonly figures: QuoteFigures } | { readonly failure: string };

/** Errors: {@link PlanError} where it was stopped before every row had its price. */
export async function priceRows(
  rows: AsyncIterable<Priceable>,
  { client, breaker, concurrency, name }: Pricing,
  onPrice: (one: Priceable, price: Price) => void,
): Promise<void> {
  const pool = new RowPool(concurrency);
  for await (const one of rows) {
    if (breaker.isTripped) break;
    await pool.add(
      async () => {
        const quoted = await quote(client, one.row);
        const isQuoted = quoted.outcome === 'accepted';
        onPrice(
          one,
          isQuoted ? { figures: quoteFigures(quoted.text, client.profile) } : { failure: quoted.message },
        );
      },
      () => 0,
    );
  }
  await pool.drain();
  if (breaker.isTripped)
    throw new PlanError('plan_drift', `${name}: stopped while the rows were quoted: ${breaker.reason}`);
}

/** Every open row is quoted before the first is sent. Errors: {@link PlanError} if a row, or the total, is too dear. */
export async function verifyPrices(
  surveyed: Running & SurveyedFile & Pick<Pricing, 'client' | 'breaker'>,
  approved: Approved,
): Promise<void> {
  const { settings, client, breaker } = surveyed;
  const { plan, name, drift } = approved;
  if (!plan.settings.quote || plan.kind !== 'payouts') return;
  const sums = new Map<string, { now: Big; was: Big }>();
  const dearer: string[] = [];
  const rows = openPayouts(surveyed, approved);
  const { concurrency } = settings;
  await priceRows(rows, { client, breaker, concurrency, name }, ({ row, at }, price) => {
    if ('failure' in price) {
      dearer.push(`line ${row.line}: no quote: ${price.failure}`);
      return;
    }
    const [now, was] = [costIn(price.figures), plan.rows[at] ?? {}];
    const why = whyDearer(now, was, drift);
    if (why !== undefined) dearer.push(`line ${row.line}: ${why}`);
    const currency = row.body.source?.currency ?? 'unknown';
    const sum = sums.get(currency) ?? { now: new Big(0), was: new Big(0) };
    sums.set(currency, { now: sum.now.plus(costOf(now) ?? '0'), was: sum.was.plus(costOf(was) ?? '0') });
  });
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
async function* openPayouts(surveyed: SurveyedFile, approved: Approved): AsyncGenerator<Priceable> {
  for await (const page of keyedPages(surveyed, surveyed.known))
    for (const { row, at } of page) if (row.kind === 'payouts' && approved.isOpen(at)) yield { row, at };
}

// Quotes rows before any of them is sent, and compares the prices with the plan's.
import { costOf, type RowPrice, whyDearer, whySumDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import { canonicalDecimal, DecimalSum } from '../interface/decimal.ts';
import type { Message } from '../message.ts';
import type { PayoutRow } from './input/row.ts';
import { type Approved, priceIn } from './plan/approved/approved.ts';
import { keyedPages } from './plan/keyed-pages.ts';
import { planMessage } from './plan/messages.ts';
import type { SurveyedFile } from './plan/survey.ts';
import type { Running } from './running.ts';
import type { RunContext } from './send/context.ts';
import { RowPool } from './send/row-pool.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

interface Priced extends Running, SurveyedFile {
  readonly context: Pick<RunContext, 'client' | 'breaker'>;
}

/** `sequence`: its ordinal among the file's rows. */
export interface RowToPrice {
  readonly row: PayoutRow;
  readonly sequence: number;
}

type OnPrice = (of: RowToPrice, price: RowPrice | { readonly failure: Message }) => void;

/** `name`: of the plan or the file. Errors: {@link PlanError} if it was stopped before every row had its price. */
export async function priceRows(
  { settings, context }: Priced,
  name: string,
  rows: AsyncIterable<RowToPrice>,
  onPrice: OnPrice,
): Promise<void> {
  const { client, breaker } = context;
  const pool = new RowPool(settings.concurrency);
  for await (const one of rows) {
    if (breaker.isTripped) continue;
    await pool.add(async () => {
      const quoted = await quote(client, one.row);
      const isQuoted = quoted.outcome === 'accepted';
      onPrice(
        one,
        isQuoted ? priceIn(quoteFigures(quoted.text, client.profile)) : { failure: quoted.message },
      );
    });
  }
  await pool.drain();
  if (breaker.reason)
    throw PlanError.of('plan_drift', name, planMessage('pricing_stopped', { reason: breaker.reason }));
}

/** Every open row is quoted before the first is sent. Errors: {@link PlanError} if a row, or the total, is too dear. */
export async function verifyPrices(priced: Priced, approved: Approved): Promise<void> {
  const { plan, name, drift } = approved;
  if (!plan.settings.quote || plan.kind !== 'payouts') return;
  const sums = new Map<string, { now: DecimalSum; was: DecimalSum }>();
  const dearer: Message[] = [];
  await priceRows(priced, name, openRows(priced, approved), ({ row, sequence }, now) => {
    if ('failure' in now) {
      dearer.push(planMessage('row_unquoted', { line: row.line, failure: now.failure }));
      return;
    }
    const was = plan.rows[sequence] ?? {};
    const why = whyDearer(now, was, drift);
    if (why !== undefined) dearer.push(planMessage('row_dearer', { line: row.line, why }));
    const currency = row.body.source?.currency ?? 'unknown';
    const sum = sums.get(currency) ?? { now: new DecimalSum(), was: new DecimalSum() };
    sum.now.add(costOf(now) ?? '0');
    sum.was.add(costOf(was) ?? '0');
    sums.set(currency, sum);
  });
  for (const [currency, { now, was }] of sums) {
    const why = whySumDearer(plainSum(now), plainSum(was), drift);
    if (why !== undefined) dearer.push(planMessage('sum_dearer', { currency, why }));
  }
  const [first] = dearer;
  if (first === undefined) return;
  const what = planMessage('prices_moved', { first, more: dearer.length - 1 });
  throw PlanError.of('plan_drift', name, what);
}

async function* openRows(priced: Priced, { open }: Approved): AsyncGenerator<RowToPrice> {
  for await (const page of keyedPages(priced, priced.known))
    for (const { row, key } of page)
      if (row.kind === 'payouts' && open.has(key.sequence)) yield { row, sequence: key.sequence };
}

const plainSum = (sum: DecimalSum): string => canonicalDecimal(sum.toString());

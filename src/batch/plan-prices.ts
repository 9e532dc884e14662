// Quotes the rows of a plan before any of them is sent: for their prices in the plan, and to compare them with the
// plan.
import { type RowPrice, whyDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import type { Message } from '../message.ts';
import { type ApprovedPlan, priceIn } from './approved-plan/approved-plan.ts';
import type { PayoutRow } from './input/row.ts';
import type { OpenRun } from './open-run.ts';
import { keyedPages } from './plan/keyed-pages.ts';
import type { SurveyedFile } from './plan/known-file.ts';
import { planMessage } from './plan/messages.ts';
import type { RunContext } from './send/context.ts';
import { RowPool } from './send/row-pool.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

interface Priced extends OpenRun, SurveyedFile {
  readonly context: Pick<RunContext, 'client' | 'breaker'>;
}

/** `sequence`: its ordinal among the file's rows. */
export interface RowToPrice {
  readonly row: PayoutRow;
  readonly sequence: number;
}

type OnPrice = (of: RowToPrice, price: RowPrice | { readonly failure: Message }) => void;

/** `name`: of the plan or the file. Errors: {@link PlanError} if it was stopped before every row had its price. */
export async function quoteRows(
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
      if (quoted.outcome === 'accepted') onPrice(one, priceIn(quoteFigures(quoted.text, client.profile)));
      else onPrice(one, { failure: quoted.message });
    });
  }
  await pool.drain();
  if (breaker.reason)
    throw PlanError.of('plan_drift', name, planMessage('pricing_stopped', { reason: breaker.reason }));
}

/**
 * Every open row is quoted before the first is sent. If no row is above its limit, no total is. Errors: {@link
 * PlanError} if a row is too dear, or has no price.
 */
export async function refuseDearer(priced: Priced, approved: ApprovedPlan): Promise<void> {
  const { plan, name, drift } = approved;
  if (!plan.settings.quote || plan.kind !== 'payouts') return;
  const dearer: Message[] = [];
  await quoteRows(priced, name, openRows(priced, approved), ({ row: { line }, sequence }, price) => {
    if ('failure' in price) {
      dearer.push(planMessage('row_unquoted', { line, failure: price.failure }));
      return;
    }
    const why = whyDearer(price, plan.rows[sequence] ?? {}, drift);
    if (why !== undefined) dearer.push(planMessage('row_dearer', { line, why }));
  });
  const [first] = dearer;
  if (first === undefined) return;
  throw PlanError.of('plan_drift', name, planMessage('prices_moved', { first, more: dearer.length - 1 }));
}

async function* openRows(priced: Priced, { open }: ApprovedPlan): AsyncGenerator<RowToPrice> {
  for await (const page of keyedPages(priced, priced.knownFile))
    for (const { row, key } of page)
      if (row.kind === 'payouts' && open.has(key.sequence)) yield { row, sequence: key.sequence };
}

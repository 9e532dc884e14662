// Quotes rows before any of them is sent, and compares the prices with the plan's.
import { costOf, type RowPrice, whyDearer, whySumDearer } from '../approval/drift.ts';
import { PlanError } from '../approval/plan-error.ts';
import { canonicalDecimal, DecimalSum } from '../interface/decimal.ts';
import type { Message } from '../message.ts';
import type { PayoutRow } from './input/row.ts';
import { type Approved, costIn } from './plan/approved/approved.ts';
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

/** What a row costs, or why that is unknown. `sequence`: its ordinal among the file's rows. */
type OnPrice = (row: PayoutRow, sequence: number, price: RowPrice | { readonly failure: Message }) => void;

export class RowPrices {
  readonly #priced: Priced;
  readonly #onPrice: OnPrice;
  readonly #pool: RowPool;

  constructor(priced: Priced, onPrice: OnPrice) {
    this.#priced = priced;
    this.#onPrice = onPrice;
    this.#pool = new RowPool(priced.settings.concurrency);
  }

  async add(row: PayoutRow, sequence: number): Promise<void> {
    const { client, breaker } = this.#priced.context;
    if (breaker.isTripped) return;
    const ask = async (): Promise<void> => {
      const quoted = await quote(client, row);
      const isQuoted = quoted.outcome === 'accepted';
      const price = isQuoted
        ? costIn(quoteFigures(quoted.text, client.profile))
        : { failure: quoted.message };
      this.#onPrice(row, sequence, price);
    };
    await this.#pool.add(ask);
  }

  /** `name`: of the plan or the file. Errors: {@link PlanError} where it was stopped before every row had its price. */
  async end(name: string): Promise<void> {
    await this.#pool.drain();
    const { breaker } = this.#priced.context;
    if (breaker.reason) {
      const what = planMessage('pricing_stopped', { reason: breaker.reason });
      throw PlanError.of('plan_drift', name, what);
    }
  }
}

/** Every open row is quoted before the first is sent. Errors: {@link PlanError} if a row, or the total, is too dear. */
export async function verifyPrices(priced: Priced, { plan, name, drift, open }: Approved): Promise<void> {
  if (!plan.settings.quote || plan.kind !== 'payouts') return;
  const sums = new Map<string, { now: DecimalSum; was: DecimalSum }>();
  const dearer: Message[] = [];
  const prices = new RowPrices(priced, (row, sequence, now) => {
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
  for await (const page of keyedPages(priced, priced.known))
    for (const { row, key } of page)
      if (row.kind === 'payouts' && open.has(key.sequence)) await prices.add(row, key.sequence);
  await prices.end(name);
  for (const [currency, { now, was }] of sums) {
    const why = whySumDearer(plainSum(now), plainSum(was), drift);
    if (why !== undefined) dearer.push(planMessage('sum_dearer', { currency, why }));
  }
  const [first] = dearer;
  if (first === undefined) return;
  const what = planMessage('prices_moved', { first, more: dearer.length - 1 });
  throw PlanError.of('plan_drift', name, what);
}

const plainSum = (sum: DecimalSum): string => canonicalDecimal(sum.toString());

// A quote for each of some rows, before any of them is sent.
import { PlanError } from '../approval/plan-error.ts';
import type { ServiceClient } from '../client/client.ts';
import type { PayoutRow } from './input/row.ts';
import type { CircuitBreaker } from './send/circuit-breaker.ts';
import { RowPool } from './send/row-pool.ts';
import { quote, type QuoteFigures, quoteFigures } from './send/steps/quote.ts';

export interface Priceable {
  readonly row: PayoutRow;
  readonly at: number;
}

export interface Pricing {
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly concurrency: number;
  /** The plan or the file, for the message of a run that was stopped meanwhile. */
  readonly name: string;
}

export type Price = { readonly figures: QuoteFigures } | { readonly failure: string };

/** Errors: {@link PlanError} where it was stopped before every row had its price. */
export async function priceRows(
  rows: AsyncIterable<Priceable> | Iterable<Priceable>,
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

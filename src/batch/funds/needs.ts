// The needs of a file from each source (the developer's wallet, a customer's wallet), by its quotes. Rows that are
// paid or in doubt by the ledger need nothing.
import type { FileHandle } from 'node:fs/promises';

import type { ServiceClient } from '../../client/client.ts';
import { placed } from '../../files/input-error.ts';
import { type DecimalSum, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { type Message, messagesOf } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { addTo } from '../input/facts.ts';
import type { Pass } from '../input/input-file.ts';
import { NO_CURRENCY, type PayoutRow } from '../input/row.ts';
import type { Checked } from '../input/survey.ts';
import { plannedPages } from '../plan/keyed-pages.ts';
import type { KnownFile } from '../plan/known-file.ts';
import { knownMessage } from '../plan/messages.ts';
import { QuoteSums } from '../results/tally.ts';
import type { CircuitBreaker } from '../send/breakers.ts';
import { RowPool } from '../send/row-pool.ts';
import { NO_FIGURES, quote, type QuoteFigures, quoteFigures } from '../send/steps/quote.ts';

/** Messages about costs and balances. Their sentences are in words/funds.ts. */
export interface FundsMessages {
  /** An invalid row. */
  row_left_out: object;
  no_balance: object;
  /** `fields`: profile.quoteSourceAmountFields. */
  no_debit: { fields: readonly string[] };
  not_quoted: { reason: Message };
  cost_unknown: { file: string; rows: number; problem: Message | undefined };
  balances_unreadable: { file: string; why: Message };
  balance_short: { file: string; short: readonly Shortfall[] };
}

export const fundsMessage = messagesOf<FundsMessages>();

/** Amounts as decimal text. */
export interface Shortfall {
  readonly needed: string;
  readonly balance: string;
  readonly missing: string;
  readonly currency: string;
}

export interface FundingSource {
  /** A customer's wallet; `null` for the developer's. */
  readonly walletId: string | null;
  readonly currency: string;
  readonly network: string;
  readonly quotes: QuoteSums;
  /** The totals to be received, by destination currency. */
  readonly totals: Map<string, DecimalSum>;
}

export interface Needs {
  readonly sources: readonly FundingSource[];
  /** Rows that would be sent: not invalid, paid or in doubt. */
  readonly rows: number;
  /** Rows with an unknown cost. With such a row, the balance does not count as enough for the file. */
  readonly unknown: number;
  readonly totals: ReadonlyMap<string, DecimalSum>;
  /** Why the first missing figure is missing. */
  readonly problem: Message | undefined;
}

export interface NeedsInput {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly client: ServiceClient;
  readonly concurrency: number;
  readonly breaker: CircuitBreaker;
  /** `undefined` without a ledger. */
  readonly knownFile: KnownFile | undefined;
  readonly developerOnly: boolean;
}

/** Errors: {@link Refusal}. */
export function refuseCustomers({ kind }: Pick<Pass, 'kind'>, file: string): void {
  if (kind === 'customers')
    throw new Refusal('kind', placed('at_place', { file, what: knownMessage('customers_unpriced') }));
}

/** Quotes every row that would be sent. */
export async function needs(input: NeedsInput): Promise<Needs> {
  const sources = new Map<string, FundingSource>();
  const totals = new Map<string, DecimalSum>();
  let problem: Message | undefined;
  const pool = new RowPool(input.concurrency);
  for await (const rows of plannedPages(input, input.knownFile)) {
    for (const { row, planned } of rows) {
      if (row.kind !== 'payouts' || row.issues.length > 0 || planned.do !== 'send') continue;
      if (input.developerOnly && row.body.useDeveloperFunds !== true) continue;
      const source = sourceOf(row, sources);
      for (const of of [source.totals, totals]) addTo(of, row.currency, row.amount);
      await pool.add(async () => {
        const price = await priceOf(row, input);
        if ('problem' in price) problem ??= price.problem;
        source.quotes.add('problem' in price ? NO_FIGURES : price);
      });
    }
  }
  await pool.drain();
  const all = [...sources.values()];
  const sum = (what: 'rows' | 'unknown'): number => all.reduce((most, { quotes }) => most + quotes[what], 0);
  return { sources: all, rows: sum('rows'), unknown: sum('unknown'), totals, problem };
}

function sourceOf({ body }: PayoutRow, sources: Map<string, FundingSource>): FundingSource {
  const { currency = NO_CURRENCY, network = '', walletId: ownWallet = '' } = body.source ?? {};
  const walletId = body.useDeveloperFunds === true ? null : ownWallet;
  const id = JSON.stringify([walletId, currency, network]);
  const source = sources.get(id) ?? {
    ...{ walletId, currency, network },
    ...{ quotes: new QuoteSums(), totals: new Map<string, DecimalSum>() },
  };
  sources.set(id, source);
  return source;
}

/** The figures of the row's quote, or why there are none. */
async function priceOf(
  row: PayoutRow,
  { client, breaker }: NeedsInput,
): Promise<QuoteFigures | { readonly problem: Message }> {
  if (breaker.reason) return { problem: fundsMessage('not_quoted', { reason: breaker.reason }) };
  const outcome = await quote(client, row);
  breaker.observeCall(outcome);
  if (outcome.outcome !== 'accepted') return { problem: outcome.message };
  const figures = quoteFigures(outcome.text, client.profile);
  if (PLAIN_DECIMAL.test(figures.quoteSourceAmount)) return figures;
  return { problem: fundsMessage('no_debit', { fields: client.profile.quoteSourceAmountFields }) };
}

// What a file needs of each source (the developer's wallet, a customer's wallet), by what the quotes say. Rows that the
// ledger knows to be paid, or that are in doubt, need nothing more.
import type { FileHandle } from 'node:fs/promises';

import Big from 'big.js';

import type { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { type DecimalSum, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { addTo } from '../input/facts.ts';
import type { Checked } from '../input/first-pass.ts';
import { type BatchRow, NO_CURRENCY, type PayoutRow } from '../input/row.ts';
import { keyedPages, type KeyedRow } from '../plan/keyed-pages.ts';
import type { KnownFile } from '../plan/known-file.ts';
import { planPage } from '../plan/page.ts';
import type { CircuitBreaker } from '../send/circuit-breaker.ts';
import { RowPool } from '../send/row-pool.ts';
import { quoteBody, quoteFigures } from '../send/steps/quote.ts';

export interface Source {
  /** A customer's wallet; `null` for the developer's. */
  readonly walletId: string | null;
  readonly currency: string;
  readonly network: string;
  rows: number;
  /** What the quotes debit, and their fees, so far as they tell them. */
  debited: Big;
  fees: Big;
  /** Rows whose quote failed, or tells no figure. */
  unknown: number;
  /** Destination currency -> what is to arrive. */
  readonly totals: Map<string, DecimalSum>;
  /** Some of the customers that it pays for. */
  readonly customers: Set<string>;
}

/** The most that can be taken, whether a debit has its fee in it or not. */
export const costOf = ({ debited, fees }: Pick<Source, 'debited' | 'fees'>): Big => debited.plus(fees);

export interface Needs {
  readonly sources: readonly Source[];
  /** Rows that would be sent; the others are refused here, paid before or in doubt. */
  readonly rows: number;
  /** Of these rows: destination currency -> what is to arrive. */
  readonly totals: ReadonlyMap<string, DecimalSum>;
  /** Why a figure is missing, the first time. */
  readonly problem: string;
}

export interface NeedsInput {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly breaker: CircuitBreaker;
  /** What the ledger knows of the rows; `undefined` where there is no ledger. */
  readonly known: KnownFile | undefined;
  /** Only rows that the developer funds. */
  readonly developerOnly: boolean;
  /** Every row is quoted; otherwise the total of each pair of currencies, once: a good guess for a few calls. */
  readonly exact: boolean;
}

const CUSTOMERS_KEPT = 20;

export async function needs(input: NeedsInput): Promise<Needs> {
  const found = new Found(input);
  const pool = new RowPool(input.concurrency);
  for await (const rows of keyedPages(input, input.known)) {
    for (const row of await toBeSent(rows, input)) {
      if (row.kind !== 'payouts') continue;
      if (input.developerOnly && row.body.useDeveloperFunds !== true) continue;
      const source = found.add(row);
      if (input.exact)
        await pool.add(
          () => found.quote(row, source),
          () => 0,
        );
    }
  }
  await pool.drain();
  if (!input.exact)
    for (const group of found.groups.values()) await found.quote(group.row, group.source, group.total);
  return found.needs();
}

/** The needs of the whole file, whatever was paid before, by one price for each pair: no look at the rows. */
export async function roughNeeds(input: NeedsInput): Promise<Needs> {
  const found = new Found(input);
  for (const { row, total } of input.checked.facts.developerFunded.values()) {
    await found.quote(row, found.add(row), new Big(total.toString()));
  }
  return found.needs();
}

async function toBeSent(rows: readonly KeyedRow[], { known }: NeedsInput): Promise<readonly BatchRow[]> {
  const good = rows.filter(({ row }) => row.issues.length === 0);
  if (!known) return good.map(({ row }) => row);
  const planned = await planPage(good, known.page);
  return planned.flatMap(({ row, planned: { do: what } }) => (what === 'send' ? [row] : []));
}

class Found {
  readonly sources = new Map<string, Source>();
  /** One row of each pair of currencies of a source, and the pair's total. */
  readonly groups = new Map<string, { row: PayoutRow; source: Source; total: Big }>();
  readonly totals = new Map<string, DecimalSum>();
  rows = 0;
  problem = '';
  readonly #input: NeedsInput;

  constructor(input: NeedsInput) {
    this.#input = input;
  }

  add(row: PayoutRow): Source {
    this.rows++;
    const { source: from = {}, destination, useDeveloperFunds, customerId } = row.body;
    const walletId = useDeveloperFunds === true ? null : (from.walletId ?? '');
    const { currency = NO_CURRENCY, network = '' } = from;
    const id = JSON.stringify([walletId, currency, network]);
    let source = this.sources.get(id);
    if (!source) {
      source = {
        walletId,
        currency,
        network,
        rows: 0,
        debited: new Big(0),
        fees: new Big(0),
        unknown: 0,
        totals: new Map(),
        customers: new Set(),
      };
      this.sources.set(id, source);
    }
    source.rows++;
    for (const totals of [source.totals, this.totals]) addTo(totals, row.currency, row.amount);
    if (customerId !== undefined && source.customers.size < CUSTOMERS_KEPT) source.customers.add(customerId);
    const pair = `${id}/${destination?.currency ?? ''}`;
    const group = this.groups.get(pair);
    if (group) group.total = group.total.plus(row.amount);
    else this.groups.set(pair, { row, source, total: new Big(row.amount) });
    return source;
  }

  /** Asks for the price of a row, or of a total in its place. */
  async quote(row: PayoutRow, source: Source, total?: Big): Promise<void> {
    const { client, breaker } = this.#input;
    if (breaker.isTripped) {
      this.#unknown(source, `stopped: ${breaker.reason}`);
      return;
    }
    const body = quoteBody(row, client.profile);
    const outcome = await client.quoteTransfer(
      total === undefined ? body : { ...body, receiverAmount: total.toFixed() },
    );
    breaker.observeCall(outcome);
    if (outcome.outcome !== 'accepted') {
      this.#unknown(source, outcome.message);
      return;
    }
    const { quoteSourceAmount, quoteFee } = quoteFigures(outcome.text, client.profile);
    if (!PLAIN_DECIMAL.test(quoteSourceAmount)) {
      const names = client.profile.quoteSourceAmountFields.join(', ');
      this.#unknown(
        source,
        `a quote shows no amount to debit under ${names} (profile.quoteSourceAmountFields)`,
      );
      return;
    }
    source.debited = source.debited.plus(quoteSourceAmount);
    if (PLAIN_DECIMAL.test(quoteFee)) source.fees = source.fees.plus(quoteFee);
  }

  needs(): Needs {
    const { rows, totals, problem } = this;
    return { sources: [...this.sources.values()], rows, totals, problem };
  }

  #unknown(source: Source, problem: string): void {
    source.unknown++;
    if (this.problem === '') this.problem = problem;
  }
}

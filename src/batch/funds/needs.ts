// What a file needs of each source (the developer's wallet, a customer's wallet), by what the quotes say. Rows that the
// ledger knows to be paid, or that are in doubt, need nothing more.
import type { FileHandle } from 'node:fs/promises';

import Big from 'big.js';

import type { ServiceClient } from '../../client/client.ts';
import { type DecimalSum, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Message } from '../../message.ts';
import { addTo } from '../input/facts.ts';
import type { Checked } from '../input/first-pass.ts';
import { NO_CURRENCY, type PayoutRow } from '../input/row.ts';
import { plannedPages } from '../plan/keyed-pages.ts';
import type { KnownFile } from '../plan/known-file.ts';
import type { CircuitBreaker } from '../send/circuit-breaker.ts';
import { RowPool } from '../send/row-pool.ts';
import { quote, quoteFigures } from '../send/steps/quote.ts';
import { fundsMessage } from './messages.ts';

export interface Source {
  /** A customer's wallet; `null` for the developer's. */
  readonly walletId: string | null;
  readonly currency: string;
  readonly network: string;
  rows: number;
  /** Of the quotes. */
  debited: Big;
  fees: Big;
  /** Rows without a usable quote. */
  unknown: number;
  /** Destination currency -> what is to arrive. */
  readonly totals: Map<string, DecimalSum>;
}

/** The fee may be part of the debit: the cost is never too low. */
export const costOf = ({ debited, fees }: Pick<Source, 'debited' | 'fees'>): Big => debited.plus(fees);

export interface Needs {
  readonly sources: readonly Source[];
  /** Rows that would be sent; the others are refused here, paid before or in doubt. */
  readonly rows: number;
  /** Rows with an unknown cost. While there are any, the balance does not count as covering the file. */
  readonly unknown: number;
  readonly totals: ReadonlyMap<string, DecimalSum>;
  /** Why a figure is missing, the first time. */
  readonly problem: Message | undefined;
}

export interface NeedsInput {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly client: ServiceClient;
  readonly concurrency: number;
  readonly breaker: CircuitBreaker;
  /** `undefined` without a ledger. */
  readonly known: KnownFile | undefined;
  readonly developerOnly: boolean;
}

/** Quotes every row that would be sent. */
export async function needs(input: NeedsInput): Promise<Needs> {
  const quoted = new QuotedRows(input);
  const pool = new RowPool(input.concurrency);
  for await (const rows of plannedPages(input, input.known)) {
    for (const { row, planned } of rows) {
      if (row.kind !== 'payouts' || row.issues.length > 0 || planned.do !== 'send') continue;
      if (input.developerOnly && row.body.useDeveloperFunds !== true) continue;
      await pool.add(() => quoted.add(row));
    }
  }
  await pool.drain();
  return quoted.needs();
}

class QuotedRows {
  readonly #sources = new Map<string, Source>();
  readonly #totals = new Map<string, DecimalSum>();
  readonly #input: NeedsInput;
  #rows = 0;
  #problem: Message | undefined;

  constructor(input: NeedsInput) {
    this.#input = input;
  }

  async add(row: PayoutRow): Promise<void> {
    const source = this.#sourceOf(row);
    this.#rows++;
    source.rows++;
    for (const totals of [source.totals, this.#totals]) addTo(totals, row.currency, row.amount);
    const { client, breaker } = this.#input;
    if (breaker.reason) {
      this.#unknown(source, fundsMessage('not_quoted', { reason: breaker.reason }));
      return;
    }
    const outcome = await quote(client, row);
    breaker.observeCall(outcome);
    if (outcome.outcome !== 'accepted') {
      this.#unknown(source, outcome.message);
      return;
    }
    const { quoteSourceAmount, quoteFee } = quoteFigures(outcome.text, client.profile);
    if (!PLAIN_DECIMAL.test(quoteSourceAmount)) {
      const fields = client.profile.quoteSourceAmountFields;
      this.#unknown(source, fundsMessage('no_debit', { fields }));
      return;
    }
    source.debited = source.debited.plus(quoteSourceAmount);
    if (PLAIN_DECIMAL.test(quoteFee)) source.fees = source.fees.plus(quoteFee);
  }

  #sourceOf({ body }: PayoutRow): Source {
    const { currency = NO_CURRENCY, network = '', walletId: ownWallet = '' } = body.source ?? {};
    const walletId = body.useDeveloperFunds === true ? null : ownWallet;
    const id = JSON.stringify([walletId, currency, network]);
    let source = this.#sources.get(id);
    if (!source) {
      const none = { rows: 0, debited: new Big(0), fees: new Big(0), unknown: 0, totals: new Map() };
      this.#sources.set(id, (source = { walletId, currency, network, ...none }));
    }
    return source;
  }

  #unknown(source: Source, problem: Message): void {
    source.unknown++;
    this.#problem ??= problem;
  }

  needs(): Needs {
    const sources = [...this.#sources.values()];
    const unknown = sources.reduce((sum, one) => sum + one.unknown, 0);
    return { sources, rows: this.#rows, unknown, totals: this.#totals, problem: this.#problem };
  }
}

// Rows and exact totals by status, which must add up to the input.
import { EXIT } from '../../errors.ts';
import { inFull } from '../../interface/currencies.ts';
import { compareDecimals, DecimalSum, exact, isZero, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { inStatusOrder, type RowStatus, type StatusCounts } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { FileFacts } from '../input/facts.ts';
import type { BatchRow } from '../input/row.ts';
import { fileMessage } from './messages.ts';
import { PAID_OTHERWISE, type RowResult } from './result.ts';

/** `invalid` rows with these codes have a reference that was used before. */
const USED_REFERENCE: ReadonlySet<string> = new Set([PAID_OTHERWISE, 'reference_like']);

export class Tally {
  readonly #counts = new Map<RowStatus, number>();
  /** `invalid` rows whose reference was used before. */
  usedReference = 0;
  /** `not_sent` rows that are possible duplicates. */
  held = 0;
  readonly #totals = new Map<string, Map<RowStatus, DecimalSum>>();

  add(
    { currency, amount }: Pick<BatchRow, 'currency' | 'amount'>,
    { status, errorCode }: Pick<RowResult, 'status' | 'errorCode'>,
  ): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    if (USED_REFERENCE.has(errorCode)) this.usedReference += 1;
    if (errorCode === 'alike') this.held += 1;
    if (currency === '') return; // a customer
    const sum = this.#sum(currency, status);
    if (amount !== '') sum.add(amount);
  }

  get counts(): ReadonlyMap<RowStatus, number> {
    return inStatusOrder(this.#counts);
  }

  #sum(currency: string, status: RowStatus): DecimalSum {
    let byStatus = this.#totals.get(currency);
    if (!byStatus) this.#totals.set(currency, (byStatus = new Map<RowStatus, DecimalSum>()));
    let sum = byStatus.get(status);
    if (!sum) byStatus.set(status, (sum = new DecimalSum()));
    return sum;
  }

  count(...statuses: readonly RowStatus[]): number {
    return statuses.reduce((sum, status) => sum + (this.#counts.get(status) ?? 0), 0);
  }

  /** Currency -> status -> decimal text. */
  totals(): Record<string, Record<string, string>> {
    // A currency may be called __proto__.
    return Object.fromEntries(
      [...this.#totals].map(([currency, sums]) => [
        currency,
        Object.fromEntries([...inStatusOrder(sums)].map(([status, sum]) => [status, sum.toString()])),
      ]),
    );
  }

  /** Currency -> decimal text, of one status. */
  totalsOf(status: RowStatus): Record<string, string> {
    const all = [...this.#totals].map(
      ([currency, sums]) => [currency, sums.get(status)?.toString()] as const,
    );
    return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** Differences from the first reading. */
  footing(facts: FileFacts): Message[] {
    const wrong: Message[] = [];
    const results = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    if (results !== facts.rows) wrong.push(fileMessage('rows_differ', { file: facts.rows, results }));
    for (const currency of new Set([...facts.totals.keys(), ...this.#totals.keys()])) {
      const sum = new DecimalSum();
      for (const part of this.#totals.get(currency)?.values() ?? []) sum.add(part.toString());
      const totals = { file: facts.totals.get(currency)?.toString() ?? '0', results: sum.toString() };
      if (compareDecimals(totals.file, totals.results) !== 0)
        wrong.push(fileMessage('totals_differ', { currency, ...totals }));
    }
    return wrong;
  }
}

export interface CurrencyCost {
  readonly currency: string;
  readonly rows: number;
  /** The specification does not say whether it includes the fees (2.4): see `cost`. */
  readonly debited: string;
  readonly fees: string | null;
  /** Debit and fee together, as a plan limits them. */
  readonly cost: string;
  /** Rows whose quote has no figure: they are in no sum. */
  readonly unknown: number;
}

/** Sums of the quotes of some rows. */
export class QuoteSums {
  rows = 0;
  /** Rows whose quote has no figure: they are in no sum. */
  unknown = 0;
  readonly debited = new DecimalSum();
  readonly fees = new DecimalSum();

  /** False where the quote has no figure. */
  add({ quoteSourceAmount, quoteFee }: Pick<RowResult, 'quoteSourceAmount' | 'quoteFee'>): boolean {
    this.rows++;
    if (!PLAIN_DECIMAL.test(quoteSourceAmount)) {
      this.unknown++;
      return false;
    }
    this.debited.add(quoteSourceAmount);
    if (PLAIN_DECIMAL.test(quoteFee)) this.fees.add(quoteFee);
    return true;
  }

  /** With the digits of the currency. `cost`: debit and fee together. */
  texts(currency: string): { readonly debited: string; readonly fees: string; readonly cost: string } {
    this.debited.widenTo(inFull('0', currency));
    this.fees.widenTo(this.debited.toString());
    const [debited, fees] = [this.debited.toString(), this.fees.toString()];
    return { debited, fees, cost: inFull(new exact(debited).plus(fees).toFixed(), currency) };
  }
}

/** What the rows of this run cost by their quotes: sums of debits and fees by source currency. */
class QuotedCost {
  readonly #byCurrency = new Map<string, QuoteSums>();

  add(row: BatchRow, outcome: RowResult): void {
    const { status, runId } = outcome;
    if (row.kind !== 'payouts' || runId !== '' || (status !== 'quoted' && status !== 'created')) return;
    const currency = row.body.source?.currency ?? '';
    let sums = this.#byCurrency.get(currency);
    if (!sums) this.#byCurrency.set(currency, (sums = new QuoteSums()));
    sums.add(outcome);
  }

  list(): CurrencyCost[] {
    // Without any figure, the rows were not quoted (--no-quote), or their cost is unknown.
    const quoted = [...this.#byCurrency].filter(([, { rows, unknown }]) => rows > unknown);
    return quoted.map(([currency, sums]) => {
      const { debited, fees, cost } = sums.texts(currency);
      return {
        currency,
        rows: sums.rows,
        unknown: sums.unknown,
        debited,
        fees: isZero(fees) ? null : fees,
        cost,
      };
    });
  }
}

/** The sums of a run's rows. */
export class RowSums {
  readonly tally = new Tally();
  /** Of these, rows whose status an earlier run gave. */
  readonly earlier = new Tally();
  readonly cost = new QuotedCost();

  add(row: BatchRow, outcome: RowResult): void {
    this.tally.add(row, outcome);
    this.cost.add(row, outcome);
    if (outcome.runId !== '') this.earlier.add(row, outcome);
  }

  /** How the command ends by its rows alone. */
  end(facts: FileFacts, stopped: Message | undefined) {
    const { tally, earlier } = this;
    const footing = tally.footing(facts);
    const code = exitCode(tally, stopped !== undefined);
    const isWrong = footing.length > 0 && code === EXIT.ok;
    const sums = { tally, earlier, cost: this.cost.list() };
    return { ...sums, facts, stopped, footing, exitCode: isWrong ? EXIT.refusedRows : code };
  }
}

export const exitCode = (tally: Tally, stoppedEarly: boolean): number =>
  exitOfCounts(Object.fromEntries(tally.counts), stoppedEarly, tally.held);

/**
 * By the rows (manual, exit codes): in doubt outranks stopped early, and that outranks refused and held. `held`: of
 * the rows that are `not_sent`.
 */
export function exitOfCounts(counts: StatusCounts, stoppedEarly: boolean, held: number): number {
  const count = (...statuses: RowStatus[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  if (count('in_doubt') > 0) return EXIT.inDoubt;
  // Running the same again sends rows that were not sent, except held ones.
  if (stoppedEarly || count('not_sent', 'pending') > held) return EXIT.stopped;
  return held + count('invalid', 'rejected', 'failed') > 0 ? EXIT.refusedRows : EXIT.ok;
}

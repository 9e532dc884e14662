// The sums of a run: rows and exact totals, what was paid when, failures by cause, cost. Pure. Rows are added one by
// one, so that a million rows are never in memory.
import { isInvalid } from '../batch/results/messages.ts';
import { RETRYABLE } from '../batch/results/result.ts';
import { QuoteSums, Tally } from '../batch/results/tally.ts';
import { plain } from '../files/plain.ts';
import { inFull } from '../interface/currencies.ts';
import { compareDecimals, DecimalSum, PLAIN_DECIMAL } from '../interface/decimal.ts';
import type { RowStatus } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import { issueText } from '../words/issues.ts';
import { say, sayOf } from '../words/say.ts';
import { amountText, type ReportRow } from './row.ts';

/** The outcome of an amount of the file. */
export const PLACES = ['now', 'before', 'since', 'otherwise', 'inDoubt', 'pending', 'notPaid'] as const;
export type AmountPlace = (typeof PLACES)[number];

interface CurrencyTotal {
  readonly currency: string;
  /** Of all known rows. */
  readonly total: string;
  readonly rows: number;
  readonly places: Readonly<Record<AmountPlace, { readonly rows: number; readonly total: string }>>;
}

interface Failure {
  readonly status: RowStatus;
  readonly errorCode: string;
  /** Without its place. */
  readonly message: string;
  count: number;
  /** Of the first few rows. */
  readonly lines: number[];
}

/** The cost of the payments of this batch, of all its runs, for a pair of currencies. */
export interface PairCost {
  readonly currency: string;
  readonly destination: string;
  /** Payments with a quote, and those without one: they are in no sum. */
  readonly rows: number;
  readonly unquoted: number;
  readonly quoted: string;
  readonly fees: string;
  readonly rateLow: string;
  readonly rateHigh: string;
  readonly cost: string;
}

export const rateText = ({ rateLow, rateHigh }: PairCost): string =>
  rateLow === rateHigh ? rateLow : `${rateLow} to ${rateHigh}`;

const CAUSES_KEPT = 200;
const LINES_KEPT = 5;

/** Of one pair of currencies. */
class PairSums {
  readonly quotes = new QuoteSums();
  rateLow = '';
  rateHigh = '';
}

class Sums {
  rows = 0;
  readonly total = new DecimalSum();
  readonly places = new Map<AmountPlace, { rows: number; readonly total: DecimalSum }>();
}

export class RunSummary {
  readonly tally = new Tally();
  rows = 0;
  /** Rows whose amount can't be read. No total includes them. */
  unreadable = 0;
  /** Failures beyond the number of causes that are kept. */
  otherFailures = 0;
  /** Unpaid rows: with other content under their reference, to be corrected, and to be run again. */
  otherwise = 0;
  toCorrect = 0;
  toRepeat = 0;
  readonly #sums = new Map<string, Sums>();
  readonly #failures = new Map<string, Failure>();
  /** By source and destination currency. */
  readonly #costs = new Map<string, PairSums>();

  add(row: ReportRow): void {
    this.rows++;
    this.tally.add(row, row);
    if (row.currency !== '' && row.amount === '') this.unreadable++;
    this.#place(row);
    if (RETRYABLE.has(row.status)) {
      this.#fail(row);
      if (row.isSentOtherwise) this.otherwise++;
      else if (row.status === 'invalid' || row.status === 'rejected') this.toCorrect++;
      else this.toRepeat++;
    }
    if (row.paid !== 'no' && row.status === 'created' && row.currency !== '') this.#pay(row);
  }

  #place(row: ReportRow): void {
    const { currency, amount } = row;
    let sums = this.#sums.get(currency);
    if (!sums) this.#sums.set(currency, (sums = new Sums()));
    const place = placeOf(row);
    let there = sums.places.get(place);
    if (!there) sums.places.set(place, (there = { rows: 0, total: new DecimalSum() }));
    sums.rows++;
    there.rows++;
    if (amount === '') return;
    sums.total.add(amount);
    there.total.add(amount);
  }

  #fail({ status, errorCode, message: told, line }: ReportRow): void {
    const message = withoutPlaces(told);
    const cause = JSON.stringify([status, errorCode, message]);
    const known = this.#failures.get(cause);
    if (known) {
      known.count++;
      if (known.lines.length < LINES_KEPT) known.lines.push(line);
    } else if (this.#failures.size < CAUSES_KEPT) {
      this.#failures.set(cause, { status, errorCode, message, count: 1, lines: [line] });
    } else this.otherFailures++;
  }

  #pay(row: ReportRow): void {
    const currency = row.fields.get('source.currency')?.trim().toUpperCase() ?? '';
    const pair = JSON.stringify([currency, row.currency]);
    let cost = this.#costs.get(pair);
    if (!cost) this.#costs.set(pair, (cost = new PairSums()));
    const { quoteRate: rate } = row;
    if (!cost.quotes.add(row) || !PLAIN_DECIMAL.test(rate)) return;
    if (cost.rateLow === '' || compareDecimals(rate, cost.rateLow) < 0) cost.rateLow = rate;
    if (cost.rateHigh === '' || compareDecimals(rate, cost.rateHigh) > 0) cost.rateHigh = rate;
  }

  /** By currency. Customers and trades have none. */
  get currencies(): CurrencyTotal[] {
    return [...this.#sums]
      .filter(([currency]) => currency !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { rows, total, places }]) => ({
        currency,
        rows,
        total: inFull(total.toString(), currency),
        places: Object.fromEntries(
          PLACES.map((place) => {
            const there = places.get(place);
            return [
              place,
              { rows: there?.rows ?? 0, total: inFull(there?.total.toString() ?? '0', currency) },
            ];
          }),
        ) as CurrencyTotal['places'], // each place is there
      }));
  }

  /** Most rows first. */
  get failures(): Failure[] {
    return [...this.#failures.values()].sort((a, b) => b.count - a.count);
  }

  get costs(): PairCost[] {
    return [...this.#costs].map(([pair, { quotes, rateLow, rateHigh }]) => {
      const [currency, destination] = JSON.parse(pair) as [string, string]; // its own key
      const { debited: quoted, fees, cost } = quotes.texts(currency);
      const rows = quotes.rows - quotes.unknown;
      return {
        ...{ currency, destination, rows, unquoted: quotes.unknown, quoted, fees },
        ...{ rateLow, rateHigh, cost },
      };
    });
  }

  /** Differences from the totals of the file; empty if there are none, or the file's totals are not known. */
  footing(expected: Readonly<Record<string, string>> | null): string[] {
    if (expected === null) return [];
    const mine = new Map(this.currencies.map(({ currency, total }) => [currency, total]));
    return [...new Set([...Object.keys(expected), ...mine.keys()])].flatMap((currency) => {
      const [file = '0', here = '0'] = [expected[currency], mine.get(currency)];
      return compareDecimals(file, here) === 0
        ? []
        : [`the file has ${amountText(file, currency)}, the ledger ${amountText(here, currency)}`];
    });
  }
}

function placeOf({ paid, isSentOtherwise, status }: ReportRow): AmountPlace {
  if (paid !== 'no') return paid;
  if (isSentOtherwise) return 'otherwise';
  if (status === 'pending') return status;
  return status === 'in_doubt' ? 'inDoubt' : 'notPaid';
}

/** The reason without lines and columns, so that equal reasons are counted together. */
function withoutPlaces(message: Message | undefined): string {
  if (!message || !isInvalid(message)) return sayOf(message);
  return message.params.issues.map((issue) => plain(issueText(issue, say))).join(' | ');
}

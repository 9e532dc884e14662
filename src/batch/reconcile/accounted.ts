// A payment that is made again and again, to one payee and of one amount: each of its lines looks like any of its rows. Where each
// line has a payment of the ledger that was booked as usual, and none stands where the row's own would, none of them is the row's. Pure.
import { folded, saysNotPaid } from './against.ts';
import { isMemoOf } from './cells.ts';
import type { DoubtfulRow } from './doubtful-row.ts';
import { byValue, type StatementLine } from './lines.ts';
import { CLOCK_MS, DAY_MS, HOUR_MS } from './when.ts';

/** As long behind its sending a usual booking is made. */
const BOOKED_MS = 12 * HOUR_MS;

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Lines and payments of one payee, amount and currency; of these, what a row of one memo may own, and what has that memo or none. */
interface Alike {
  readonly lines: StatementLine[];
  readonly paid: DoubtfulRow[];
  readonly byMemo: Map<string, Alike>;
  /** Whether each line has a payment: by moments, or by the days between the bank's day and that of UTC. */
  readonly covered: Map<number | 'moment', boolean>;
}

export class Recurring {
  readonly #alike = new Map<string, Alike>();

  /** `paid`: what was surely paid, and has no line by its id. */
  constructor(lines: readonly StatementLine[], paid: readonly DoubtfulRow[]) {
    for (const line of lines)
      if (!saysNotPaid(line) && line.amount !== null)
        this.#of({ ...line, amount: line.amount }).lines.push(line);
    for (const one of paid) this.#of(one).paid.push(one);
  }

  /** `days`: how many the bank's day is from that of UTC at the row's hour, where something paid beside it tells. */
  isAccounted(row: DoubtfulRow, days: number | undefined): boolean {
    const alike = ofMemo(this.#of(row), row.memo);
    if (alike.lines.length === 0) return true;
    if (row.isByBadClock === true) return false;
    if (alike.lines.every(isDay)) {
      if (days === undefined) return false;
      const own = dayOf(row.fromMs) + days;
      return alike.lines.every((line) => dayOf(atOf(line)) !== own) && isCovered(alike, days);
    }
    if (!alike.lines.every(isMoment)) return false;
    return !alike.lines.some((line) => isUsual(row, atOf(line))) && isCovered(alike, 'moment');
  }

  #of({ payee, amount, currency }: Pick<DoubtfulRow, 'payee' | 'amount' | 'currency'>): Alike {
    const key = JSON.stringify([folded(payee), amount === '' ? '' : byValue(amount), folded(currency)]);
    let alike = this.#alike.get(key);
    if (!alike)
      this.#alike.set(key, (alike = { lines: [], paid: [], byMemo: new Map(), covered: new Map() }));
    return alike;
  }
}

/** A line that bears another memo is another's. */
function ofMemo(all: Alike, memo: string): Alike {
  let own = all.byMemo.get(memo);
  if (!own) {
    const may = (other: string): boolean => memo === '' || other === '' || isMemoOf(memo, other);
    own = {
      lines: all.lines.filter((line) => may(line.memo)),
      paid: all.paid.filter((one) => may(one.memo)),
      byMemo: new Map(),
      covered: new Map(),
    };
    all.byMemo.set(memo, own);
  }
  return own;
}

const isDay = ({ time }: StatementLine): boolean => time !== null && time.toMs > time.fromMs;
const isMoment = ({ time }: StatementLine): boolean => time !== null && time.isLocal !== true;
const atOf = ({ time }: StatementLine): number => time?.fromMs ?? 0;
const isUsual = (one: DoubtfulRow, ms: number): boolean =>
  ms >= one.fromMs - CLOCK_MS && ms <= one.toMs + BOOKED_MS;

function isCovered(alike: Alike, by: number | 'moment'): boolean {
  let known = alike.covered.get(by);
  if (known === undefined) {
    known = by === 'moment' ? byMoment(alike) : byDay(alike, by);
    alike.covered.set(by, known);
  }
  return known;
}

function byDay({ lines, paid }: Alike, days: number): boolean {
  const made = new Map<number, number>();
  for (const { fromMs } of paid) {
    const day = dayOf(fromMs) + days;
    made.set(day, (made.get(day) ?? 0) + 1);
  }
  return lines.every((line) => {
    const day = dayOf(atOf(line));
    const left = (made.get(day) ?? 0) - 1;
    made.set(day, left);
    return left >= 0;
  });
}

function byMoment({ lines, paid }: Alike): boolean {
  const free = [...paid].sort((a, b) => a.toMs - b.toMs);
  return [...lines]
    .sort((a, b) => atOf(a) - atOf(b))
    .every((line) => {
      // Whoever's time is up first.
      const first = free.findIndex((one) => isUsual(one, atOf(line)));
      if (first >= 0) free.splice(first, 1);
      return first >= 0;
    });
}

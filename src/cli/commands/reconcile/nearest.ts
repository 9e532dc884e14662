// The rows of a file that stand nearest to one of it. Pure.
import { oneSpelling } from '../../../interface/created-id.ts';
import type { RunRowRecord } from '../../../ledger/ledger.ts';
import type { LedgerRow } from './ledger-row.ts';

/** On each side: of what the run has paid in the row's currency, and of all rows, which another run may have paid. */
const PAID = 8;
const ALL = 4;

/** Keys of the rows nearest to one on both sides, and of those nearest to it that stand in the statement. */
export function nearest(
  rows: readonly RunRowRecord[],
  ids: ReadonlySet<string>,
): (row: LedgerRow) => readonly string[] {
  const at = new Map(rows.map(({ key }, nth) => [key, nth]));
  const paid = new Map<string, number[]>();
  const all: number[] = [];
  const there: number[] = [];
  for (const [nth, { key, createdId, currency }] of rows.entries()) {
    if (key === null) continue;
    all.push(nth);
    if (createdId === '') continue;
    const own = paid.get(currency);
    if (own) own.push(nth);
    else paid.set(currency, [nth]);
    if (ids.has(oneSpelling(createdId))) there.push(nth);
  }
  return ({ key, currency }) => {
    const nth = at.get(key);
    if (nth === undefined) return [];
    const around = [
      ...aroundOf(paid.get(currency) ?? [], nth, PAID),
      ...aroundOf(there, nth, 1),
      ...aroundOf(all, nth, ALL),
    ];
    return [...new Set(around)].flatMap((one) => rows[one]?.key ?? []);
  };
}

/** Of numbers that go up, those nearest to one on both sides, itself aside. */
function aroundOf(sorted: readonly number[], nth: number, count: number): number[] {
  const low = firstFrom(sorted, nth, (one) => one);
  const behind = sorted[low] === nth ? low + 1 : low;
  return [...sorted.slice(Math.max(0, low - count), low), ...sorted.slice(behind, behind + count)];
}

/** Of rows in the order of their times, those nearest to a time on both sides. */
export function besides<Row extends { readonly fromMs: number }>(
  sorted: readonly Row[],
  ms: number,
  count: number,
): Row[] {
  const low = firstFrom(sorted, ms, ({ fromMs }) => fromMs);
  return sorted.slice(Math.max(0, low - count), low + count);
}

function firstFrom<One>(sorted: readonly One[], least: number, of: (one: One) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = sorted[middle];
    if (one !== undefined && of(one) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

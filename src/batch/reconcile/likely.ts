// A row that the statement doesn't find, and a line of it that may be that row all the same: it lacks what would make it
// evidence, and nothing of it says that it is another's. Pure; it proves nothing.
import { same, saysNotPaid } from './against.ts';
import { isMemoOf } from './cells.ts';
import type { StatementLine } from './lines.ts';
import type { DoubtfulRow, Verdict } from './match.ts';
import { isNotLongBefore, isNotLongBehind, mayBeInTime } from './when.ts';

/** Lines of another time than the row's: booked late, or before it as well, by a clock that was ahead when it was sent. */
type Besides = 'late' | 'any';

/** The same with these lines alone; `undefined` where there is none, or where the verdict has evidence to speak by. */
export function likely<Row extends DoubtfulRow>(
  verdict: Verdict<Row>,
  besides: Besides = 'any',
): Verdict<Row> | undefined {
  if (verdict.is !== 'unmatched') return undefined;
  const near = verdict.near.filter((line) => mayBe(verdict.row, line, besides));
  return near.length === 0 ? undefined : { ...verdict, near };
}

function mayBe(row: DoubtfulRow, line: StatementLine, besides: Besides): boolean {
  if (saysNotPaid(line)) return false;
  if (line.time !== null && !mayBeInTime(row, line.time) && !isLike(row, line, besides)) return false;
  return row.memo === '' || line.memo === '' || isMemoOf(row.memo, line.memo);
}

/**
 * Of another time, but to this payee, of this amount and currency, and nobody else's: a bank books some payments a week late, over
 * holidays, and the clock by which it was sent may have been wrong.
 */
function isLike(row: DoubtfulRow, line: StatementLine, besides: Besides): boolean {
  if (line.time === null || !same(row.payee, line.payee) || !same(row.currency, line.currency)) return false;
  if (row.isByBadClock === true) return true;
  if (line.time.toMs > row.toMs) return isNotLongBehind(row, line.time, row.isByGoodClock === true);
  return besides === 'any' && row.isByGoodClock !== true && isNotLongBefore(row, line.time);
}

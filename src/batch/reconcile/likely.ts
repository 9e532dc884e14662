// A row that the statement doesn't find, and a line of it that may be that row all the same: it lacks what would make it
// evidence, and nothing of it says that it is another's. Pure; it proves nothing.
import { isMemoOf } from './cells.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, saysNotPaid, type Verdict } from './match.ts';
import { mayBeInTime } from './when.ts';

/** The same with these lines alone; `undefined` where there is none, or where the verdict has evidence to speak by. */
export function likely<Row extends DoubtfulRow>(verdict: Verdict<Row>): Verdict<Row> | undefined {
  if (verdict.is !== 'unmatched') return undefined;
  const near = verdict.near.filter((line) => mayBe(verdict.row, line));
  return near.length === 0 ? undefined : { ...verdict, near };
}

function mayBe(row: DoubtfulRow, line: StatementLine): boolean {
  if (saysNotPaid(line)) return false;
  if (line.time !== null && !mayBeInTime(row, line.time)) return false;
  return row.memo === '' || line.memo === '' || isMemoOf(row.memo, line.memo);
}

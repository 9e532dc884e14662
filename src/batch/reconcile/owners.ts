// Which rows each line of a statement could be, and who else than a row could own its lines. Pure.
import type { StatementLine } from './lines.ts';
import { isPlainlyLater, type Span } from './when.ts';

/** Of so many others that a line could be, more are not looked for: of hundreds alike each would look at all the others. */
const OTHERS_TOLD = 8;

export function ownersOf<Row>(
  linesOf: ReadonlyMap<Row, readonly StatementLine[]>,
): ReadonlyMap<StatementLine, readonly Row[]> {
  const rowsOf = new Map<StatementLine, Row[]>();
  for (const [row, own] of linesOf) {
    for (const line of own) {
      const known = rowsOf.get(line);
      if (known) known.push(row);
      else rowsOf.set(line, [row]);
    }
  }
  return rowsOf;
}

interface Sent extends Span {
  readonly sendingOf?: string;
  readonly isCalled?: boolean;
  readonly isByBadClock?: boolean;
}

/** Other rows that these lines could be. */
export function othersOf<Row extends Sent>(
  row: Row,
  own: readonly StatementLine[],
  rowsOf: ReadonlyMap<StatementLine, readonly Row[]>,
): Row[] {
  const others = new Set<Row>();
  for (const line of own) {
    for (const one of rowsOf.get(line) ?? []) {
      if (one !== row && !isSame(row, one, line)) others.add(one);
      if (others.size === OTHERS_TOLD) return [...others];
    }
  }
  return [...others];
}

/**
 * Another sending of the same row is none: whichever it was, the row was paid. But what was called not created leaves open whether a
 * later one, which is in doubt, was paid, too.
 */
function isSame(row: Sent, other: Sent, { time }: StatementLine): boolean {
  if (other.sendingOf === undefined || other.sendingOf !== row.sendingOf) return false;
  if (other.isCalled !== true || row.isCalled === true) return true;
  return row.isByBadClock !== true && isPlainlyLater(row, other, time);
}

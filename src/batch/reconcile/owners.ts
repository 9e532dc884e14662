// Which rows each line of a statement could be, and who else than a row could own its lines. Pure.
import type { StatementLine } from './lines.ts';

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

/** Other rows that these lines could be. Another sending of the same row is none: whichever it was, the row was paid. */
export function othersOf<Row extends { readonly sendingOf?: string }>(
  row: Row,
  own: readonly StatementLine[],
  rowsOf: ReadonlyMap<StatementLine, readonly Row[]>,
): Row[] {
  const others = new Set<Row>();
  for (const line of own) {
    for (const one of rowsOf.get(line) ?? []) {
      const isSame = one.sendingOf !== undefined && one.sendingOf === row.sendingOf;
      if (one !== row && !isSame) others.add(one);
      if (others.size === OTHERS_TOLD) return [...others];
    }
  }
  return [...others];
}

// Who a payout goes to, as checks across runs know it.
import type { PayoutRow } from '../../input/row.ts';

/** Empty where the row names none. */
export const accountOf = ({ body }: PayoutRow): string => body.destination?.externalAccountId ?? '';

/** By the column that says so; empty where there is none. */
export const payeeOf = ({ payee }: PayoutRow): string => payee ?? '';

/** Names of these rows that are new here; each is taken for unknown until more is known. */
export function newNames<T>(
  rows: readonly PayoutRow[],
  nameOf: (row: PayoutRow) => string,
  known: Map<string, T>,
  unknown: T,
): string[] {
  const wanted: string[] = [];
  for (const row of rows) {
    const name = nameOf(row);
    if (name === '' || known.has(name)) continue;
    known.set(name, unknown);
    wanted.push(name);
  }
  return wanted;
}

// Exports overlap: one payment may stand in a statement twice, written otherwise perhaps. Pure.
import { byValue, type StatementLine } from './lines.ts';
import { type LineTime, mayBeAtOnce } from './when.ts';

type Alike = (a: LineTime | null, b: LineTime | null) => boolean;

/** To the letter. What has another time, amount, payee or memo is another one of a bulk's id. */
export const isCopy: Alike = (a, b) => a?.fromMs === b?.fromMs && a?.toMs === b?.toMs;

/** A day and a moment of it, a time with its zone and without: one payment, or two of a bulk. */
export const mayBeCopy: Alike = (a, b) => a === null || b === null || mayBeAtOnce(a, b);

/** Without lines that are copies of one before; a line without an id is none. */
export function once(lines: readonly StatementLine[], isAlike: Alike): readonly StatementLine[] {
  const seen = new Map<string, StatementLine[]>();
  return lines.filter((line) => {
    const { id, amount, payee, customer, currency, memo, reference, time } = line;
    if (id === '') return true;
    const value = amount === null ? null : byValue(amount);
    const same = JSON.stringify([id, value, payee, customer, currency, memo, reference]);
    const before = seen.get(same) ?? [];
    if (before.some((one) => isAlike(one.time, time))) return false;
    seen.set(same, [...before, line]);
    return true;
  });
}

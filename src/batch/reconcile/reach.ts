// Whether a statement reaches to where a payment would stand in it. Booking days begin and end at midnight in the bank's zone, which
// nobody here knows: a day is whole, but which hours of UTC it has is not told. Pure.
import { isSurelyBegun, isSurelyOn, type LineTime, type Span } from './when.ts';

/** Every zone's midnight lies on one: what is between two of them is of one booking day, wherever that is. */
const QUARTER_MS = 15 * 60_000;
export const quarter = (ms: number): number => Math.floor(ms / QUARTER_MS);

/**
 * Whether what was sent then, and booked at once, is surely in it. `known`: when payments were made that it has, by the ledger: what
 * was made just before and just after is in it as well.
 */
export function reaches(
  { fromMs, toMs }: Span,
  lines: readonly (LineTime | null)[],
  known: readonly Span[],
  /** Whether it is only asked whether it goes on for long enough. */
  isBegunAnyway = false,
): boolean {
  const days = lines.filter((time) => time !== null);
  const moments = [...known, ...days.filter(({ isLocal = false }) => !isLocal)];
  const isBegun =
    isBegunAnyway ||
    days.some((time) => isSurelyBegun(time, fromMs)) ||
    moments.some((one) => one.toMs <= fromMs || quarter(one.toMs) === quarter(fromMs));
  const goesOn =
    days.some((time) => isSurelyOn(time, toMs)) ||
    moments.some((one) => one.fromMs >= toMs || quarter(one.fromMs) === quarter(toMs));
  return isBegun && goesOn;
}

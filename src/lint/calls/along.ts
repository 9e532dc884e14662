// What stands at places that are asked for from a text's beginning to its end: in one pass, however many there are.
import type { Span } from '../model/model.ts';

/** Of `all`, which needn't be in order, those that share a part with each place asked for; the places come in order. */
export function along<T>(all: readonly T[], spanOf: (one: T) => Span): (place: Span) => T[];
export function along<T extends Span>(all: readonly T[]): (place: Span) => T[];
export function along<T>(
  all: readonly T[],
  spanOf: (one: T) => Span = (one) => one as unknown as Span, // the second form's
): (place: Span) => T[] {
  const sorted = all.map((one) => ({ one, at: spanOf(one) })).sort((a, b) => a.at.start - b.at.start);
  let from = 0;
  return ({ start, end }) => {
    while ((sorted[from]?.at.end ?? Infinity) < start) from++;
    const found: T[] = [];
    for (let i = from; (sorted[i]?.at.start ?? Infinity) <= end; i++) {
      const next = sorted[i];
      if (next && start <= next.at.end) found.push(next.one);
    }
    return found;
  };
}

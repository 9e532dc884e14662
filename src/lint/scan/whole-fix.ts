// A replacement that is made at every place where the same path stands, or at none.
import type { Hit } from '../model/finding.ts';
import type { PathUse } from '../model/model.ts';

/** A path that stands twice is fixed at both places or at none. */
export function withAll(hit: Hit, places: readonly PathUse[], text: string): Hit {
  const { fix } = hit;
  const place = fix && places.find(({ at }) => at.start <= fix.start && fix.end <= at.end);
  if (!fix || !place) return hit;
  const ranges = [fix, ...(place.also ?? []).map((span) => ({ ...span, text: fix.text }))];
  ranges.sort((a, b) => a.start - b.start);
  const start = ranges[0]?.start ?? fix.start;
  const end = ranges.at(-1)?.end ?? fix.end;
  let whole = '';
  let at = start;
  for (const range of ranges) {
    whole += text.slice(at, range.start) + range.text;
    at = range.end;
  }
  return { ...hit, fix: { start, end, text: whole } };
}

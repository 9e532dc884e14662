// How it goes, in words. Pure.
import type { Audit } from './audit.ts';

/** How it goes since the earlier report, in a sentence; `undefined` where there is none. */
export function trendText({
  trend,
  leftOut,
  doneBy: day,
  doneAfterCutoff,
  cutoff,
  asOf,
}: Audit): string | undefined {
  if (trend === null) return undefined;
  const { since, narrowed, fixed, added, remaining } = trend;
  const passed = leftOut.length === 0 ? '' : ' What is left out is not fixed.';
  const counts = `Since ${since}: ${fixed} fixed, ${added} new, ${remaining} still there.${passed}`;
  if (narrowed)
    return `${counts} The earlier report looked at other paths: only what both looked at is compared, and no day is projected from it.`;
  if (day === null && since >= asOf)
    return `${counts} The earlier report is not from an earlier day, so no pace is shown.`;
  if (day === null) return `${counts} At this pace it is never done.`;
  if (remaining + added === 0) return counts;
  return `${counts} At this pace it is done by ${day}${doneAfterCutoff ? `, after the cutoff (${cutoff})` : ''}.`;
}

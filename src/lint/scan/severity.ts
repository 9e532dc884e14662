// What today makes of a finding: until the last day of a form a warning, from the first day on which it is refused an error; and how it is said.
import { type End, isRefused, spokenDay } from '../../interface/cutoff.ts';
import type { When } from '../../interface/rules.ts';
import type { Severity } from '../model/finding.ts';

/** What has no stated end stays a warning. */
export const severityOf = (end: End, asOf: string, cutoff: string): Severity =>
  isRefused(end, asOf, cutoff) ? 'error' : 'warning';

/** The clock for a sentence about what ends, by its own end. */
export const whenOf = (
  end: End,
  { asOf, cutoff }: { readonly asOf: string; readonly cutoff: string },
): When => ({
  last: spokenDay(cutoff),
  isOver: isRefused(end, asOf, cutoff),
});

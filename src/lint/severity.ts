// Dates against the clock: until a form's last day a finding is a warning, from the day after it an error. Pure: "today"
// is a parameter.
import { CUTOFF_MONTH_DAY } from '../interface/deprecations.ts';
import type { Severity } from './finding.ts';
import type { Entry } from './rules.ts';

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` of a date that exists, or `undefined`. */
export function dayOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

export function cutoffOf(year: number): string {
  return `${year}-${CUTOFF_MONTH_DAY}`;
}

/** Days from one date to the other; negative when it is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** `transfer-amount` is refused from its own date on; a field whose end is not stated stays a warning. */
export function severityOf(entry: Entry, asOf: string, cutoff: string): Severity {
  if (entry.until === 'unclear') return 'warning';
  if (entry.until === 'cutoff') return asOf > cutoff ? 'error' : 'warning';
  return asOf >= entry.until ? 'error' : 'warning';
}

export function daysText(daysLeft: number): string {
  const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`;
  if (daysLeft > 0) return `${days(daysLeft)} left`;
  return daysLeft === 0 ? 'the last day' : `ended ${days(-daysLeft)} ago`;
}

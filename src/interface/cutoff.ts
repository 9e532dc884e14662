// The dates of the transition. Days are UTC; "today" is a parameter.

/** Month and day of the transition's last day (section 9); the year is the profile's. */
const CUTOFF_MONTH_DAY = '10-30';
/** Release 1.30.0 took effect on 31 March 2026. */
export const DEFAULT_CUTOFF_YEAR = 2026;
const DAY_MS = 86_400_000;

/** When the earlier form of something ends. */
export type End =
  /** Accepted until the end of the transition, that day included. */
  | { readonly kind: 'transition' }
  /** Refused from a separate date on. */
  | { readonly kind: 'date'; readonly firstRefusedDay: string }
  /** The specification doesn't say. */
  | { readonly kind: 'not-stated' };

/** `YYYY-MM-DD` of a date that exists, or `undefined`. */
export function dayOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** The day of a time. */
export const dayAtMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first millisecond of a day. */
export const msOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Last day of the transition. */
export const cutoffDay = (cutoffYear: number): string => `${cutoffYear}-${CUTOFF_MONTH_DAY}`;

/** First millisecond on which the forms of the transition are refused. */
export const refusedFromMs = (cutoffYear: number): number => msOfDay(cutoffDay(cutoffYear)) + DAY_MS;

/** Days from one date to the other; negative when it is past. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((msOfDay(to) - msOfDay(from)) / DAY_MS);

/** A date so many days later. */
export const dayAfter = (day: string, days = 1): string => dayAtMs(msOfDay(day) + days * DAY_MS);

/** First day on which it is refused; `null` where that is not stated. */
export function firstRefusedDay(end: End, cutoff: string): string | null {
  if (end.kind === 'not-stated') return null;
  return end.kind === 'transition' ? dayAfter(cutoff) : end.firstRefusedDay;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day as people write it; with its year, since reports are read later than they are made. */
export function spokenDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  return `${Number(date)} ${name} ${year}`;
}

export function isRefused(end: End, asOf: string, cutoff: string): boolean {
  const day = firstRefusedDay(end, cutoff);
  return day !== null && asOf >= day;
}

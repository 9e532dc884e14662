// When a payment that was attempted may have been booked. Times that name no zone are read as UTC. Pure.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A payment is booked from one hour before its attempt (a clock that is a little off) to three days after it. */
const EARLY_MS = HOUR_MS;
const LATE_MS = 3 * DAY_MS;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether something booked in this span may be the payment that was attempted in the other one. */
export const isInWindow = (attempt: Span, booked: Span): boolean =>
  booked.toMs >= attempt.fromMs - EARLY_MS && booked.fromMs <= attempt.toMs + LATE_MS;

/** The earliest attempt that may have been booked by then. */
export const earliestAttemptMs = (bookedMs: number): number => bookedMs - LATE_MS;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/;

/** ISO 8601, or 21.11.2026: a moment, or a whole day. `null`: not understood. */
export function readTime(written: string): Span | null {
  const text = written.replace(/^(\d\d)\.(\d\d)\.(\d{4})(?=$|,? )/, '$3-$2-$1').replace(', ', ' ');
  const isDay = DAY.test(text);
  if (!isDay && !MOMENT.test(text)) return null;
  const zoned = isDay || /(?:Z|UTC|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const ms = Date.parse(
    zoned
      .replace(' ', 'T')
      .replace(/ ?UTC$/, 'Z')
      .replace(/ (?=[+-]|Z)/, ''),
  );
  if (Number.isNaN(ms)) return null;
  return { fromMs: ms, toMs: isDay ? ms + DAY_MS - 1 : ms };
}

// When a line's payment was made, and whether that is when a row may have been executed. A day, and a time that names no zone, may
// lie hours from where UTC has it. Pure.
const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A bank books late; a clock is a little off. */
const EARLY_MS = HOUR_MS;
export const LATE_MS = 3 * DAY_MS;
/** A clock may be ahead, and nobody sees it; not by so much. What comes later than that may be of an earlier payment. */
const AHEAD_MS = 8 * DAY_MS;
/** As late a bank books over holidays; and as far a clock may be behind, where nothing tells. */
const HOLIDAYS_MS = 10 * DAY_MS;
const BEHIND_MS = 45 * DAY_MS;
/** Two clocks that are set. */
export const CLOCK_MS = MINUTE_MS;
/** A request that this side gave up on may still be executed (ledger/resolution.ts). */
const EXECUTED_MS = 10 * MINUTE_MS;
/** Local time is UTC's and so much: from 12 hours less to 14 more. */
const WEST_MS = 12 * HOUR_MS;
const EAST_MS = 14 * HOUR_MS;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What was sent by a clock that was wrong, or set back around it, may have been sent days from where the ledger has it. */
export const byBadClock = <Sent extends Span>(sent: Sent): Sent & { readonly isByBadClock: true } => ({
  ...sent,
  fromMs: sent.fromMs - LATE_MS,
  toMs: sent.toMs + LATE_MS,
  isByBadClock: true,
});

/** As it is read in UTC: a moment, or a day. */
export interface LineTime extends Span {
  /** It names no time zone. */
  readonly isLocal?: boolean;
}

/** When it may have been, whatever zone was meant. */
export const reachOf = ({ fromMs, toMs, isLocal = false }: LineTime): Span =>
  isLocal ? { fromMs: fromMs - EAST_MS, toMs: toMs + WEST_MS } : { fromMs, toMs };

const isDay = ({ fromMs, toMs }: Span): boolean => toMs > fromMs;

const isBetween = (row: Span, time: Span): boolean =>
  time.toMs >= row.fromMs - EARLY_MS && time.fromMs <= row.toMs + LATE_MS;

/** Whether it is the row's by what is written: a time as UTC has it, a day in whatever zone. */
export const inTime = (row: Span, time: LineTime): boolean =>
  isBetween(row, isDay(time) ? reachOf(time) : time);

/** Whether it may be the row's in some zone. */
export const mayBeInTime = (row: Span, time: LineTime): boolean => isBetween(row, reachOf(time));

/** Whether it may be the row's by a clock that was ahead when it was sent, or by one that was behind, or booked late. */
export const isNotLongBefore = (row: Span, time: LineTime): boolean =>
  reachOf(time).toMs >= row.fromMs - AHEAD_MS;

/** Whether it may be the row's, booked late; by a clock that may have been behind where it isn't known to be right. */
export const isNotLongBehind = (row: Span, time: LineTime, isRight: boolean): boolean =>
  reachOf(time).fromMs <= row.toMs + (isRight ? HOLIDAYS_MS : BEHIND_MS);

/** Whether the line of a row that was sent then may say so; `perhaps`: by another zone, or a clock that is off. */
export function isSince({ fromMs }: Span, time: LineTime | null): 'yes' | 'perhaps' | 'no' {
  // Of a line without a time nothing can be said.
  if (time === null || time.toMs >= fromMs - CLOCK_MS) return 'yes';
  return reachOf(time).toMs >= fromMs - EARLY_MS ? 'perhaps' : 'no';
}

/**
 * Whether the moment is that of the later one of two sendings of a row, and no booking of the earlier one: it lies just behind the
 * request, and long behind the other.
 */
export const isPlainlyLater = (later: Span, earlier: Span, time: LineTime | null): boolean =>
  time !== null &&
  time.isLocal !== true &&
  time.fromMs >= later.fromMs - CLOCK_MS &&
  time.toMs <= later.toMs + EXECUTED_MS &&
  time.fromMs > earlier.toMs + EXECUTED_MS;

/** Whether two lines may tell of one moment. */
export function mayBeAtOnce(a: LineTime, b: LineTime): boolean {
  const [one, other] = [reachOf(a), reachOf(b)];
  return one.fromMs <= other.toMs + CLOCK_MS && other.fromMs <= one.toMs + CLOCK_MS;
}

/** A payment whose line lies beyond it may only be missing from a statement. */
export const coveredBy = (times: readonly (LineTime | null)[]): Span =>
  times.reduce<Span>(
    (all, time) => {
      if (time === null) return all;
      const { fromMs, toMs } = reachOf(time);
      return { fromMs: Math.min(all.fromMs, toMs), toMs: Math.max(all.toMs, fromMs) };
    },
    { fromMs: Infinity, toMs: -Infinity },
  );

/** Whether the line of what was sent then is surely in a statement that has lines on both sides of it. */
export const isWithin = (row: Span, covered: Span): boolean =>
  covered.fromMs <= row.fromMs && row.toMs + LATE_MS <= covered.toMs;

/** How far the lines of a statement go, told once for all that is asked of it. */
export interface Extent {
  /** Its first line, by what is written. */
  readonly firstMs: number;
  /** By then it has begun, wherever the bank is; and it goes on to then. */
  readonly begunMs: number;
  readonly onMs: number;
}

export function extentOf(times: readonly (LineTime | null)[]): Extent {
  let [firstMs, begunMs, onMs] = [Infinity, Infinity, -Infinity];
  for (const time of times) {
    if (time === null) continue;
    firstMs = Math.min(firstMs, time.fromMs);
    begunMs = Math.min(begunMs, begunBy(time));
    onMs = Math.max(onMs, onTo(time));
  }
  return { firstMs, begunMs, onMs };
}

/** Whether the statement has begun, by what is written, when it was sent. */
export const isBegun = ({ fromMs }: Span, { firstMs }: Extent): boolean => firstMs <= fromMs + EXECUTED_MS;

/** Whether a line that names no zone may have been booked, in some zone, when that was sent. */
export const mayBeOf = ({ fromMs, toMs }: Span, time: LineTime | null): boolean => {
  if (time === null) return true;
  const reach = reachOf(time);
  return time.isLocal === true && reach.fromMs <= toMs + EXECUTED_MS && reach.toMs >= fromMs - CLOCK_MS;
};

/** A booking day is whole: by then a statement with this line has begun, and it goes on to then. */
const begunBy = ({ fromMs, isLocal = false }: LineTime): number => (isLocal ? fromMs + WEST_MS : fromMs);
const onTo = ({ toMs, isLocal = false }: LineTime): number => (isLocal ? toMs - EAST_MS : toMs);

/** Whether a statement with this line has begun by then, wherever the bank is. */
export const isSurelyBegun = (time: LineTime, atMs: number): boolean => begunBy(time) <= atMs;

/** Whether it goes on to then. */
export const isSurelyOn = (time: LineTime, atMs: number): boolean => onTo(time) >= atMs;

/**
 * Whether what was sent then, and booked at once, has a line in the statement wherever the bank is; of what was sent behind the other
 * one, as far as the statement has that.
 */
export const isSurelyIn = (row: Span, other: Span, { begunMs, onMs }: Extent): boolean =>
  (row.fromMs > other.toMs || begunMs <= row.fromMs) && onMs >= row.toMs;

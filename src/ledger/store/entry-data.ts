// The part of an entry that only people read, as a short text. Times are milliseconds from the entry's time. Pure.
import type { Attempt, EntryData } from '../records.ts';

type ShortAttempt = readonly [
  operation: string,
  at: number | string,
  status: number | null,
  note: string,
  answer: string,
];

/** Payee, reason, start and attempts. Full names would take more bytes than the values. */
interface ShortData {
  readonly p?: string | undefined;
  readonly r?: string | undefined;
  readonly s?: number | string | undefined;
  readonly a?: readonly ShortAttempt[] | undefined;
}

/** `null` for no data. Id and message have separate columns. */
export function packData({ payee, reason, startedAt, attempts }: EntryData, at: Date): string | null {
  if (payee === undefined && reason === undefined && startedAt === undefined && attempts === undefined)
    return null;
  const short: ShortData = {
    p: payee,
    r: reason,
    s: startedAt === undefined ? undefined : sinceOf(startedAt, at),
    a: attempts?.map((one) => [one.operation, sinceOf(one.at, at), one.status, one.note, one.answer]),
  };
  return JSON.stringify(short);
}

export function unpackData(text: string | null, at: Date): EntryData {
  if (text === null) return {};
  const { p: payee, r: reason, s: startedAt, a: attempts } = JSON.parse(text) as ShortData; // as it was written
  return {
    ...(payee !== undefined && { payee }),
    ...(reason !== undefined && { reason }),
    ...(startedAt !== undefined && { startedAt: timeOf(startedAt, at) }),
    ...(attempts && { attempts: attempts.map((one) => attemptOf(one, at)) }),
  };
}

const attemptOf = ([operation, since, status, note, answer]: ShortAttempt, at: Date): Attempt => ({
  ...{ operation, at: timeOf(since, at), status, note, answer },
});

/** A time in another form stays as it is. */
function sinceOf(time: string, at: Date): number | string {
  const ms = Date.parse(time);
  return Number.isFinite(ms) && new Date(ms).toISOString() === time ? ms - at.getTime() : time;
}

const timeOf = (since: number | string, at: Date): string =>
  typeof since === 'string' ? since : new Date(at.getTime() + since).toISOString();

// Whether a row's entries tell its times in the order in which they were written. Where a clock was set back, or had been ahead,
// an earlier time stands behind a later one. Pure.
import type { LedgerEntry } from './records.ts';
import type { EntryType } from './state.ts';

const MINUTE_MS = 60_000;
/** Whoever speaks of a payment may do so on a machine of their own, whose clock nothing depends on. */
const PERSON_MS = 15 * MINUTE_MS;
/** These are written as no older than the row (`notBefore`): by a clock that is behind, as just as old. */
const WORDS: readonly EntryType[] = ['resolved_created', 'resolved_not_created'];
const isPersons = (type: EntryType): boolean => /^(?:resolved|corrected)_|^acknowledged$/.test(type);

/** `now`: by the clock that whoever asks has. */
export function isClockSetBack(entries: readonly Pick<LedgerEntry, 'type' | 'at'>[], now: Date): boolean {
  let sentMs = -Infinity;
  let saidMs = -Infinity;
  for (const { type, at } of entries) {
    const atMs = at.getTime();
    if (isPersons(type)) {
      if (WORDS.includes(type) && atMs <= Math.max(sentMs, saidMs)) return true;
      saidMs = Math.max(saidMs, atMs);
    } else {
      if (atMs < sentMs - MINUTE_MS || atMs < saidMs - PERSON_MS) return true;
      sentMs = Math.max(sentMs, atMs);
    }
  }
  return now.getTime() < Math.max(sentMs, saidMs) - PERSON_MS;
}

// What a person's word about a row may be, told from the row's entries. Pure.
import type { LedgerEntry, PutBack, Resolved, RowRecord } from './records.ts';
import { ASIDE, type EntryType } from './state.ts';

/** A request that this side gave up on may still be executed: for so long "not created" is not certain. */
export const LATE_EXECUTION_MS = 10 * 60_000;

/**
 * When the last request of this row may have been under way. The outcome's time if its run lived to write one; else
 * the intent's: how long a dead run went on is not known.
 */
export function lastAttemptAt(entries: readonly LedgerEntry[]): Date | null {
  const at = entries.findLastIndex((entry) => entry.type === 'intent');
  const intent = entries[at];
  if (!intent) return null;
  const outcome = entries[at + 1];
  const seen = outcome?.type === 'in_doubt' && (outcome.data.attempts?.length ?? 0) > 0;
  return seen && outcome.at > intent.at ? outcome.at : intent.at;
}

/** From when on "not created" may be said without being sure otherwise. */
export function earliestNotCreated(lastAttempt: Date): Date {
  return new Date(lastAttempt.getTime() + LATE_EXECUTION_MS);
}

/** What is said of a row is never older than the row: a clock that is behind must not make a payment look long past. */
export const notBefore = (at: Date, { updatedAt }: Pick<RowRecord, 'updatedAt'>): Date =>
  at < updatedAt ? updatedAt : at;

/** What a person says after a host has contradicted them: then somebody has seen it. */
export const AFTER_ALARM = [
  'corrected_created',
  'corrected_not_created',
  'resolved_created',
  'acknowledged',
] as const satisfies readonly EntryType[];

/** Whether a host has contradicted what a person said, and nobody has said anything since. */
export function isContradicted(entries: readonly LedgerEntry[]): boolean {
  const last = entries.findLastIndex(({ type }) => type === 'contradicted');
  const said: readonly EntryType[] = AFTER_ALARM;
  return last !== -1 && !entries.slice(last).some(({ type }) => said.includes(type));
}

const WORDS: Readonly<Partial<Record<EntryType, Pick<Resolved, 'as' | 'corrected'>>>> = {
  resolved_created: { as: 'created', corrected: false },
  resolved_not_created: { as: 'not-created', corrected: false },
  corrected_created: { as: 'created', corrected: true },
  corrected_not_created: { as: 'not-created', corrected: true },
};

/** What a person said last about the sending that a run knew of: its own, or the one that it found in doubt. */
export function resolvedFor(
  entries: readonly LedgerEntry[],
  runId: string,
  runStartedAt: Date,
): Resolved | null {
  const own = entries.findLastIndex((entry) => entry.type === 'intent' && entry.runId === runId);
  let word: Resolved | null = null;
  for (const entry of entries.slice(own + 1)) {
    if (entry.type === 'intent') {
      if (own !== -1 || word) break;
      continue;
    }
    if (entry.type === 'corrected_in_doubt') word = null;
    const said = WORDS[entry.type];
    if (!said || (own === -1 && entry.at < runStartedAt)) continue;
    word = {
      ...said,
      createdId: entry.data.createdId ?? null,
      by: entry.by,
      at: entry.at,
      reason: entry.data.reason ?? '',
    };
  }
  return word;
}

/** What a person said last of the row as it was sent last; `null` where nobody has. */
export function resolvedNow(entries: readonly LedgerEntry[]): Resolved | null {
  const sent = entries.findLast(({ type }) => type === 'intent');
  return sent ? resolvedFor(entries, sent.runId, sent.at) : null;
}

/** Why a row that was called not created is in doubt again; `null` where it was sent or settled since, or never was. */
export function putBack(entries: readonly LedgerEntry[]): PutBack | null {
  const last = entries.findLast(
    ({ type }) => type === 'intent' || type in WORDS || type === 'corrected_in_doubt',
  );
  if (last?.type !== 'corrected_in_doubt') return null;
  return { at: last.at, by: last.by, reason: last.data.reason ?? '' };
}

const NOT_CREATED: readonly EntryType[] = ['resolved_not_created', 'corrected_not_created'];
const REFUSED: readonly EntryType[] = ['rejected', 'failed'];

/**
 * Whether the last sending that may have paid was called not created, and each one since was certainly refused: where that
 * word is wrong, the next run pays a second time.
 */
export function isCalledFree(entries: readonly Pick<LedgerEntry, 'type'>[]): boolean {
  let ended: EntryType | undefined;
  for (const { type } of entries.toReversed()) {
    if (ASIDE.includes(type)) continue;
    ended ??= type;
    if (type !== 'intent') continue;
    if (NOT_CREATED.includes(ended)) return true;
    if (!REFUSED.includes(ended)) return false;
    ended = undefined;
  }
  return false;
}

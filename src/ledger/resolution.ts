// Resolutions of a row, read from its entries. Pure.
import type { LedgerEntry, RowRecord } from './records.ts';
import { requestsIn } from './requests.ts';
import type { PutBack, Resolved } from './resolution-records.ts';
import type { EntryType } from './state.ts';

/** So long after its last attempt a request may still be executed, so "not created" is not certain. */
export const LATE_EXECUTION_MS = 10 * 60_000;

/** The time of the outcome, or of the intent if the run ended before it wrote an outcome. */
export function lastAttemptAt(entries: readonly LedgerEntry[]): Date | null {
  const { intent, outcome } = requestsIn(entries).current ?? {};
  if (!intent) return null;
  const isSeen = outcome?.type === 'in_doubt' && (outcome.data.attempts?.length ?? 0) > 0;
  return isSeen && outcome.at > intent.at ? outcome.at : intent.at;
}

export function earliestNotCreated(lastAttempt: Date): Date {
  return new Date(lastAttempt.getTime() + LATE_EXECUTION_MS);
}

/** A resolution is never older than the row. Otherwise a slow clock would make a payment look old. */
export const notBefore = (at: Date, { updatedAt }: Pick<RowRecord, 'updatedAt'>): Date =>
  at < updatedAt ? updatedAt : at;

/** Entries by which a person has answered a contradiction. */
export const AFTER_ALARM = [
  'corrected_created',
  'corrected_not_created',
  'resolved_created',
  'acknowledged',
] as const satisfies readonly EntryType[];

/** Whether a host has contradicted a resolution, and no person has corrected it since. */
export function isContradicted(entries: readonly Pick<LedgerEntry, 'type'>[]): boolean {
  const last = entries.findLastIndex(({ type }) => type === 'contradicted');
  const endsAlarm: readonly EntryType[] = AFTER_ALARM;
  return last !== -1 && !entries.slice(last).some(({ type }) => endsAlarm.includes(type));
}

const RESOLUTIONS: Readonly<Partial<Record<EntryType, Pick<Resolved, 'as' | 'corrected'>>>> = {
  resolved_created: { as: 'created', corrected: false },
  resolved_not_created: { as: 'not-created', corrected: false },
  corrected_created: { as: 'created', corrected: true },
  corrected_not_created: { as: 'not-created', corrected: true },
};

/** The last resolution of the request that a run sent, or of the one that it found in doubt. */
export function resolvedFor(entries: readonly LedgerEntry[], runId: string): Resolved | null {
  const { all, current } = requestsIn(entries);
  const own = all.findLast(({ intents: requests }) => requests.some((one) => one.runId === runId));
  return resolvedBy((own ?? current)?.resolution);
}

/** The last resolution of the row's current request. */
export const resolvedNow = (entries: readonly LedgerEntry[]): Resolved | null =>
  resolvedBy(requestsIn(entries).current?.resolution);

function resolvedBy(entry: LedgerEntry | undefined): Resolved | null {
  const resolved = entry && RESOLUTIONS[entry.type];
  if (!resolved) return null;
  const { createdId = null, reason = '' } = entry.data;
  return { ...resolved, createdId, by: entry.by, at: entry.at, reason };
}

/** Why a row that was resolved as not created is in doubt again. */
export function putBack(entries: readonly LedgerEntry[]): PutBack | null {
  const resolution = requestsIn(entries).current?.resolution;
  if (resolution?.type !== 'corrected_in_doubt') return null;
  return { at: resolution.at, by: resolution.by, reason: resolution.data.reason ?? '' };
}

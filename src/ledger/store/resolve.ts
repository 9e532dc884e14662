// Records a resolution of a row, or refuses it.
import type { LedgerEntry, RowRecord } from '../records.ts';
import { lastEntryOf } from '../requests.ts';
import { earliestNotCreated, isContradicted, lastAttemptAt, putBack } from '../resolution.ts';
import type { Resolution, ResolveResult } from '../resolution-records.ts';
import type { EntryType } from '../state.ts';
import { Changes, type Tx } from './changes.ts';
import type { Question } from './question.ts';
import { entriesOf } from './reads.ts';
import { noRun } from './row-write.ts';
import { RowWrites } from './row-writes.ts';
import { WorkingSet } from './working-set.ts';

/** Call `recover` before. Then only live runs have rows that are being sent. */
export function* resolve(tx: Tx, environment: number, resolution: Resolution): Question<ResolveResult> {
  const { key, createdId } = resolution;
  const set = yield* WorkingSet.fetch(environment, {
    keys: [key],
    names: [resolution.runId],
    createdIds: createdId === null ? [] : [createdId],
  });
  const entries = yield* entriesOf(environment, [key]);
  const changes = resolution.dryRun ? new Changes(tx.before, 0) : tx.changes;
  return resolveRow(resolution, set, new RowWrites(changes, set, noRun(environment)), entries.get(key) ?? []);
}

function resolveRow(
  resolution: Resolution,
  set: WorkingSet,
  writes: RowWrites,
  about: readonly LedgerEntry[],
): ResolveResult {
  const { key, at, as, createdId, correct, sure, judgedAt } = resolution;
  const row = set.stored(key);
  if (!row) return { ok: false, why: 'unknown' };
  if (judgedAt !== undefined && judgedAt !== lastEntryOf(about))
    return { ok: false, why: 'changed', current: row };
  const type = typeOf(resolution, row, isContradicted(about));
  if (type === undefined) return { ok: false, why: 'not_in_doubt', current: row };
  const other = as === 'created' && createdId !== null && set.holderOf(createdId, key);
  if (other) return { ok: false, why: 'id_taken', current: row, other };
  const back = type === 'resolved_not_created' && !correct ? putBack(about) : null;
  if (back) return { ok: false, why: 'put_back', current: row, back };
  const last = as === 'not-created' && !sure ? lastAttemptAt(about) : null;
  if (last && at < earliestNotCreated(last)) {
    return { ok: false, why: 'too_soon', current: row, earliestNotCreated: earliestNotCreated(last) };
  }
  const isWritten = writes.resolve(type, as === 'created' ? resolution : { ...resolution, createdId: null });
  return isWritten ? { ok: true } : { ok: false, why: 'not_in_doubt', current: row };
}

/** The type of its entry, or `undefined` where there is nothing to resolve. */
function typeOf(
  { as, correct, createdId }: Resolution,
  row: RowRecord,
  isAlarm: boolean,
): EntryType | undefined {
  const created = as === 'created';
  if (as === 'in-doubt')
    return correct && row.byPerson && row.state === 'planned' ? 'corrected_in_doubt' : undefined;
  if (row.state === 'in_doubt') return created ? 'resolved_created' : 'resolved_not_created';
  if (!correct) return undefined;
  if (!row.byPerson) return isAlarm && created && row.state === 'created' ? 'acknowledged' : undefined;
  // A person may insist on a resolution that a host has contradicted.
  const isNew = row.createdId !== createdId || row.state !== 'created' || isAlarm;
  if (created) return isNew ? 'corrected_created' : undefined;
  return row.state === 'created' || isAlarm ? 'corrected_not_created' : undefined;
}

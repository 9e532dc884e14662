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
export function* resolve(tx: Tx, environment: number, said: Resolution): Question<ResolveResult> {
  const { key, createdId } = said;
  const set = yield* WorkingSet.fetch(environment, {
    keys: [key],
    names: [said.runId],
    createdIds: createdId === null ? [] : [createdId],
  });
  const entries = yield* entriesOf(environment, [key]);
  const changes = said.dryRun ? new Changes(tx.before, 0) : tx.changes;
  return resolveRow(said, set, new RowWrites(changes, set, noRun(environment)), entries.get(key) ?? []);
}

function resolveRow(
  said: Resolution,
  set: WorkingSet,
  writes: RowWrites,
  about: readonly LedgerEntry[],
): ResolveResult {
  const row = set.stored(said.key);
  if (!row) return { ok: false, why: 'unknown' };
  if (said.judgedAt !== undefined && said.judgedAt !== lastEntryOf(about))
    return { ok: false, why: 'changed', current: row };
  const type = typeOf(said, row, isContradicted(about));
  if (type === undefined) return { ok: false, why: 'not_in_doubt', current: row };
  const other = said.as === 'created' && said.createdId !== null && set.holderOf(said.createdId, said.key);
  if (other) return { ok: false, why: 'id_taken', current: row, other };
  const back = type === 'resolved_not_created' && !said.correct ? putBack(about) : null;
  if (back) return { ok: false, why: 'put_back', current: row, back };
  const last = said.as === 'not-created' && !said.sure ? lastAttemptAt(about) : null;
  if (last && said.at < earliestNotCreated(last)) {
    return { ok: false, why: 'too_soon', current: row, earliestNotCreated: earliestNotCreated(last) };
  }
  const isWritten = writes.resolve(type, said.as === 'created' ? said : { ...said, createdId: null });
  return isWritten ? { ok: true } : { ok: false, why: 'not_in_doubt', current: row };
}

/** The type of its entry, or `undefined` where there is nothing to resolve. */
function typeOf(said: Resolution, row: RowRecord, isAlarm: boolean): EntryType | undefined {
  const created = said.as === 'created';
  if (said.as === 'in-doubt')
    return said.correct && row.byPerson && row.state === 'planned' ? 'corrected_in_doubt' : undefined;
  if (row.state === 'in_doubt') return created ? 'resolved_created' : 'resolved_not_created';
  if (!said.correct) return undefined;
  if (!row.byPerson) return isAlarm && created && row.state === 'created' ? 'acknowledged' : undefined;
  // A person may insist on a resolution that a host has contradicted.
  const isNew = row.createdId !== said.createdId || row.state !== 'created' || isAlarm;
  if (created) return isNew ? 'corrected_created' : undefined;
  return row.state === 'created' || isAlarm ? 'corrected_not_created' : undefined;
}

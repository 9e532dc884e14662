// The keys of a run become its own: one key has one owner by the table's own key.
import { ask, json, type Question } from './question.ts';

const AT_ONCE = 5_000;

/** Returns how many of them were had. */
export function* claimKeys(environment: number, runId: string, keyHashes: BigInt64Array): Question<number> {
  for (let at = 0; at < keyHashes.length; at += AT_ONCE) {
    const some = Array.from(keyHashes.subarray(at, at + AT_ONCE), String);
    yield* ask(
      (d) =>
        `INSERT INTO claims (environment, hash, run_id) SELECT $1, CAST(q.value AS bigint), $2 FROM ${d.texts(3)} WHERE true ON CONFLICT DO NOTHING`,
      ...[environment, runId, json(some)],
    );
  }
  const [own] = yield* ask('SELECT count(*) AS own FROM claims WHERE run_id = $1', runId);
  return Number(own?.['own'] ?? 0);
}

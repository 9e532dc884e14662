// A run begins: it is registered, and its keys become its own. Whoever holds some of them, and may have been killed a moment
// ago, is waited for until that is known.
import { setTimeout } from 'node:timers/promises';

import type { BeginResult, NewRun, RunRecord } from '../run-records.ts';
import { claimKeys } from '../store/runs.ts';
import type { Connections, Session } from './connections.ts';
import { recover } from './runs.ts';
import { answerOver } from './statement.ts';
import type { Tx } from './transactions.ts';

const POLL_MS = 250;

/** A run that is over holds nothing: its claims were put back. */
async function freeClaims(query: Session['query'], environment: number): Promise<void> {
  await query(
    'DELETE FROM claims c USING runs r WHERE c.environment = $1 AND r.id = c.run_id AND r.finished_at IS NOT NULL',
    [environment],
  );
}

interface Beginning {
  readonly connections: Connections;
  readonly environment: number;
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** `register`: writes the run down, in the transaction that ends what dead runs left; false where there is to be none. */
export async function beginRun(
  { connections, environment, write }: Beginning,
  run: NewRun,
  keyHashes: BigInt64Array,
  register: (tx: Tx) => Promise<boolean>,
): Promise<BeginResult> {
  const alive = await write(async (tx) => {
    const found = await recover(tx, environment, run.startedAt);
    return (await register(tx)) ? found.alive : undefined;
  });
  if (!alive) return { held: 0, holders: [] };
  const query = connections.query.bind(connections);
  // Outside the lock: one key has one owner by the table's own key.
  let claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  if (claimed < keyHashes.length) {
    await freeClaims(query, environment);
    claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  }
  let holders = alive;
  // Who was killed a moment ago holds them until its lease has run out; who renews it is at work.
  const first = new Map<string, number>();
  while (claimed < keyHashes.length && (await mayBeDead(query, holders, first))) {
    await setTimeout(POLL_MS);
    holders = (await write((tx) => recover(tx, environment, run.startedAt))).alive;
    holders = holders.filter(({ id }) => id !== run.id);
    claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  }
  return { held: keyHashes.length - claimed, holders };
}

/**
 * Whether any of these runs has a lease that is as it was when it was first looked at. It decides nothing; a lease that has
 * run out does.
 */
async function mayBeDead(
  query: Session['query'],
  runs: readonly RunRecord[],
  first: Map<string, number>,
): Promise<boolean> {
  const found = await query<{ run_id: string; lease_until: Date }>(
    'SELECT p.run_id, w.lease_until FROM presences p JOIN workers w ON w.id = p.worker WHERE p.run_id = ANY($1)',
    [runs.map(({ id }) => id)],
  );
  const stalled = found.filter(({ run_id: id, lease_until: lease }) => {
    if (!first.has(id)) first.set(id, lease.getTime());
    return first.get(id) === lease.getTime();
  });
  return stalled.length > 0;
}

// A person's word about a row, inside a transaction that holds the ledger's lock, after a sweep. The rules are the same for
// every store (sqlite/resolving.ts).
import { kindOfKey } from '../keys.ts';
import type { Resolution, ResolveResult } from '../said.ts';
import { resolve as judge } from '../sqlite/resolving.ts';
import { type Raw, toEntry } from '../sqlite/rows.ts';
import { AtHand } from './at-hand.ts';
import { nobody } from './row-store.ts';
import { RowWrites } from './row-writes.ts';
import { readHosts } from './runs.ts';
import type { Tx } from './transactions.ts';

export async function resolve(tx: Tx, environment: number, said: Resolution): Promise<ResolveResult> {
  const { key, createdId } = said;
  const hand = await AtHand.fetch(tx, environment, {
    ...{ keys: [key], intents: [], runRows: [], likes: [], references: [], worker: '', runs: [] },
    createdIds: createdId === null ? [] : [{ id: createdId, kind: kindOfKey(key) }],
  });
  const entries = await tx.query<Raw>(
    'SELECT * FROM entries WHERE environment = $1 AND key = $2 ORDER BY seq',
    [environment, key],
  );
  const rows = new RowWrites(tx, hand, nobody(environment));
  const open = hand.open(key);
  const current = hand.row(key);
  if (open && current?.state === 'in_doubt' && said.as === 'not-created' && said.hostGone !== true) {
    const host = (await readHosts(tx.query, environment)).find(({ id }) => id === open.worker);
    if (host) return { ok: false, why: 'host_not_back', current, host };
  }
  return judge(said, {
    writes: {
      row: (of) => hand.row(of),
      holderOf: (id, of) => hand.holderOf(id, of),
      say: (type, word, beside) => rows.say(type, word, beside),
      orphan: () => 0,
    },
    entries: () => entries.map(toEntry),
    // Swept before: whoever is sending it is alive.
    isAlive: () => true,
  });
}

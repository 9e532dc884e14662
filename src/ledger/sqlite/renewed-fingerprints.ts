// Fingerprints of customers and trades in a ledger of an earlier version: computed anew from the bodies that were sent, in
// the migration's transaction. The chain tells of each such row again.
import { storedFingerprint } from '../../interface/fingerprint.ts';
import { kindOfKey } from '../keys.ts';
import type { Chain } from './chain/chain.ts';
import { asText, ROW_COLUMNS, ROW_KEY } from './chain/record.ts';
import { rowLine } from './chain/snapshot.ts';
import { StoredRows } from './chain/stored.ts';
import type { Connection } from './connection.ts';

const AT_ONCE = 1_000;

interface Sent {
  readonly environment: number;
  readonly key: string;
  readonly body: string | null;
}

/** Errors: LedgerError for a ledger that was moved. `halfway`: called after each link. */
export function renewFingerprints(db: Connection, chain: Chain, halfway: () => void): void {
  const page = db.prepare(
    `SELECT r.environment, r.key, e.body FROM rows r JOIN entries e ON e.seq = r.intent_entry
     WHERE (r.environment, r.key) > (?, ?) AND r.kind IN ('customers', 'trades')
     ORDER BY r.environment, r.key LIMIT ${AT_ONCE}`,
  );
  const update = db.prepare('UPDATE rows SET fingerprint = ?, taken = ? WHERE environment = ? AND key = ?');
  const rows = new StoredRows(db, 'rows', ROW_KEY, ROW_COLUMNS);
  chain.begin();
  for (let last: Sent | undefined; ;) {
    const sent = page.all(last?.environment ?? -1, last?.key ?? '') as Sent[]; // the columns above
    const lines = sent.map(({ environment, key, body }) => {
      update.run(storedFingerprint(kindOfKey(key), asText(body)), -chain.number, environment, key);
      const row = rows.get(environment, key);
      if (!row) throw new Error('a row that was just written is not there');
      return rowLine(row);
    });
    if (lines.length > 0) {
      chain.write(lines.join('\n'), chain.nextEntry - 1);
      halfway();
    }
    last = sent.at(-1);
    if (sent.length < AT_ONCE) return;
  }
}

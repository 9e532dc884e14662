// As sqlite/renewed-fingerprints.ts, for a ledger on Postgres: customers and trades get fingerprints of today's version, of the
// bodies that were sent, and the chain tells of each such row again. Runs inside the migration's transaction.
import { storedFingerprint } from '../../interface/fingerprint.ts';
import { kindOfKey, sha256 } from '../keys.ts';
import { genesis, headOf, ROW_COLUMNS } from '../sqlite/chain/record.ts';
import { rowLine } from '../sqlite/chain/snapshot.ts';
import type { Tip } from '../tip.ts';
import type { Values } from './changes.ts';
import type { Session } from './connections.ts';
import { quoted } from './tables.ts';
import { readTip } from './transactions.ts';

const AT_ONCE = 1_000;

interface Sent extends Values {
  readonly environment: number;
  readonly key: string;
  readonly sent: string | null;
}

/** `halfway`: called after each link. */
export async function renewFingerprints(session: Session, at: number, halfway: () => void): Promise<void> {
  const [meta] = await session.query<{ ledger_id: string; created_at: number }>(
    'SELECT ledger_id, created_at FROM meta',
  );
  let tip = await readTip(session, meta ? genesis(meta.ledger_id, meta.created_at) : '');
  for (let last: Sent | undefined; ;) {
    const rows = (await session.query(
      `SELECT ${quoted(ROW_COLUMNS)}, (SELECT e.body FROM entries e WHERE e.seq = r.intent_entry) AS sent FROM rows r
       WHERE (r.environment, r.key) > ($1, $2) AND r.kind IN ('customers', 'trades') AND r.intent_entry > 0
       ORDER BY r.environment, r.key LIMIT ${AT_ONCE}`,
      [last?.environment ?? -1, last?.key ?? ''],
    )) as unknown as Sent[]; // the columns above
    if (rows.length > 0) {
      const renewed = rows.map((row) => ({
        ...row,
        fingerprint: storedFingerprint(kindOfKey(row.key), row.sent ?? ''),
      }));
      tip = await tell(session, renewed, tip, at);
      halfway();
    }
    last = rows.at(-1);
    if (rows.length < AT_ONCE) return;
  }
}

/** Writes these rows' fingerprints, and the link that tells of them. */
async function tell(session: Session, rows: readonly Sent[], before: Tip, at: number): Promise<Tip> {
  const { sequence } = before;
  const [number, records] = [before.link + 1, rows.map(rowLine).join('\n')];
  const head = headOf(before.head, { number, at, sequence, records: sha256(records) });
  const renewed = rows.map(({ environment, key, fingerprint }) => ({ environment, key, fingerprint }));
  await session.query(
    `UPDATE rows r SET fingerprint = n.fingerprint, taken = $2
     FROM json_to_recordset($1) AS n(environment bigint, key text, fingerprint text)
     WHERE r.environment = n.environment AND r.key = n.key`,
    [JSON.stringify(renewed), -number],
  );
  await session.query('INSERT INTO links (number, at, sequence, records, head) VALUES ($1, $2, $3, $4, $5)', [
    ...[number, at, sequence],
    ...[records, head],
  ]);
  return { link: number, sequence, head };
}

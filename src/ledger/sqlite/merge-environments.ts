// Environments of earlier ledgers were named by the address as it was typed. Those that have one name today become one.
// Nothing that was paid or may have been paid is lost: where two rows share a key, the one that matters more keeps it,
// and the other stays under a key of its own, with its entries.
import { canonicalEnvironment } from '../../interface/environment.ts';
import type { RowState } from '../state.ts';
import type { Connection } from './connection.ts';

/** What a later run must find under the key: a payment above all, then what may be one. */
const WEIGHT: Readonly<Record<RowState, number>> = {
  created: 3,
  sending: 2,
  in_doubt: 1,
  planned: 0,
  rejected: 0,
  failed: 0,
};

interface Environment {
  readonly id: number;
  readonly name: string;
}

export function mergeEnvironments(db: Connection): void {
  const all = db.prepare('SELECT id, name FROM environments ORDER BY id').all() as Environment[]; // the columns above
  const kept = new Map<string, number>();
  for (const { id, name } of all) {
    const canonical = canonicalEnvironment(name);
    const into = kept.get(canonical);
    if (into === undefined) kept.set(canonical, id);
    else merge(db, id, into);
  }
  // In two rounds: a canonical name may be another environment's old one.
  const rename = db.prepare('UPDATE environments SET name = ? WHERE id = ?');
  for (const id of kept.values()) rename.run(`\0${id}`, id);
  for (const [name, id] of kept) rename.run(name, id);
}

function merge(db: Connection, from: number, into: number): void {
  const shared = db
    .prepare(
      `SELECT a.key AS key, a.state AS from_state, b.state AS into_state FROM rows a
         JOIN rows b ON b.key = a.key AND b.environment = ? WHERE a.environment = ?`,
    )
    .all(into, from) as { key: string; from_state: RowState; into_state: RowState }[]; // the columns above
  for (const { key, from_state, into_state } of shared) {
    const loser = WEIGHT[from_state] > WEIGHT[into_state] ? into : from;
    setAside(db, loser, key, `${key}#environment-${from}`);
  }
  db.prepare(
    'INSERT OR IGNORE INTO uploads (environment, sha256, document_id, at) SELECT ?, sha256, document_id, at FROM uploads WHERE environment = ?',
  ).run(into, from);
  db.prepare('DELETE FROM uploads WHERE environment = ?').run(from);
  db.prepare('DELETE FROM claims WHERE environment = ?').run(from);
  for (const table of ['rows', 'entries', 'runs']) {
    db.prepare(`UPDATE ${table} SET environment = ? WHERE environment = ?`).run(into, from);
  }
  db.prepare('DELETE FROM environments WHERE id = ?').run(from);
}

/** Gives a row, its entries and the runs' rows that speak of it another key. */
function setAside(db: Connection, environment: number, key: string, other: string): void {
  db.prepare('UPDATE rows SET key = ? WHERE environment = ? AND key = ?').run(other, environment, key);
  db.prepare('UPDATE entries SET key = ? WHERE environment = ? AND key = ?').run(other, environment, key);
  db.prepare(
    'UPDATE run_rows SET key = ? WHERE key = ? AND run_id IN (SELECT id FROM runs WHERE environment = ?)',
  ).run(other, key, environment);
}

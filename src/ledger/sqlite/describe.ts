// What a ledger holds, over all environments: for the person who asks which ledger this is. It changes nothing, but for
// the schema of an earlier version.
import { LedgerError } from '../ledger-error.ts';
import type { RowState } from '../state.ts';
import { readTip } from './chain/chain.ts';
import type { Connection } from './connection.ts';
import { Height } from './height.ts';
import type { MarkRecord } from './mark.ts';
import { openFile, type OpenOptions } from './opening.ts';
import { findPlace, SYSTEM } from './place.ts';

export interface LedgerDescription {
  readonly path: string;
  readonly id: string;
  readonly createdAt: Date;
  /** The highest entry's number. */
  readonly sequence: number;
  /** Of its hash chain. */
  readonly head: string;
  /** The last copy that was made of it (ledger backup); `null` for none. */
  readonly lastBackup: BackupRecord | null;
  /** What the mark beside it says; `null` for none. */
  readonly mark: MarkRecord | null;
  /** How often a person said that it is the right one all the same. */
  readonly acceptances: number;
  readonly environments: readonly EnvironmentDescription[];
}

export interface BackupRecord {
  readonly at: Date;
  readonly path: string;
  /** The ledger's height that it holds. */
  readonly sequence: number;
}

export interface EnvironmentDescription {
  readonly name: string;
  readonly runs: number;
  readonly rows: Readonly<Partial<Record<RowState, number>>>;
}

/** Makes a ledger where there is none. Errors: LedgerError, `ledger_exists`, or `ledger_older` where a mark is left. */
export function createLedger(
  path: string,
  options: Pick<OpenOptions, 'accept' | 'now' | 'newId' | 'surroundings'>,
): void {
  const place = findPlace(path, options.surroundings ?? SYSTEM);
  if (place.exists && !place.isEmpty) {
    throw new LedgerError(
      `there is a file at ${place.path} already: nothing was changed`,
      undefined,
      'ledger_exists',
    );
  }
  const { db, place: made, id } = openFile(path, { ...options, create: true });
  try {
    new Height(db, made.path, id).close();
  } finally {
    db.close();
  }
}

/**
 * Errors: LedgerError, `no_ledger` where there is none. `judged`: with whatever would keep a run from using it, a pin
 * to another id among it.
 */
export function describeLedger(
  path: string,
  judged?: { readonly pinnedId: string | undefined; readonly stateFolder: string },
): LedgerDescription {
  const how = judged ? { look: false, ...judged } : { look: true };
  const { db, place, id, mark } = openFile(path, { create: false, accept: false, ...how });
  try {
    const meta = db.prepare('SELECT created_at FROM meta').get() as { created_at: number }; // one row by the schema
    return {
      path: place.path,
      id,
      createdAt: new Date(meta.created_at),
      ...heightAndHead(db),
      lastBackup: lastBackup(db),
      mark,
      acceptances: count(db, 'SELECT count(*) AS count FROM acceptances'),
      environments: environments(db),
    };
  } finally {
    db.close();
  }
}

function heightAndHead(db: Connection): { sequence: number; head: string } {
  const { sequence, head } = readTip(db);
  return { sequence, head };
}

function lastBackup(db: Connection): BackupRecord | null {
  const last = db.prepare('SELECT at, path, sequence FROM backups ORDER BY id DESC LIMIT 1').get() as
    { at: number; path: string; sequence: number } | undefined; // the columns above
  return last ? { at: new Date(last.at), path: last.path, sequence: last.sequence } : null;
}

function environments(db: Connection): EnvironmentDescription[] {
  const all = db.prepare('SELECT id, name FROM environments ORDER BY name').all() as {
    id: number;
    name: string;
  }[]; // the columns above
  const states = db.prepare(
    'SELECT state, count(*) AS count FROM rows WHERE environment = ? GROUP BY state ORDER BY state',
  );
  return all.map(({ id, name }) => {
    const rows = states.all(id) as { state: RowState; count: number }[]; // the columns above
    return {
      name,
      runs: count(db, 'SELECT count(*) AS count FROM runs WHERE environment = ?', id),
      rows: Object.fromEntries(rows.map((row) => [row.state, row.count])),
    };
  });
}

function count(db: Connection, sql: string, ...values: readonly number[]): number {
  return (db.prepare(sql).get(...values) as { count: number }).count; // one column
}

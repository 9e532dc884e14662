// The tables and indexes of a ledger in a file.
import Database from 'libsql';

import { INDEXES, isText, LEDGER_TABLES, LINK, quoted, type Table } from '../store/tables.ts';
import type { Connection } from './connection.ts';

/** Another version is refused: nothing carries an earlier format. */
export const SCHEMA_VERSION = 18;

/** Their rows are long, or are looked for in the order in which they came. */
const BY_ROWID = new Set(['run_parts', 'runs']);

function created(name: string, { key, columns, empty = [] }: Table): string {
  const isNumbered = key.length === 1 && !isText(name, key[0] ?? '');
  const lines = columns.map((column) => {
    if (isNumbered && column === key[0]) return `"${column}" INTEGER PRIMARY KEY`;
    const unset = column === LINK || column === 'by_person' ? ' DEFAULT 0' : '';
    return `"${column}" ${isText(name, column) ? 'TEXT' : 'INTEGER'}${empty.includes(column) ? '' : ' NOT NULL'}${unset}`;
  });
  if (isNumbered) return `CREATE TABLE ${name} (${lines.join(', ')});`;
  const end = BY_ROWID.has(name) ? '' : ' WITHOUT ROWID';
  return `CREATE TABLE ${name} (${lines.join(', ')}, PRIMARY KEY (${quoted(key)}))${end};`;
}

const TABLES = `
  ${Object.entries(LEDGER_TABLES)
    .map(([name, table]) => created(name, table))
    .join('\n')}
  -- Which ledger this is: one row.
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), ledger_id TEXT NOT NULL, created_at INTEGER NOT NULL);
  -- Whether a move's arrival was heard here, which no link tells of.
  ALTER TABLE moves ADD COLUMN done INTEGER;
  -- Keys that a live run works on; emptied when it ends.
  CREATE TABLE claims (
    environment INTEGER NOT NULL, hash INTEGER NOT NULL, run_id TEXT NOT NULL, PRIMARY KEY (environment, hash)
  ) WITHOUT ROWID;
`;

/** In a file that holds nothing yet. */
export const makeTables = (db: Connection): void => void db.exec(TABLES);

/** When its rows are there; from then on it is a ledger of this version. */
export function makeIndexes(db: Connection): void {
  db.exec(`${INDEXES.join(';')}; PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** The tables of a ledger in memory, for whoever reckons with some of its rows. */
export function scratch(): Connection {
  const db = new Database(':memory:');
  makeTables(db);
  db.exec(INDEXES.join(';'));
  return db;
}

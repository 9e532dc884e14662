// Checks the structure of a ledger's file: it has the tables and indexes of the schema and nothing else, its indexes
// agree with its tables, and no text continues after its apparent end. Reads only.
import type { Connection } from '../file/connection.ts';
import { scratch } from '../file/schema.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Findings } from './finding.ts';
import { evidenceMessage } from './messages.ts';

export function checkStructure(db: Connection, findings: Findings): void {
  const missing = new Map((expected ??= model()));
  for (const [name, sql] of objects(db)) {
    if (expected.get(name) !== sql) findings.add({ kind: 'damaged', where: name, detail: sql });
    missing.delete(name);
  }
  for (const name of missing.keys()) findings.add({ kind: 'missing', where: name });
  const problems = db.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[]; // SQLite's own pragma
  for (const { integrity_check: detail } of problems) {
    if (detail !== 'ok') findings.add({ kind: 'damaged', where: 'file', detail });
  }
  if (missing.size > 0) return;
  for (const [table, { columns }] of Object.entries(LEDGER_TABLES)) checkTexts(db, table, columns, findings);
  checkTexts(db, 'meta', ['ledger_id'], findings);
}

/** The database's driver ends a text at its first NUL, but conditions in SQL don't. A ledger has no NUL. */
function checkTexts(db: Connection, table: string, columns: readonly string[], findings: Findings): void {
  const all = columns.map((column) => `coalesce("${column}", '')`).join(' || ');
  const odd = db.prepare(`SELECT 1 FROM ${table} WHERE instr(CAST(${all} AS BLOB), X'00') LIMIT 1`).get();
  if (odd !== undefined)
    findings.add({ kind: 'changed', where: table, detail: evidenceMessage('text_with_nul') });
}

let expected: ReadonlyMap<string, string> | undefined;

/** The definitions of the schema, from an empty database. */
function model(): ReadonlyMap<string, string> {
  const db = scratch();
  try {
    return objects(db);
  } finally {
    db.close();
  }
}

/** The database's definitions by name, without differences in spaces. */
function objects(db: Connection): Map<string, string> {
  const all = db.prepare('SELECT type, name, sql FROM sqlite_master').all() as {
    type: string;
    name: string;
    sql: string | null;
  }[]; // the columns above
  return new Map(all.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replace(/\s+/g, ' ')]));
}

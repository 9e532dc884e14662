// Rows that no link tells of: asked only where a table holds more rows than were found whole. Reads only.
import type { Connection } from '../file/connection.ts';
import { asText } from '../store/question.ts';
import { COVERED, COVERED_TABLES, LINK, ROW_KEY } from '../store/tables.ts';
import type { Findings } from './findings.ts';
import { linksOf } from './links.ts';
import { StoredRows, valuesOf } from './stored.ts';
import type { Walk } from './walk.ts';

export function findUntold(db: Connection, walk: Walk, findings: Findings): void {
  for (const table of COVERED_TABLES) {
    if (count(db, table) !== walk.whole(table)) searchTable(db, table, findings);
  }
  if (count(db, 'rows') !== walk.whole('rows')) searchRows(db, findings);
}

function count(db: Connection, table: string): number {
  return (db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count; // one column
}

function searchTable(db: Connection, table: keyof typeof COVERED, findings: Findings): void {
  const last = new Map<string, number>();
  for (const { number, records } of linksOf(db)) {
    for (const line of records.split('\n')) {
      if (!line.startsWith(`${table} `)) continue;
      last.set(line.slice(line.indexOf(' [') + 1), line.startsWith(`${table} - `) ? -1 : number);
    }
  }
  const { key, columns } = COVERED[table];
  for (const row of new StoredRows(db, table, key, columns, [LINK]).all()) {
    const name = JSON.stringify(valuesOf(row, key));
    if (last.get(name) !== row[LINK]) findings.add({ kind: 'added', where: table, key: name });
  }
}

function searchRows(db: Connection, findings: Findings): void {
  const taken = new Map<string, number>();
  const entry = db.prepare('SELECT environment, key FROM entries WHERE seq = ?');
  for (const { records } of linksOf(db)) {
    for (const line of records.split('\n')) {
      const [, seq] = /^(\d+) [-\w]+ [-\w]+$/.exec(line) ?? [];
      if (seq === undefined) continue;
      const row = entry.get(Number(seq)) as Record<string, string | number> | undefined; // the columns above
      if (row) taken.set(JSON.stringify(valuesOf(row, ROW_KEY)), Number(seq));
    }
  }
  for (const row of new StoredRows(db, 'rows', ROW_KEY, ROW_KEY, ['taken']).all()) {
    if (taken.get(JSON.stringify(valuesOf(row, ROW_KEY))) !== row['taken'])
      findings.add({ kind: 'added', where: 'rows', key: asText(row['key']) });
  }
}

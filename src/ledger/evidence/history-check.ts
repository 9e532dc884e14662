// Whether what was paid before, as checks across runs compare with it, is what the entries say: all of it is made anew of them, in
// memory. A table that was edited together with its links is found by that alone. Reads only.
import Big from 'big.js';

import type { Connection } from '../file/connection.ts';
import { FileDriver } from '../file/driver.ts';
import { Changes } from '../store/changes.ts';
import { HistoryFold } from '../store/history-fold.ts';
import { takenBetween } from '../store/history-rows.ts';
import { asNumber, asText, type Value } from '../store/question.ts';
import { COVERED, type CoveredTable } from '../store/tables.ts';
import { NO_TIP } from '../tip.ts';
import type { Findings } from './findings.ts';
import { StoredRows, valuesOf } from './stored.ts';

/** Entries at once. */
const STEP = 4_000;

/** To be called for a ledger in which all else is whole. */
export function checkHistory(db: Connection, findings: Findings): void {
  const mark = db.prepare('SELECT entry FROM history_mark').get() as { entry: number } | undefined; // one column
  const driver = new FileDriver(db, () => 0);
  const fold = new HistoryFold();
  const top = mark?.entry ?? 0;
  for (let from = 0; from < top; from += STEP)
    fold.takeAll(driver.answer(takenBetween(from, Math.min(from + STEP, top))));
  const changes = new Changes(NO_TIP, 0);
  fold.tell(changes);
  const anew = (table: CoveredTable): Map<string, readonly Value[]> =>
    new Map([...(changes.puts.get(table) ?? [])].map(([name, { values }]) => [String(name), values]));
  for (const table of ['habits', 'payees'] as const) compareRows(db, table, anew(table), findings);
  compareTotals(db, anew('file_totals'), findings);
}

function compareRows(
  db: Connection,
  table: 'habits' | 'payees',
  anew: Map<string, readonly Value[]>,
  findings: Findings,
): void {
  const { key, columns } = COVERED[table];
  for (const row of new StoredRows(db, table, key, columns).all()) {
    const name = JSON.stringify(valuesOf(row, key));
    const other = anew.get(name);
    anew.delete(name);
    if (JSON.stringify(valuesOf(row, columns)) !== JSON.stringify(other?.slice(0, columns.length)))
      findings.add({ kind: 'changed', where: table, key: name });
  }
  for (const name of anew.keys()) findings.add({ kind: 'changed', where: table, key: name });
}

/**
 * What all files came to. Which file a payment counts for is told by what is known of retry files, and a file may have come
 * to be known as one since.
 */
function compareTotals(
  db: Connection,
  anew: ReadonlyMap<string, readonly Value[]>,
  findings: Findings,
): void {
  const { key, columns } = COVERED.file_totals;
  const stored = [...new StoredRows(db, 'file_totals', key, columns).all()];
  const [own, other] = [totals(stored.map((row) => valuesOf(row, columns))), totals(anew.values())];
  for (const name of new Set([...own.keys(), ...other.keys()])) {
    if ((own.get(name) ?? new Big(0)).eq(other.get(name) ?? 0)) continue;
    findings.add({ kind: 'changed', where: 'file_totals', key: name });
  }
}

/** By environment and currency, of values in the order of the table's columns. */
function totals(rows: Iterable<readonly Value[]>): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const [environment, currency, , total] of rows) {
    const name = JSON.stringify([asNumber(environment), asText(currency)]);
    sums.set(name, (sums.get(name) ?? new Big(0)).plus(asText(total)));
  }
  return sums;
}

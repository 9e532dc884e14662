// Whether what was paid before, as checks across runs compare with it, is what the entries say: all of it is made anew of
// them, in memory. A table that was edited together with its links is found by that alone. Reads only.
import Big from 'big.js';

import { COVERED } from '../../store/tables.ts';
import { Changes } from '../../store/changes.ts';
import { NO_TIP } from '../../tip.ts';
import type { Connection } from '../connection.ts';
import { FileDriver } from '../driver.ts';
import { HistoryFold } from '../history/fold.ts';
import { Summaries } from '../history/summaries.ts';
import { scratch } from '../schema.ts';
import type { Findings } from './findings.ts';
import type { Stored } from './pages.ts';
import { asText } from '../../store/question.ts';
import { StoredRows, valuesOf } from './stored.ts';

/** Entries at once. */
const STEP = 4_000;

/** To be called for a ledger in which all else is whole. */
export function checkHistory(db: Connection, findings: Findings): void {
  const mark = db.prepare('SELECT entry FROM history_mark').get() as { entry: number } | undefined; // one column
  const store = scratch();
  try {
    const driver = new FileDriver(store, () => 0);
    const fold = new HistoryFold(db, store);
    const top = mark?.entry ?? 0;
    for (let from = 0; from < top; from += STEP) {
      fold.take(from, Math.min(from + STEP, top));
      const changes = new Changes(NO_TIP, 0);
      fold.flush(changes);
      driver.write(changes);
    }
    compareRows(db, store, 'habits', findings);
    compareRows(db, store, 'payees', findings);
    compareTotals(db, store, findings);
    if (findings.count === 0) checkSummaries(db, findings);
  } finally {
    store.close();
  }
}

function compareRows(
  db: Connection,
  store: Connection,
  table: 'habits' | 'payees',
  findings: Findings,
): void {
  const { key, columns } = COVERED[table];
  const [own, anew] = [db, store].map((one) => new StoredRows(one, table, key, columns).all());
  for (;;) {
    const [is, was] = [own?.next().value as Stored | undefined, anew?.next().value as Stored | undefined]; // a row, or the end
    if (!is && !was) return;
    const text = JSON.stringify(valuesOf(is ?? {}, columns));
    if (text === JSON.stringify(valuesOf(was ?? {}, columns))) continue;
    findings.add({ kind: 'changed', where: table, key: JSON.stringify(valuesOf(is ?? was ?? {}, key)) });
    return; // from here on they may stand side by side no more
  }
}

/**
 * What all files came to. Which file a payment counts for is told by what is known of retry files, and a file may have come
 * to be known as one since.
 */
function compareTotals(db: Connection, store: Connection, findings: Findings): void {
  const [own, anew] = [totals(db), totals(store)];
  for (const key of new Set([...own.keys(), ...anew.keys()])) {
    if ((own.get(key) ?? new Big(0)).eq(anew.get(key) ?? 0)) continue;
    findings.add({ kind: 'changed', where: 'file_totals', key });
  }
}

/** What is said of most payments without a look-up. None is as good as one; one has to say what the tables do. */
function checkSummaries(db: Connection, findings: Findings): void {
  const stored = db
    .prepare(
      'SELECT environment, part, typeof(environment) || typeof(part) || typeof(data) AS types FROM summaries ORDER BY 1, 2',
    )
    .all() as Record<string, unknown>[]; // its columns, whatever they hold
  const next = new Map<unknown, number>();
  for (const { environment, part, types } of stored) {
    if (types !== 'integerintegerblob' || part !== (next.get(environment) ?? 0))
      findings.add({ kind: 'changed', where: 'summaries', key: JSON.stringify([environment, part]) });
    next.set(environment, Number(part) + 1);
  }
  if (findings.count > 0) return;
  for (const environment of next.keys()) {
    const summaries = new Summaries(db, Number(environment));
    if (summaries.isWhole()) continue;
    findings.add({ kind: 'changed', where: 'summaries', key: JSON.stringify([environment]) });
  }
}

function totals(db: Connection): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  const { key, columns } = COVERED.file_totals;
  for (const row of new StoredRows(db, 'file_totals', key, columns).all()) {
    const name = JSON.stringify([row['environment'], row['currency']]);
    sums.set(name, (sums.get(name) ?? new Big(0)).plus(asText(row['total'])));
  }
  return sums;
}

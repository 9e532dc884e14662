// The chain of a ledger that had none: what is there becomes its first links, a thousand lines each. Rows have two digests
// there: of all that they are, which holds until their next entry, and of what no entry says, which holds until they are
// taken anew. Run inside the migration's transaction.
import type { Connection } from '../connection.ts';
import type { Chain } from './chain.ts';
import type { Stored } from './pages.ts';
import {
  COVERED,
  COVERED_TABLES,
  digest,
  ENTRY_COLUMNS,
  IDENTITY_COLUMNS,
  ROW_COLUMNS,
  ROW_KEY,
} from './record.ts';
import { StoredRows, valuesOf } from './stored.ts';

/** The first line of such a link: rows that no later link tells of are as these say. */
export const SNAPSHOT = 'snapshot';

const LINES = 1_000;

/** `halfway`: called after each link. */
export function snapshot(db: Connection, chain: Chain, halfway: () => void): void {
  chain.begin();
  let sequence = 0;
  let lines: string[] = [];
  const write = (): void => {
    if (lines.length > 0) chain.write([SNAPSHOT, ...lines].join('\n'), sequence);
    lines = [];
    halfway();
  };
  for (const line of everything(db, (seq) => (sequence = seq))) {
    if (lines.push(line) === LINES) write();
  }
  write();
}

/** A row as it is now: all of it, and what no entry says. */
export function rowLine(row: Stored): string {
  const all = digest('rows', valuesOf(row, ROW_COLUMNS));
  const identity = digest('identity', valuesOf(row, IDENTITY_COLUMNS));
  return `rows ${all} ${identity} ${JSON.stringify(valuesOf(row, ROW_KEY))}`;
}

/** `entry`: told of each entry's number, before its line. */
function* everything(db: Connection, entry: (seq: number) => void): Generator<string> {
  for (const row of new StoredRows(db, 'entries', ['seq'], ENTRY_COLUMNS).all()) {
    const seq = Number(row['seq']);
    entry(seq);
    yield `${seq} ${digest('entries', valuesOf(row, ENTRY_COLUMNS))}`;
  }
  for (const row of new StoredRows(db, 'rows', ROW_KEY, ROW_COLUMNS).all()) yield rowLine(row);
  for (const table of COVERED_TABLES) {
    const { key, columns } = COVERED[table];
    for (const row of new StoredRows(db, table, key, columns).all())
      yield `${table} ${digest(table, valuesOf(row, columns))} ${JSON.stringify(valuesOf(row, key))}`;
  }
}

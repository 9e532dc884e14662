// The tables of a ledger on Postgres, as data. What the hash chain covers has the very columns that it has on SQLite
// (sqlite/chain/record.ts), so that a ledger can be carried from one to the other and be judged by the same rules.
import { COVERED, COVERED_TABLES, ENTRY_COLUMNS, LINK, ROW_COLUMNS } from '../sqlite/chain/record.ts';

export interface Table {
  /** The primary key, in its order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** What a ledger is made of, wherever it is kept. */
export const LEDGER_TABLES: Readonly<Record<string, Table>> = {
  entries: { key: ['seq'], columns: ENTRY_COLUMNS },
  rows: { key: ['environment', 'key'], columns: [...ROW_COLUMNS, 'taken'] },
  links: { key: ['number'], columns: ['number', 'at', 'sequence', 'records', 'head'] },
  ...Object.fromEntries(
    COVERED_TABLES.map((table) => {
      const { key, columns } = COVERED[table];
      return [table, { key, columns: [...columns, LINK] }];
    }),
  ),
};

/** Who is at work now, and on what: no part of what the chain covers. */
export const WORK_TABLES = {
  /** Requests that may be under way, or whose host hasn't said how they ended. */
  intents: { key: ['environment', 'key'], columns: ['environment', 'key', 'entry', 'worker'] },
} as const satisfies Readonly<Record<string, Table>>;

/** Columns that hold text; every other one holds whole numbers. */
export const TEXTS: ReadonlySet<string> = new Set(
  (
    'key kind state reference folded content fingerprint run_id batch_id currency amount created_id type body body_hash ' +
    'idempotency_key idempotency_header answer by data records head file counts host file_hash parent settings ' +
    'ledger_path ledger_inode balances status message code document_id sha256 name reason mark_ledger_id path manifest ' +
    'account median recent payee batch total worker id source target'
  ).split(' '),
);
/** Where `id` is a number. */
const NUMBERED: ReadonlySet<string> = new Set(['environments', 'acceptances', 'backups', 'exports', 'moves']);

export const isText = (table: string, column: string): boolean =>
  column === 'id' ? !NUMBERED.has(table) : TEXTS.has(column);

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

// Tables of a ledger on Postgres beside those of every ledger: who is at work now, and on what. No part of what the chain covers.
import type { Table } from '../store/tables.ts';

export const WORK_TABLES = {
  /** Requests that may be under way, or whose host hasn't said how they ended. */
  intents: { key: ['environment', 'key'], columns: ['environment', 'key', 'entry', 'worker'] },
} as const satisfies Readonly<Record<string, Table>>;

// Which database this is, as its server numbers it: a dump that was restored, or a database that was made of another one, has
// the same contents and other numbers. Whoever finds others than the ledger was made with finds a copy.
import type { Session } from './connections.ts';

/** A number that can't be read: it speaks neither for nor against. */
const UNKNOWN = '-';

/** The server's, the database's and a table's number, as one text. The ledger's schema is the search path. */
export async function placeOf({ query }: Pick<Session, 'query'>): Promise<string> {
  const [found] = await query<{ database: string | null; store: string | null; readable: boolean }>(
    `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
       to_regclass('store')::oid::text AS store, has_function_privilege('pg_control_system()', 'EXECUTE') AS readable`,
  );
  const [server] =
    found?.readable === true
      ? await query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
      : [];
  return [server?.id, found?.database, found?.store].map((one) => one ?? UNKNOWN).join('/');
}

/** Whether it may be the same one. Of a ledger that doesn't say where it was made, that is always so. */
export function isSamePlace(before: string, now: string): boolean {
  const own = now.split('/');
  return before
    .split('/')
    .every((one, at) => one === '' || one === UNKNOWN || own[at] === UNKNOWN || one === own[at]);
}

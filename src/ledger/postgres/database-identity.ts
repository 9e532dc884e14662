// Which database this is, by the numbers of its server: a restored dump or a copied database has other numbers than
// those that the ledger was made with. If another transaction wrote the last link than the link names, its rows were
// restored into the same tables.
import type { LedgerObjection } from '../store/objections.ts';
import type { ServerSession } from './connections.ts';
import { postgresMessage } from './messages.ts';

/** A number that can't be read. It proves nothing. */
const UNKNOWN = '-';

/** The numbers of the server, the database and a table as one text. The ledger's schema is the search path. */
export async function placeOf({ query }: Pick<ServerSession, 'query'>): Promise<string> {
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

function isSamePlace(before: string, now: string): boolean {
  const own = now.split('/');
  return before
    .split('/')
    .every((one, at) => one === '' || one === UNKNOWN || own[at] === UNKNOWN || one === own[at]);
}

/**
 * Whether another transaction wrote a link than the link names. xmin has the lower 32 bits, and survives VACUUM.
 */
export const IS_RESTORED = 'xid % 4294967296 <> xmin::text::bigint';

interface Whereabouts {
  readonly timeline: string;
  readonly place: string;
}

export const whereaboutsOf = async (session: ServerSession): Promise<Whereabouts> => ({
  timeline: session.timeline,
  place: await placeOf(session),
});

export function objectionTo(before: Whereabouts, now: Whereabouts): LedgerObjection | undefined {
  const isSameTimeline = now.timeline === before.timeline;
  if (isSameTimeline && isSamePlace(before.place, now.place)) return undefined;
  const timelines = {
    timeline: Number.parseInt(now.timeline, 16),
    before: Number.parseInt(before.timeline, 16),
  };
  const message = isSameTimeline
    ? postgresMessage('other_database')
    : postgresMessage('other_timeline', timelines);
  return { code: 'ledger_timeline', message };
}

/** Whether the end of the chain was restored from a copy. */
export async function objectionToEnd(session: ServerSession): Promise<LedgerObjection | undefined> {
  const [last] = await session.query<{ restored: boolean | null }>(
    `SELECT ${IS_RESTORED} AS restored FROM links ORDER BY number DESC LIMIT 1`,
  );
  if (last?.restored !== true) return undefined;
  return { code: 'ledger_timeline', message: postgresMessage('rows_rewritten') };
}

// Which database this is, by the numbers of its server: a restored dump or a copied database has other numbers than
// those that the ledger was made with. If another transaction wrote the last link than the link names, its rows were
// restored into the same tables.
import type { LedgerObjection } from '../store/objections.ts';
import { LINK } from '../store/tables.ts';
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
const LAST_LINK = `SELECT ${IS_RESTORED} AS restored, number, records FROM links ORDER BY number DESC LIMIT 1`;

interface Whereabouts {
  readonly timeline: string;
  readonly place: string;
}

export const whereaboutsOf = async (session: ServerSession): Promise<Whereabouts> => ({
  timeline: session.timeline,
  place: await placeOf(session),
});

export function objectionToDatabase(before: Whereabouts, now: Whereabouts): LedgerObjection | undefined {
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

type LastLink = Readonly<{ restored: boolean | null; number: number; records: string }>;

/** Whether the last link has a move that the table of moves lacks. */
async function lacksMove(
  { query }: Pick<ServerSession, 'query'>,
  { number, records }: LastLink,
): Promise<boolean> {
  const id = /^moves \S+ \[(\d+)\]$/m.exec(records)?.[1];
  if (id === undefined) return false;
  return (await query(`SELECT 1 FROM moves WHERE id = $1 AND ${LINK} = $2`, [id, number])).length === 0;
}

/**
 * A row of the last entries whose last intent is missing in the table of rows. Keys find it: intents may be far back.
 */
const LOST_ROW = `SELECT 1 AS lost FROM (SELECT environment, key FROM entries ORDER BY seq DESC LIMIT 20) e
  CROSS JOIN LATERAL (SELECT max(seq) AS seq FROM
    (SELECT seq FROM entries WHERE environment = e.environment AND key = e.key AND type = 'intent' OFFSET 0) one) i
  LEFT JOIN LATERAL (SELECT intent_entry FROM rows WHERE environment = e.environment AND key = e.key LIMIT 1) r ON true
  WHERE i.seq > coalesce(r.intent_entry, 0) LIMIT 1`;

/** Whether the end of the chain, its moves or its rows were restored from a copy. */
export async function objectionToRows(session: ServerSession): Promise<LedgerObjection | undefined> {
  const found = await restoredRows(session);
  return found && { code: 'ledger_timeline', message: postgresMessage(found) };
}

async function restoredRows(
  session: ServerSession,
): Promise<'rows_rewritten' | 'move_put_back' | 'rows_put_back' | undefined> {
  const [last] = await session.query<LastLink>(LAST_LINK);
  if (last?.restored === true) return 'rows_rewritten';
  if (last && (await lacksMove(session, last))) return 'move_put_back';
  const [lost] = await session.query(LOST_ROW);
  return lost && 'rows_put_back';
}

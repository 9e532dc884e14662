// Which database this is, by its server's numbers: a restored dump or a copied database has other numbers than the
// ledger was made with. If the last link was written by another transaction than it names, its rows were restored into
// the same tables.
import type { Session } from './connections.ts';

/** A number that can't be read: it proves nothing. */
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

function isSamePlace(before: string, now: string): boolean {
  const own = now.split('/');
  return before
    .split('/')
    .every((one, at) => one === '' || one === UNKNOWN || own[at] === UNKNOWN || one === own[at]);
}

/**
 * Whether another transaction wrote a link than it names. xmin has the lower 32 bits, and survives freezing and VACUUM.
 */
export const IS_ANEW = 'xid % 4294967296 <> xmin::text::bigint';

export interface Objection {
  readonly code: 'ledger_other' | 'ledger_timeline';
  readonly text: string;
}

interface Whereabouts {
  readonly timeline: string;
  readonly place: string;
}

export const whereaboutsOf = async (session: Session): Promise<Whereabouts> => ({
  timeline: session.timeline,
  place: await placeOf(session),
});

export function objectionTo(before: Whereabouts, now: Whereabouts): Objection | undefined {
  if (now.timeline !== before.timeline) return timelineObjection(before.timeline, now.timeline);
  if (isSamePlace(before.place, now.place)) return undefined;
  const text =
    'is in another database than it was made in: a restored dump, or a copy of the database. What was paid since is missing in it, and would be paid again';
  return { code: 'ledger_timeline', text };
}

const timelineObjection = (before: string, now: string): Objection => ({
  code: 'ledger_timeline',
  text: `is on timeline ${Number.parseInt(now, 16)} of its server, and was on ${Number.parseInt(before, 16)}: a failover, or a restored copy. What was paid last may be missing in it, and would be paid again`,
});

/** All as one, the gravest first: what this host has seen is proof, another place may be a failover. */
export function together(
  objections: readonly (Pick<Objection, 'code' | 'text'> | undefined)[],
): Objection | undefined {
  const [first, ...others] = objections.filter((one) => one !== undefined);
  if (!first) return undefined;
  return {
    code: first.code,
    text: [first.text, ...others.map(({ text }) => `It also ${text}`)].join('. ').replaceAll('?. It', '? It'),
  };
}

/** Whether the end of the chain was restored from a copy. */
export async function objectionToRows({ query }: Pick<Session, 'query'>): Promise<Objection | undefined> {
  const [last] = await query<{ anew: boolean | null }>(
    `SELECT ${IS_ANEW} AS anew FROM links ORDER BY number DESC LIMIT 1`,
  );
  if (last?.anew !== true) return undefined;
  const text =
    'has rows that were written once more since paybatch wrote them: a dump of its data that was put back into its tables, or pg_repack. After a dump, what was paid since is missing in it, and would be paid again';
  return { code: 'ledger_timeline', text };
}

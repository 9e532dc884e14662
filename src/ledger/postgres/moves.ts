// The last move of a ledger on Postgres (../moved.ts).
import type { MoveRecord } from '../moved.ts';
import type { Session } from './connections.ts';

/** As one value, NULL for none: a part of other questions. */
export const MOVED = '(SELECT row_to_json(m) FROM moves m ORDER BY id DESC LIMIT 1)';

export async function readMove(session: Pick<Session, 'query'>): Promise<MoveRecord | undefined> {
  const [found] = await session.query<{ moved: MoveRecord | null }>(`SELECT ${MOVED} AS moved`);
  return found?.moved ?? undefined;
}

// The last move of a ledger in a file (../moved.ts).
import type { MoveRecord } from '../moved.ts';
import type { Connection } from './connection.ts';

export function readMove(db: Connection): MoveRecord | undefined {
  return db
    .prepare('SELECT id, at, source, target, arrived, done FROM moves ORDER BY id DESC LIMIT 1')
    .get() as MoveRecord | undefined; // the columns above
}

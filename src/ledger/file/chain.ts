// Where the hash chain of a ledger in a file ends, and the heads of its links. Each transaction that changes something ends with
// one link: for each entry and each row that it wrote a line with its digest, and a head over the link before and these lines
// (store/changes.ts). It is written in the same transaction, so that nothing is there that no link tells of (verify.ts).
import { genesis } from '../store/record.ts';
import { NO_TIP, type Tip } from '../tip.ts';
import type { Connection } from './connection.ts';

export function readTip(db: Connection): Tip {
  const last = db
    .prepare('SELECT number AS link, sequence, head FROM links ORDER BY number DESC LIMIT 1')
    .get() as Tip | undefined; // the columns above
  return last
    ? { link: last.link, sequence: last.sequence, head: last.head }
    : { ...NO_TIP, head: start(db) };
}

/** The head of a link, or of the beginning (0); `undefined` for a link that isn't there. */
export function headAt(db: Connection, number: number): string | undefined {
  if (number === 0) return start(db);
  const link = db.prepare('SELECT head FROM links WHERE number = ?').get(number) as
    { head: string } | undefined; // one column
  return link?.head;
}

function start(db: Connection): string {
  const meta = db.prepare('SELECT ledger_id, created_at FROM meta').get() as {
    ledger_id: string;
    created_at: number;
  }; // one row by the schema
  return genesis(meta.ledger_id, meta.created_at);
}

// Objections to a ledger's file: it is another ledger than configured, or older than its marks, or a copy of a ledger
// in use.
import { basename } from 'node:path';

import { objectionByMark, readLedgerEnd } from '../store/host-mark.ts';
import { markPath, type MarkRecord } from '../store/mark.ts';
import { type LedgerObjection, objectionToId } from '../store/objections.ts';
import type { Connection } from './connection.ts';
import { answerFrom } from './driver.ts';
import type { FilePlace } from './location.ts';
import { fileMessage } from './messages.ts';

interface FoundLedger {
  readonly db: Connection;
  readonly place: FilePlace;
  readonly id: string;
  /** As it was before the database was read; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** `seen`: the mark of this host, which is next to the path `base`. */
export function* objectionsToFile(
  { db, id, place, mark }: FoundLedger,
  pinned: string | undefined,
  seen: MarkRecord | null,
  base = '',
): Generator<LedgerObjection> {
  yield* objectionToId(id, pinned);
  const entries = lastEntryIn(db);
  const against = (known: MarkRecord | null, whose: Parameters<typeof objectionByMark>[1]) => {
    const { tip, ...end } = answerFrom(db, readLedgerEnd(id, known));
    // Links may name entries that are missing.
    const sequence = Math.min(tip.sequence, entries);
    return objectionByMark(known, whose, { ...end, tip: { ...tip, sequence } });
  };
  const byMark = against(mark, { by: 'mark', base: place.path });
  if (byMark) yield byMark;
  // Every run makes a mark. If the mark is gone, the log with the run's payments may be gone, too.
  if (!mark && db.prepare('SELECT 1 FROM runs LIMIT 1').get() !== undefined)
    yield {
      code: 'ledger_older',
      message: fileMessage('mark_missing', { entries, mark: basename(markPath(place.path)) }),
    };
  const copied = openElsewhere(db, place.inode());
  if (copied)
    yield {
      code: 'ledger_other',
      message: fileMessage('copied_in_use', { from: copied.ledger_path, runId: copied.id }),
    };
  // The file may have been restored together with its mark, as both were before the ledger was moved.
  const byHost = against(seen, { by: 'host', base });
  if (byHost) yield byHost;
}

const lastEntryIn = (db: Connection): number =>
  (db.prepare('SELECT coalesce(max(seq), 0) AS top FROM entries').get() as { top: number }).top; // one column

/** A run that was open when the file was copied: its lock is next to the original. */
const openElsewhere = (db: Connection, inode: string): { id: string; ledger_path: string } | undefined =>
  db
    .prepare('SELECT id, ledger_path FROM runs WHERE finished_at IS NULL AND ledger_inode <> ? LIMIT 1')
    .get(inode) as { id: string; ledger_path: string } | undefined; // the columns above

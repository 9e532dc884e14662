// Objections to a ledger's file: it is another ledger than configured, or older than its mark.
import { basename } from 'node:path';

import { type LedgerObjection, objectionToId } from '../store/objections.ts';
import type { Connection } from './connection.ts';
import { answerFrom } from './driver.ts';
import { objectionTo, readLedgerEnd } from './host-mark.ts';
import type { FilePlace } from './location.ts';
import { markPath, type MarkRecord } from './mark.ts';
import { fileMessage } from './messages.ts';

interface FoundLedger {
  readonly db: Connection;
  readonly place: FilePlace;
  readonly id: string;
  /** As it was before the database was read; `null` for none. */
  readonly mark: MarkRecord | null;
}

export function* objectionsTo(
  { db, id, place, mark }: FoundLedger,
  pinned: string | undefined,
): Generator<LedgerObjection> {
  yield* objectionToId(id, pinned);
  const height = heightOf(db);
  const { tip, ...held } = answerFrom(db, readLedgerEnd(id, mark));
  // Links may name entries that are missing.
  const end = { ...held, tip: { ...tip, sequence: Math.min(tip.sequence, height) } };
  const byMark = objectionTo(mark, { by: 'mark', beside: place.path }, end);
  if (byMark) yield byMark;
  // Every run makes a mark. If the mark is gone, the log with the run's payments may be gone, too.
  if (!mark && db.prepare('SELECT 1 FROM runs LIMIT 1').get() !== undefined)
    yield {
      code: 'ledger_older',
      message: fileMessage('mark_missing', { entries: height, mark: basename(markPath(place.path)) }),
    };
}

const heightOf = (db: Connection): number =>
  (db.prepare('SELECT coalesce(max(seq), 0) AS top FROM entries').get() as { top: number }).top; // one column

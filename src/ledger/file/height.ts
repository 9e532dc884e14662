// Keeps the high-water mark of a ledger in a file: written after each commit, synced when a run begins or ends. Then
// the log also moves into the database's file, so that little is lost with a lost log.
import { LedgerError } from '../ledger-error.ts';
import { NO_TIP, type Tip } from '../records.ts';
import { readMove } from '../store/reads.ts';
import { complaintOf, type Connection } from './connection.ts';
import { answerFrom, readTip } from './driver.ts';
import { besideMark, compareMark, heldOf, raiseSeenBy } from './host-mark.ts';
import { Mark, type MarkRecord, readMark } from './mark.ts';
import { fileMessage } from './messages.ts';

export class Height {
  readonly #db: Connection;
  readonly #id: string | null;
  readonly #mark: Mark | null = null;
  /** Where the mark in the state folder is, for a ledger that was moved. */
  readonly #beside: string | undefined;
  /** The end of the chain when it was last read. */
  seen: Tip = NO_TIP;

  /** `id: null`: for a reader, who leaves the mark alone. Errors: {@link LedgerError}, the database closed. */
  constructor(db: Connection, path: string, id: string | null, stateFolder?: string) {
    this.#db = db;
    this.#id = id;
    if (id === null) return;
    try {
      this.#mark = new Mark(path, id);
      this.#mark.write(this.look());
      this.#mark.sync();
      const beside = stateFolder === undefined ? undefined : besideMark(stateFolder, id);
      if (beside !== undefined && (answerFrom(db, readMove()) || readMark(beside))) this.#beside = beside;
      this.#raiseInStateFolder();
    } catch (error) {
      db.close();
      throw new LedgerError(fileMessage('mark_unwritten', { ledger: path, why: complaintOf(error) }), error);
    }
  }

  look(): Tip {
    this.seen = readTip(this.#db);
    return this.seen;
  }

  /** After a commit. */
  raise(tip: Tip): void {
    if (tip.link > 0) attempt(() => this.#mark?.write(tip));
  }

  /** On a full disk neither is possible, and neither is needed: the log holds what was committed. */
  settle(): void {
    attempt(() => this.#db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()); // PASSIVE waits for nobody
    attempt(() => {
      this.#mark?.write(this.look());
      this.#mark?.sync();
    });
    this.#raiseInStateFolder();
  }

  #raiseInStateFolder(): void {
    const [id, beside] = [this.#id, this.#beside];
    if (id !== null && beside !== undefined) attempt(() => raiseSeenBy(this.#db, id, beside));
  }

  close(): void {
    this.settle();
    this.#mark?.close();
  }
}

/** After a link that was added without a run (backup, export). A mark of another chain stays as it is. */
export function followUp(
  { db, path, id, mark }: { db: Connection; path: string; id: string; mark: MarkRecord | null },
  tip: Tip,
): void {
  if (!mark || compareMark(mark, heldOf(db, id, mark)) !== undefined) return;
  attempt(() => {
    const own = new Mark(path, id);
    own.write(tip);
    own.sync();
    own.close();
  });
}

/** A mark that is too low is harmless. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // as said above
  }
}

// Keeps the high-water mark of a ledger in a file. It is written after each commit, and synced when a run begins or
// ends. Then the log is also moved into the database's file, so that little is lost with a lost log.
import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../records.ts';
import { hostMarkBase, raiseMark } from '../store/host-mark.ts';
import { MarkFile, readMark } from '../store/mark.ts';
import { readMove } from '../store/reads.ts';
import { type Connection, fileComplaint } from './connection.ts';
import { answerFrom, tipOf } from './driver.ts';
import { fileMessage } from './messages.ts';

export class HighWaterMark {
  readonly #db: Connection;
  readonly #id: string;
  readonly #mark: MarkFile;
  /** Where the mark in the state folder is, for a ledger that was moved. */
  readonly #base: string | undefined;

  /** Errors: {@link LedgerError}. The database is closed. */
  constructor(db: Connection, path: string, id: string, stateFolder?: string) {
    [this.#db, this.#id] = [db, id];
    try {
      this.#mark = new MarkFile(path, id);
      this.#mark.write(tipOf(db));
      this.#mark.sync();
      const base = stateFolder === undefined ? undefined : hostMarkBase(stateFolder, id);
      if (base !== undefined && (answerFrom(db, readMove()) || readMark(base))) this.#base = base;
      this.#raiseInStateFolder();
    } catch (error) {
      db.close();
      throw new LedgerError(
        fileMessage('mark_unwritten', { ledger: path, why: fileComplaint(error) }),
        error,
      );
    }
  }

  /** After a commit. */
  raise(tip: Tip): void {
    if (tip.link > 0) attempt(() => this.#mark.write(tip));
  }

  /** On a full disk nothing of this is possible, nor needed: the log has all commits. */
  settle(): void {
    attempt(() => this.#db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()); // PASSIVE waits for nobody
    attempt(() => {
      this.#mark.write(tipOf(this.#db));
      this.#mark.sync();
    });
    this.#raiseInStateFolder();
  }

  #raiseInStateFolder(): void {
    const base = this.#base;
    if (base !== undefined) attempt(() => answerFrom(this.#db, raiseMark(base, this.#id, { isNew: true })));
  }

  close(): void {
    this.settle();
    this.#mark.close();
  }
}

/** A mark that is too low is harmless. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // see above
  }
}

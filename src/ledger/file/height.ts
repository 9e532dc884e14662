// Keeps the high-water mark of a ledger in a file: written after each commit, synced when a run begins or ends. Then the log also
// moves into the database's file, so that little is lost with a lost log.
import { LedgerError } from '../ledger-error.ts';
import { readMove } from '../store/reads.ts';
import { NO_TIP, type Tip } from '../tip.ts';
import { type Connection, words } from './connection.ts';
import { headAt, readTip } from './driver.ts';
import { answerFrom } from './driver.ts';
import { besideMark, raiseSeenBy } from './host-mark.ts';
import { Mark, type MarkRecord, readMark } from './mark.ts';

export function heightOf(db: Connection): number {
  return (db.prepare('SELECT coalesce(max(seq), 0) AS top FROM entries').get() as { top: number }).top; // one column
}

export class Height {
  readonly #db: Connection;
  readonly #mark: Mark | null;
  readonly #byId: ById | undefined;
  /** The end of the chain when it was last read. */
  seen: Tip = NO_TIP;

  /** `ledgerId: null`: for a reader, who leaves the mark alone. */
  constructor(db: Connection, path: string, ledgerId: string | null, stateFolder?: string) {
    this.#db = db;
    this.#mark = ledgerId === null ? null : new Mark(path, ledgerId);
    this.#mark?.write(this.look());
    this.#mark?.sync();
    this.#byId = ledgerId === null ? undefined : byIdOf(db, ledgerId, stateFolder);
    this.#raiseById();
  }

  look(): Tip {
    this.seen = readTip(this.#db);
    return this.seen;
  }

  /** After a commit. A mark that is too low is harmless. */
  raise(tip: Tip): void {
    if (tip.link === 0) return;
    attempt(() => this.#mark?.write(tip));
  }

  /** On a full disk neither is possible, and neither is needed: the log holds what was committed. */
  settle(): void {
    attempt(() => this.#db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()); // PASSIVE waits for nobody
    attempt(() => {
      this.#mark?.write(this.look());
      this.#mark?.sync();
    });
    this.#raiseById();
  }

  #raiseById(): void {
    const { id, beside } = this.#byId ?? {};
    if (id === undefined || beside === undefined) return;
    attempt(() => {
      raiseSeenBy(this.#db, id, beside);
    });
  }

  close(): void {
    this.settle();
    this.#mark?.close();
  }
}

interface ById {
  readonly id: string;
  readonly beside: string;
}

/** The mark in the state folder, for a ledger that was moved. */
function byIdOf(db: Connection, id: string, stateFolder: string | undefined): ById | undefined {
  if (stateFolder === undefined) return undefined;
  const beside = besideMark(stateFolder, id);
  return answerFrom(db, readMove()) || readMark(beside) ? { id, beside } : undefined;
}

/** After a link that was added without a run (backup, export). A mark of another chain stays as it is. */
export function followUp(
  { db, path, id, mark }: { db: Connection; path: string; id: string; mark: MarkRecord | null },
  tip: Tip,
): void {
  if (mark?.ledgerId !== id || mark.sequence > tip.sequence) return;
  if (headAt(db, mark.link.number) !== mark.link.head) return;
  attempt(() => {
    const own = new Mark(path, id);
    own.write(tip);
    own.sync();
    own.close();
  });
}

/** Errors: {@link LedgerError}, the database closed. Without a mark, a lost log would go unnoticed: a reason not to begin. */
export function openHeight(
  db: Connection,
  path: string,
  id: string | null,
  stateFolder: string | undefined,
): Height {
  try {
    return new Height(db, path, id, stateFolder);
  } catch (error) {
    db.close();
    throw new LedgerError(`the mark of the ledger ${path} can't be written: ${words(error)}`, error);
  }
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // A mark that is too low is harmless.
  }
}

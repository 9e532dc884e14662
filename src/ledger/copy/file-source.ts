// A ledger in a file, to be carried elsewhere: nobody else writes it while it is held.
import { readTip } from '../file/chain.ts';
import { rollback, words } from '../file/connection.ts';
import { FileDriver } from '../file/driver.ts';
import { FileLedger } from '../file/file-ledger.ts';
import { followUp } from '../file/height.ts';
import { besideMark, raiseSeenBy } from '../file/host-mark.ts';
import { type Opened, openFile } from '../file/opening.ts';
import { LedgerError } from '../ledger-error.ts';
import { isAway, type MoveRecord } from '../moved.ts';
import type { Question } from '../store/question.ts';
import { readMove } from '../store/reads.ts';
import { nextId } from '../store/runs.ts';
import { LedgerContents } from './contents.ts';
import type { Source, SourceFacts } from './sides.ts';

/** Opens and holds it for `work`. Errors: {@link LedgerError}, also for whatever would keep a run from using it. */
export async function withFileSource<T>(
  {
    path,
    now,
    stateFolder,
  }: { readonly path: string; readonly now: () => Date; readonly stateFolder: string },
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const opened = openFile(path, { create: false, accept: false, moved: true, now });
  try {
    if (!isAway(opened.driver.answer(readMove()))) await clearUp(opened, now, stateFolder);
    const source = new FileSource(opened, now, stateFolder);
    try {
      return await work(source);
    } finally {
      rollback(opened.db);
    }
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(`the ledger ${opened.place.path} can't be copied: ${words(error)}`, error);
  } finally {
    opened.db.close();
  }
}

/** What dead runs left is in doubt before anything is copied. Opened as a run would open it: it has to be fit for one. */
async function clearUp({ db, place }: Opened, now: () => Date, stateFolder: string): Promise<void> {
  const names = db.prepare('SELECT name FROM environments').all() as { name: string }[]; // one column
  for (const { name } of names) {
    const ledger = new FileLedger(place.path, name, { create: false, accept: false, stateFolder });
    try {
      await ledger.recover(now());
    } finally {
      await ledger.close();
    }
  }
}

class FileSource extends LedgerContents implements Source {
  readonly name: string;
  readonly #opened: Opened;
  readonly #now: () => Date;
  readonly #stateFolder: string;

  constructor(opened: Opened, now: () => Date, stateFolder: string) {
    super();
    this.name = opened.place.path;
    this.#opened = opened;
    this.#now = now;
    this.#stateFolder = stateFolder;
  }

  protected read<T>(question: Question<T>): Promise<T> {
    return Promise.resolve(this.#opened.driver.answer(question));
  }

  async facts(): Promise<SourceFacts> {
    this.#opened.db.exec('BEGIN IMMEDIATE');
    return { ...(await this.about()), move: await this.move(), unreported: 0 };
  }

  async *beside(): AsyncGenerator<never> {
    // Nothing: what is at work on a file is told by locks.
  }

  seal(target: string): Promise<MoveRecord> {
    const at = this.#now().getTime();
    const { name } = this;
    const { result } = new FileDriver(this.#opened.db, () => at).inside(function* (tx) {
      const move = { id: yield* nextId(tx, 'moves'), at, source: name, target, arrived: null };
      tx.changes.chainRow('moves', move);
      return { ...move, done: null };
    });
    return Promise.resolve(result);
  }

  commit(): Promise<void> {
    const { db, place, id, mark } = this.#opened;
    db.exec('COMMIT');
    followUp({ db, path: place.path, id, mark }, readTip(db));
    raiseSeenBy(db, id, besideMark(this.#stateFolder, id));
    return Promise.resolve();
  }

  heard({ id }: MoveRecord): Promise<void> {
    const { db } = this.#opened;
    db.prepare('UPDATE moves SET done = ? WHERE id = ?').run(this.#now().getTime(), id);
    if (db.inTransaction) db.exec('COMMIT');
    return Promise.resolve();
  }
}

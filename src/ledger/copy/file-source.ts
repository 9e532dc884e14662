// A ledger in a file, to be carried elsewhere: nobody else writes it while it is held.
import { LedgerError } from '../ledger-error.ts';
import { isAway, type MoveRecord } from '../moved.ts';
import { readTip } from '../sqlite/chain/chain.ts';
import { StoredRows } from '../sqlite/chain/stored.ts';
import { type Connection, rollback, words } from '../sqlite/connection.ts';
import { FileDriver } from '../sqlite/driver.ts';
import { FileLedger } from '../sqlite/file-ledger.ts';
import { followUp } from '../sqlite/height.ts';
import { readMove } from '../sqlite/moves.ts';
import { type Opened, openFile } from '../sqlite/opening.ts';
import { besideMark, raiseSeenBy } from '../sqlite/seen-mark.ts';
import { nextId } from '../store/runs.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import type { Contents, Source, SourceFacts, StoredRow } from './sides.ts';

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
    if (!isAway(readMove(opened.db))) await clearUp(opened, now, stateFolder);
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

export class FileContents implements Contents {
  protected readonly db: Connection;

  constructor(db: Connection) {
    this.db = db;
  }

  count(table: string): Promise<number> {
    const found = this.db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }; // one column
    return Promise.resolve(found.count);
  }

  tip(): Promise<Tip> {
    return Promise.resolve(readTip(this.db));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- a database that answers at once
  async *pages(table: string): AsyncGenerator<readonly StoredRow[]> {
    const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
    let page: StoredRow[] = [];
    for (const row of new StoredRows(this.db, table, key, columns).all()) {
      page.push(Object.fromEntries(columns.map((column) => [column, row[column]])));
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
}

const PAGE = 1_000;

class FileSource extends FileContents implements Source {
  readonly name: string;
  readonly #opened: Opened;
  readonly #now: () => Date;
  readonly #stateFolder: string;

  constructor(opened: Opened, now: () => Date, stateFolder: string) {
    super(opened.db);
    this.name = opened.place.path;
    this.#opened = opened;
    this.#now = now;
    this.#stateFolder = stateFolder;
  }

  facts(): Promise<SourceFacts> {
    this.db.exec('BEGIN IMMEDIATE');
    const { id } = this.#opened;
    const { created_at: createdAt } = this.db.prepare('SELECT created_at FROM meta').get() as {
      created_at: number;
    }; // one row by the schema
    const runs = this.db.prepare('SELECT id, host, pid, file FROM runs WHERE finished_at IS NULL').all() as {
      id: string;
      host: string;
      pid: number;
      file: string;
    }[]; // the columns above
    const open = runs.map(
      ({ id: run, host, pid, file }) => `run ${run} of ${file} (process ${pid} on ${host})`,
    );
    return Promise.resolve({ id, createdAt, move: readMove(this.db), open, unreported: 0 });
  }

  async *beside(): AsyncGenerator<never> {
    // Nothing: what is at work on a file is told by locks.
  }

  seal(target: string): Promise<MoveRecord> {
    const at = this.#now().getTime();
    const { name } = this;
    const { result } = new FileDriver(this.db, () => at).inside(function* (tx) {
      const move = { id: yield* nextId(tx, 'moves'), at, source: name, target, arrived: null };
      tx.changes.chainRow('moves', move);
      return { ...move, done: null };
    });
    return Promise.resolve(result);
  }

  commit(): Promise<void> {
    this.db.exec('COMMIT');
    const { db, place, id, mark } = this.#opened;
    followUp({ db, path: place.path, id, mark }, readTip(db));
    raiseSeenBy(db, id, besideMark(this.#stateFolder, id));
    return Promise.resolve();
  }

  heard({ id }: MoveRecord): Promise<void> {
    this.db.prepare('UPDATE moves SET done = ? WHERE id = ?').run(this.#now().getTime(), id);
    if (this.db.inTransaction) this.db.exec('COMMIT');
    return Promise.resolve();
  }
}

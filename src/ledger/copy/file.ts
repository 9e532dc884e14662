// The two sides of a copy that are files. A source is held by a transaction. A target is filled under another name,
// and has the ledger's own from when it is one.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncFile } from '../../files/write-all.ts';
import { type Verified, verifyLedger } from '../evidence/verify.ts';
import { complaintOf, connect, type Connection, rollback } from '../file/connection.ts';
import { answerFrom, FileDriver, readTip } from '../file/driver.ts';
import { FileLedger } from '../file/file-ledger.ts';
import { besideMark, raiseMark } from '../file/host-mark.ts';
import { findPlace, SYSTEM } from '../file/location.ts';
import { Mark, readMark } from '../file/mark.ts';
import { openFile, unfinished } from '../file/opening.ts';
import { isAlive, Presence } from '../file/presence.ts';
import { beginFilling, endFilling, insertInto } from '../file/schema.ts';
import { LedgerError, objected, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { Tip } from '../records.ts';
import type { Tx } from '../store/group.ts';
import type { Question, Raw } from '../store/question.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import { copyMessage } from './messages.ts';
import type { Found, Source, Target } from './sides.ts';

interface Here {
  readonly now: () => Date;
  readonly stateFolder: string;
}

/** Errors: {@link LedgerError}, also for whatever would keep a run from using it. */
export async function withFileSource<T>(
  path: string,
  { now, stateFolder }: Here,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, moved: true, now });
  const open = (environment: string): FileLedger =>
    new FileLedger(place.path, environment, { create: false, accept: false, stateFolder });
  const commit = (): void => {
    if (db.inTransaction) db.exec('COMMIT');
    driver.answer(raiseMark(place.path, id));
    driver.answer(raiseMark(besideMark(stateFolder, id), id, { isNew: true }));
  };
  try {
    return await work({
      name: place.path,
      tables: LEDGER_TABLES,
      read: (question) => Promise.resolve(driver.answer(question)),
      open: (environment) => Promise.resolve(open(environment)),
      hold: () => {
        db.exec('BEGIN IMMEDIATE');
        return Promise.resolve(0);
      },
      write: (change) => Promise.resolve(driver.inside(change).result),
      commit: () => {
        commit();
        return Promise.resolve();
      },
    });
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const why = complaintOf(error);
    throw new LedgerError(ledgerMessage('ledger_cannot', { ledger: place.path, be: 'copied', why }), error);
  } finally {
    rollback(db);
    db.close();
  }
}

/** The lock of whoever is copying to a place. */
const COPYING = 'copy';

export async function withFileTarget<T>(
  given: string,
  now: () => Date,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { path, objections } = findPlace(given, SYSTEM);
  const [objection] = objections;
  if (objection) throw objected(path, objection);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (isAlive(path, COPYING)) throw refusal('ledger_busy', copyMessage('copying_there', { ledger: path }));
  const presence = new Presence(path, COPYING);
  const target = new FileTarget(path, now);
  try {
    return await work(target);
  } finally {
    target.close();
    presence.release();
  }
}

class FileTarget implements Target {
  readonly name: string;
  readonly tables = LEDGER_TABLES;
  readonly #now: () => Date;
  readonly #unfinished: string;
  #db: Connection | undefined;
  #id = '';

  constructor(path: string, now: () => Date) {
    this.name = path;
    this.#now = now;
    this.#unfinished = unfinished(path);
  }

  read<T>(question: Question<T>): Promise<T> {
    return Promise.resolve(answerFrom(this.#own, question));
  }

  look(): Promise<Found> {
    if (statSync(this.name, { throwIfNoEntry: false })?.size === 0) throw taken(this.name);
    if (existsSync(this.name)) {
      const { db, id } = openFile(this.name, { create: false, accept: false, look: true });
      this.#db = db;
      return Promise.resolve({ kind: 'ledger', id });
    }
    // Whatever lies under the other name is made again.
    return Promise.resolve(existsSync(this.#unfinished) ? { kind: 'unfinished', id: '' } : { kind: 'none' });
  }

  begin(id: string, createdAt: number): Promise<void> {
    this.#id = id;
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(this.#unfinished + end, { force: true });
    closeSync(openSync(this.#unfinished, 'ax', 0o600));
    this.#db = beginFilling(this.#unfinished, id, createdAt);
    return Promise.resolve();
  }

  insert(table: string, rows: readonly Raw[]): Promise<void> {
    insertInto(this.#own, table, rows);
    return Promise.resolve();
  }

  filled(): Promise<void> {
    const mark = readMark(this.name);
    if (mark && (mark.ledgerId !== this.#id || mark.link.number > readTip(this.#own).link + 1))
      throw used(this.name);
    endFilling(this.#own);
    syncFile(this.#unfinished);
    return Promise.resolve();
  }

  verify(): Promise<Verified> {
    this.close();
    const verified = verifyLedger({ path: this.#unfinished, inUse: false, seen: [] });
    this.#db = connect(this.#unfinished);
    return Promise.resolve(verified);
  }

  arrive(work: (tx: Tx) => Question<void>): Promise<Tip> {
    const driver = new FileDriver(this.#own, () => this.#now().getTime(), { arriving: true });
    driver.transaction(work);
    this.#own.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    syncFile(this.#unfinished);
    this.close();
    // The mark before the name: a ledger that was used without one is refused.
    const mark = new Mark(this.name, this.#id);
    mark.write(driver.tip);
    mark.sync();
    mark.close();
    if (existsSync(this.name)) throw taken(this.name);
    renameSync(this.#unfinished, this.name);
    syncFile(dirname(this.name));
    return Promise.resolve(driver.tip);
  }

  get #own(): Connection {
    if (!this.#db) throw new Error('the target is not open');
    return this.#db;
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}

const taken = (name: string): LedgerError =>
  refusal('ledger_exists', ledgerMessage('file_taken', { path: name }));

const used = (name: string): LedgerError =>
  refusal('ledger_older', copyMessage('ledger_was_there', { target: name }));

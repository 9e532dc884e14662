// The two sides of a copy that are files. A target is filled under another name. It is the ledger once it has its
// name.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncFile } from '../../files/write-all.ts';
import { verifyLedger } from '../evidence/verify.ts';
import { connect, type Connection, fileComplaint, rollback } from '../file/connection.ts';
import { answerFrom, FileDriver, tipOf } from '../file/driver.ts';
import { FileLedger } from '../file/file-ledger.ts';
import { findPlace, SYSTEM } from '../file/location.ts';
import { openFile, unfinished } from '../file/open.ts';
import { isAlive, RunLock } from '../file/run-lock.ts';
import { beginFilling, endFilling, insertInto } from '../file/schema.ts';
import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { hostMarkBase, raiseMark } from '../store/host-mark.ts';
import { MarkFile, readMark } from '../store/mark.ts';
import { objected } from '../store/objections.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import { copyMessage } from './messages.ts';
import type { CopySource, CopyTarget } from './sides.ts';

interface Here {
  readonly now: () => Date;
  readonly stateFolder: string;
}

/** Errors: {@link LedgerError}, also for whatever would keep a run from using it. */
export async function withFileSource<T>(
  path: string,
  { now, stateFolder }: Here,
  work: (source: CopySource) => Promise<T>,
): Promise<T> {
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, moved: true, now });
  try {
    return await work({
      name: place.path,
      tables: LEDGER_TABLES,
      read: (question) => driver.answer(question),
      open: (environment) =>
        new FileLedger(place.path, environment, { create: false, accept: false, stateFolder }),
      hold: () => {
        db.exec('BEGIN IMMEDIATE');
      },
      write: (change) => driver.inside(change).result,
      commit: () => {
        if (db.inTransaction) db.exec('COMMIT');
        driver.answer(raiseMark(place.path, id));
        driver.answer(raiseMark(hostMarkBase(stateFolder, id), id, { isNew: true }));
      },
    });
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const why = fileComplaint(error);
    throw new LedgerError(ledgerMessage('ledger_cannot', { ledger: place.path, be: 'copied', why }), error);
  } finally {
    rollback(db);
    db.close();
  }
}

/** The lock of the process that copies to a place. */
const COPYING = 'copy';

export async function withFileTarget<T>(
  given: string,
  now: () => Date,
  work: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  const { path, objections } = findPlace(given, SYSTEM);
  const [objection] = objections;
  if (objection) throw objected(path, objection);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (isAlive(path, COPYING)) throw refusal('ledger_busy', copyMessage('copying_there', { ledger: path }));
  const lock = new RunLock(path, COPYING);
  const file: CopyFile = { path, copy: unfinished(path), id: '' };
  try {
    return await work(targetOf(file, now));
  } finally {
    file.db?.close();
    lock.release();
  }
}

interface CopyFile {
  readonly path: string;
  /** The file until it is the ledger. */
  readonly copy: string;
  id: string;
  db?: Connection;
}

function targetOf(file: CopyFile, now: () => Date): CopyTarget {
  const { path, copy } = file;
  return {
    name: path,
    tables: LEDGER_TABLES,
    read: (question) => answerFrom(opened(file), question),
    look: () => {
      if (statSync(path, { throwIfNoEntry: false })?.size === 0) throw taken(path);
      if (!existsSync(path)) return undefined;
      const { db, id } = openFile(path, { create: false, accept: false, look: true });
      file.db = db;
      return id;
    },
    begin: (id, createdAt) => {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true });
      closeSync(openSync(copy, 'ax', 0o600));
      Object.assign(file, { id, db: beginFilling(copy, id, createdAt) });
    },
    insert: (table, rows) => {
      insertInto(opened(file), table, rows);
    },
    verify: () => {
      const db = opened(file);
      const mark = readMark(path);
      if (mark && (mark.ledgerId !== file.id || mark.link.number > tipOf(db).link + 1))
        throw refusal('ledger_older', copyMessage('ledger_was_there', { target: path }));
      endFilling(db);
      syncFile(copy);
      db.close();
      const verified = verifyLedger({ path: copy, inUse: false, seen: [] });
      file.db = connect(copy);
      return verified;
    },
    arrive: (work) => {
      const db = opened(file);
      const driver = new FileDriver(db, () => now().getTime());
      driver.tip = tipOf(db); // so it is not refused as moved
      driver.transaction(work);
      db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      syncFile(copy);
      db.close();
      // The mark before the name: a ledger that was used without one is refused.
      const mark = new MarkFile(path, file.id);
      mark.write(driver.tip);
      mark.sync();
      mark.close();
      if (existsSync(path)) throw taken(path);
      renameSync(copy, path);
      syncFile(dirname(path));
      return driver.tip;
    },
  };
}

function opened({ db }: CopyFile): Connection {
  if (!db) throw new Error('the target is not open');
  return db;
}

const taken = (path: string): LedgerError => refusal('ledger_exists', ledgerMessage('file_taken', { path }));

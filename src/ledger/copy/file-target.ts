// A file that becomes a ledger. It is filled under another name, and has the ledger's own from when it is one.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncFile } from '../../files/write-all.ts';
import { type Verified, verifyLedger } from '../evidence/verify.ts';
import { readTip } from '../file/chain.ts';
import { connect, type Connection } from '../file/connection.ts';
import { answerFrom, FileDriver } from '../file/driver.ts';
import { beginFilling, endFilling, insertInto } from '../file/fill.ts';
import { findPlace, SYSTEM } from '../file/location.ts';
import { Mark, readMark } from '../file/mark.ts';
import { openFile, unfinished } from '../file/opening.ts';
import { isAlive, Presence } from '../file/presence.ts';
import { LedgerError } from '../ledger-error.ts';
import type { MoveRecord } from '../moved.ts';
import type { Question } from '../store/question.ts';
import { NO_TIP, type Tip } from '../tip.ts';
import { LedgerContents } from './contents.ts';
import type { Found, SourceFacts, StoredRow, Target } from './sides.ts';

/** The lock of whoever is copying to a place. */
const COPYING = 'copy';

export async function withFileTarget<T>(
  given: string,
  now: () => Date,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { path, objections } = findPlace(given, SYSTEM);
  const [objection] = objections;
  if (objection) throw new LedgerError(`the ledger ${path} ${objection.text}`, undefined, objection.code);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (isAlive(path, COPYING))
    throw new LedgerError(`a ledger is just being copied to ${path}`, undefined, 'ledger_busy');
  const presence = new Presence(path, COPYING);
  const target = new FileTarget(path, now);
  try {
    return await work(target);
  } finally {
    target.end();
    presence.release();
  }
}

class FileTarget extends LedgerContents implements Target {
  readonly name: string;
  readonly #now: () => Date;
  readonly #unfinished: string;
  #db: Connection | undefined;
  #id = '';

  constructor(path: string, now: () => Date) {
    super();
    this.name = path;
    this.#now = now;
    this.#unfinished = unfinished(path);
  }

  protected read<T>(question: Question<T>): Promise<T> {
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
    return Promise.resolve(
      existsSync(this.#unfinished) ? { kind: 'unfinished', id: '', tip: NO_TIP } : { kind: 'none' },
    );
  }

  begin({ id, createdAt }: SourceFacts): Promise<void> {
    this.#id = id;
    this.#remove();
    closeSync(openSync(this.#unfinished, 'ax', 0o600));
    this.#db = beginFilling(this.#unfinished, id, createdAt);
    return Promise.resolve();
  }

  insert(table: string, rows: readonly StoredRow[]): Promise<void> {
    insertInto(this.#own, table, rows);
    return Promise.resolve();
  }

  insertBeside(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** All of it in one file, synced. */
  filled(): Promise<void> {
    const db = this.#own;
    const mark = readMark(this.name);
    if (mark && (mark.ledgerId !== this.#id || mark.link.number > readTip(db).link + 1))
      throw used(this.name);
    endFilling(db);
    syncFile(this.#unfinished);
    return Promise.resolve();
  }

  verify(): Promise<Verified> {
    this.#close();
    const verified = verifyLedger({ path: this.#unfinished, inUse: false, seen: [] });
    this.#db = connect(this.#unfinished);
    return Promise.resolve(verified);
  }

  arrive({ id, at: movedAt, source, target }: MoveRecord): Promise<Tip> {
    const at = this.#now().getTime();
    const driver = new FileDriver(this.#own, () => at, { arriving: true });

    driver.transaction(function* ({ changes }) {
      changes.chainRow('moves', { id, at: movedAt, source, target, arrived: at });
    });
    this.#settle();
    this.#close();
    // The mark before the name: a ledger that was used without one is refused.
    const own = new Mark(this.name, this.#id);
    own.write(driver.tip);
    own.sync();
    own.close();
    if (existsSync(this.name)) throw taken(this.name);
    renameSync(this.#unfinished, this.name);
    syncFile(dirname(this.name));
    return Promise.resolve(driver.tip);
  }

  end(): void {
    this.#close();
  }

  get #own(): Connection {
    if (!this.#db) throw new Error('the target is not open');
    return this.#db;
  }

  #settle(): void {
    this.#own.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    syncFile(this.#unfinished);
  }

  #close(): void {
    this.#db?.close();
    this.#db = undefined;
  }

  #remove(): void {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(this.#unfinished + end, { force: true });
  }
}

const taken = (name: string): LedgerError =>
  new LedgerError(`there is a file at ${name} already: nothing was changed`, undefined, 'ledger_exists');

const used = (name: string): LedgerError =>
  new LedgerError(
    `a ledger was in use at ${name} (its mark says so), and is gone: what it paid may be missing in this copy. Find it, or copy to another place`,
    undefined,
    'ledger_older',
  );

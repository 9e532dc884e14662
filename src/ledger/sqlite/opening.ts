// Opens a ledger's file, or says why it must not be used: what it is, where it is, whether it is the one that was meant
// and as high as it was. Only on demand does it make one.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { LedgerError } from '../ledger-error.ts';
import { refuseMoved } from '../moved.ts';
import { Chain, readTip } from './chain/chain.ts';
import { connect, type Connection, wordsOf } from './connection.ts';
import { recordAcceptance } from './height.ts';
import { makeOrRefuse } from './making.ts';
import { type MarkRecord, readMark } from './mark.ts';
import { readMove } from './moves.ts';
import { objectionsTo } from './objections.ts';
import { findPlace, type Place, type Surroundings, SYSTEM } from './place.ts';
import { besideMark, writeSeen } from './seen-mark.ts';
import type { StartThread } from './thread/thread-writer.ts';

export interface OpenOptions {
  /** Makes a ledger where there is none. Without it that is an error (`no_ledger`). */
  readonly create: boolean;
  /** Goes on where the place or the height speaks against it; recorded in the ledger. */
  readonly accept: boolean;
  /** Hears what was set aside so, each in a sentence. */
  readonly accepted?: ((objection: string) => void) | undefined;
  /** The only ledger that will do (setting `ledgerId`). */
  readonly pinnedId?: string | undefined;
  /** Runs of many rows are written by a thread of their own: a sync of the disk then stands in nobody's way. */
  readonly thread?: boolean | StartThread;
  /** Only to look: what speaks against it is no reason to refuse, and its mark stays as it is. */
  readonly look?: boolean;
  /** Hears what speaks against a ledger that is only looked at, each in a sentence; its place aside. */
  readonly objected?: ((objection: string) => void) | undefined;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Also one that was moved elsewhere: for whoever carries it. */
  readonly moved?: boolean;
  /** Where this host remembers what it has seen of ledgers that were at several places (seen-mark.ts). */
  readonly stateFolder?: string;
  readonly surroundings?: Surroundings;
}

export interface Opened {
  readonly db: Connection;
  readonly chain: Chain;
  readonly place: Place;
  readonly id: string;
  /** As it was found; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** Errors: {@link LedgerError} in words for the person who has only the log. */
export function openFile(path: string, options: OpenOptions): Opened {
  let db: Connection | undefined;
  try {
    const place = findPlace(path, options.surroundings ?? SYSTEM);
    refusePlace(place, options);
    // Before the database is read: a run beside this one raises both, the mark last.
    const mark = readMark(place.path);
    if (!place.exists || place.isEmpty) make(place, mark, options);
    db = connect(place.path);
    makeOrRefuse(db, place.path, options.newId ?? randomUUID, () =>
      (options.now?.() ?? new Date()).getTime(),
    );
    if (options.moved !== true) refuseMoved(readMove(db), place.path);
    const chain = new Chain(db, () => (options.now?.() ?? new Date()).getTime());
    const opened = { db, chain, place, id: idOf(db), mark };
    judge(opened, options);
    return opened;
  } catch (error) {
    db?.close();
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(`the ledger ${path} can't be opened: ${wordsOf(path, error)}`, error);
  }
}

function refusePlace({ path, objections }: Place, { accept, look }: OpenOptions): void {
  const [first] = objections;
  if (first && !accept && look !== true) {
    throw new LedgerError(`the ledger ${path} ${first.text}`, undefined, first.code);
  }
}

/** What a copy is called until it is a ledger. */
export const unfinished = (path: string): string => `${path}.copy`;

function make(place: Place, mark: MarkRecord | null, { create, accept }: OpenOptions): void {
  const { path } = place;
  // Another process may have made it since this one looked.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  if (mark && !accept) {
    throw new LedgerError(
      `the ledger ${path} ${place.exists ? 'is empty' : 'is gone'}, but its mark beside it says that it had ${mark.sequence} entries (id ${mark.ledgerId}): was it emptied, or moved away? Without it, what was paid would be paid again`,
      undefined,
      'ledger_older',
    );
  }
  if (existsSync(unfinished(path))) {
    throw new LedgerError(
      `there is no ledger at ${path} yet, and a copy of one that is not finished (${unfinished(path)}): start the same paybatch ledger copy again. If its source is still in use and is to stay so, remove that file`,
      undefined,
      'ledger_moved',
    );
  }
  if (!create) {
    throw new LedgerError(
      `there is no ledger at ${path}${place.exists ? ': the file is empty' : ''}`,
      undefined,
      'no_ledger',
    );
  }
  if (place.exists) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'ax', 0o600)); // owner-only from the first moment; the log takes its mode from it
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error; // another process was first
  }
}

export function idOf(db: Connection): string {
  return (db.prepare('SELECT ledger_id FROM meta').get() as { ledger_id: string }).ledger_id; // one row by the schema
}

/** Whether it is the right ledger, and as high as it was. */
function judge(opened: Opened, options: OpenOptions): void {
  const { db, chain, place, id } = opened;
  const { look, objected } = options;
  if (look === true && !objected) return;
  const beside = options.stateFolder === undefined ? undefined : besideMark(options.stateFolder, id);
  const seen = beside === undefined ? null : readMark(beside);
  const against = objectionsTo(opened, options.pinnedId, seen, beside);
  if (look === true) {
    for (const { text } of against) objected?.(`the ledger ${place.path} ${text}`);
    return;
  }
  const found = [...place.objections, ...against];
  const [first] = found;
  if (!first) {
    if ((statSync(place.path).mode & 0o077) !== 0) chmodSync(place.path, 0o600);
    return;
  }
  if (!options.accept) {
    throw new LedgerError(`the ledger ${place.path} ${first.text}`, undefined, first.code);
  }
  const at = options.now?.() ?? new Date();
  chain.transaction(() => {
    for (const { code, text } of found) recordAcceptance(db, chain, `${code}: ${text}`, at, opened.mark);
    const open = db.prepare('SELECT id FROM runs WHERE finished_at IS NULL').all() as { id: string }[]; // one column
    for (const { id } of open) chain.changed('runs', id);
    // Where the run began stays: its lock may still be held there.
    db.prepare('UPDATE runs SET ledger_inode = ? WHERE finished_at IS NULL').run(place.inode());
  });
  if (beside !== undefined && seen) writeSeen(beside, id, readTip(db));
  for (const { text } of found) options.accepted?.(`the ledger ${place.path} ${text}`);
}

/** The number of an environment in this ledger; a new one for a new name, or 0, which no row has, for whoever only looks. */
export function environmentId(db: Connection, chain: Chain, name: string, look: boolean): number {
  const find = db.prepare('SELECT id FROM environments WHERE name = ?');
  const known = find.get(name) as { id: number } | undefined; // one column
  if (known) return known.id;
  if (look) return 0;
  return chain.transaction(() => {
    const made = db.prepare('INSERT INTO environments (name) VALUES (?) ON CONFLICT DO NOTHING').run(name);
    const { id } = find.get(name) as { id: number }; // just inserted
    if (made.changes > 0) chain.changed('environments', id);
    return id;
  });
}

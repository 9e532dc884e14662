// Opens a ledger's file, or refuses it. Makes one only on demand.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Message } from '../../message.ts';
import { acceptanceOf, LedgerError, objected, type Objection, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { refuseMoved } from '../moved.ts';
import type { Tx } from '../store/group.ts';
import type { Question } from '../store/question.ts';
import { ask } from '../store/question.ts';
import { readMove } from '../store/reads.ts';
import { accept as recordAcceptance, change } from '../store/runs.ts';
import { connect, type Connection, connectToLook, faultOf } from './connection.ts';
import { readTip } from './driver.ts';
import { FileDriver } from './driver.ts';
import { besideMark, writeMark } from './host-mark.ts';
import { findPlace, type Place, type Surroundings, SYSTEM } from './location.ts';
import { type MarkRecord, readMark } from './mark.ts';
import { fileMessage } from './messages.ts';
import { objectionsTo } from './objections.ts';
import { makeOrRefuse } from './schema.ts';
import type { StartThread } from './thread/thread-writer.ts';

export interface OpenOptions {
  /** Makes a ledger where there is none. Without it that is an error (`no_ledger`). */
  readonly create: boolean;
  /** Uses it in spite of objections, which is recorded. */
  readonly accept: boolean;
  /** Is called with each accepted objection. */
  readonly accepted?: ((objection: Message) => void) | undefined;
  /** The only ledger that will do (setting `ledgerId`). */
  readonly pinnedId?: string | undefined;
  /** Runs of many rows are written by a thread. */
  readonly thread?: boolean | StartThread;
  /** To read only: objections are no reason to refuse, and its mark stays as it is. */
  readonly look?: boolean;
  /** Of a reader: is called with each objection. */
  readonly objected?: ((objection: Message) => void) | undefined;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Also one that was moved elsewhere (ledger copy). */
  readonly moved?: boolean;
  /** Where this host keeps its marks (host-mark.ts). */
  readonly stateFolder?: string;
  readonly surroundings?: Surroundings;
}

interface Opened {
  readonly db: Connection;
  readonly driver: FileDriver;
  readonly place: Place;
  readonly id: string;
  /** As it was found; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** Errors: {@link LedgerError}. */
export function openFile(path: string, options: OpenOptions): Opened {
  let db: Connection | undefined;
  try {
    const place = findPlace(path, options.surroundings ?? SYSTEM);
    refusePlace(place, options);
    // Read before the database: another run raises the mark after it.
    const mark = readMark(place.path);
    if (!place.exists || place.isEmpty) make(place, mark, options);
    db = options.look === true ? connectToLook(place.path) : connect(place.path);
    makeOrRefuse(db, place.path, options.newId ?? randomUUID, () =>
      (options.now?.() ?? new Date()).getTime(),
    );
    const driver = new FileDriver(db, () => (options.now?.() ?? new Date()).getTime());
    if (options.moved !== true) refuseMoved(driver.answer(readMove()), place.path);
    const opened = { db, driver, place, id: idOf(db), mark };
    judge(opened, options);
    return opened;
  } catch (error) {
    db?.close();
    if (error instanceof LedgerError) throw error;
    const why = faultOf(path, error);
    throw new LedgerError(ledgerMessage('ledger_cannot', { ledger: path, be: 'opened', why }), error);
  }
}

function refusePlace({ path, objections }: Place, { accept, look }: OpenOptions): void {
  const [first] = objections;
  if (first && !accept && look !== true) throw objected(path, first);
}

/** The file of an unfinished copy. */
export const unfinished = (path: string): string => `${path}.copy`;

function make(place: Place, mark: MarkRecord | null, { create, accept }: OpenOptions): void {
  const { path } = place;
  // Another process may have made it since this one looked.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  if (mark && !accept) {
    const { sequence: entries, ledgerId: id } = mark;
    throw refusal(
      'ledger_older',
      fileMessage('emptied', { ledger: path, isThere: place.exists, entries, id }),
    );
  }
  if (existsSync(unfinished(path))) {
    throw refusal('ledger_moved', fileMessage('copy_unfinished', { ledger: path, copy: unfinished(path) }));
  }
  if (!create) {
    throw refusal('no_ledger', ledgerMessage('no_ledger_at', { ledger: path, isEmptyFile: place.exists }));
  }
  if (place.exists) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'ax', 0o600)); // owner-only from the first moment; the log takes its mode from it
  } catch (error) {
    // another process was first
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

export function idOf(db: Connection): string {
  return (db.prepare('SELECT ledger_id FROM meta').get() as { ledger_id: string }).ledger_id; // one row by the schema
}

function judge(opened: Opened, options: OpenOptions): void {
  const { db, driver, place, id } = opened;
  const { look } = options;
  if (look === true && !options.objected) return;
  const beside = options.stateFolder === undefined ? undefined : besideMark(options.stateFolder, id);
  const seen = beside === undefined ? null : readMark(beside);
  const against = [...objectionsTo(opened, options.pinnedId, seen, beside)];
  if (look === true) {
    for (const one of against) options.objected?.(objected(place.path, one).told);
    return;
  }
  const found = [...place.objections, ...against];
  const [first] = found;
  if (!first) {
    if ((statSync(place.path).mode & 0o077) !== 0) chmodSync(place.path, 0o600);
    return;
  }
  if (!options.accept) throw objected(place.path, first);
  const at = options.now?.() ?? new Date();
  driver.transaction((tx) => acceptAll(tx, found, at, opened));
  if (beside !== undefined && seen) writeMark(beside, id, readTip(db));
  for (const one of found) options.accepted?.(objected(place.path, one).told);
}

function* acceptAll(tx: Tx, found: readonly Objection[], at: Date, { mark, place }: Opened): Question<void> {
  for (const one of found) yield* recordAcceptance(tx, acceptanceOf(one), at, mark);
  const open = yield* ask('SELECT id FROM runs WHERE finished_at IS NULL');
  // Its path stays: the run's lock may still be held there.
  const ids = open.map(({ id }) => String(id));
  yield* change(tx, ids, { ledger_inode: place.inode() });
}

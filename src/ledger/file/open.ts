// Opens a ledger's file, or refuses it. It makes a new ledger only on demand.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { refuseMoved } from '../move.ts';
import { hostMarkBase, writeMark } from '../store/host-mark.ts';
import { type MarkRecord, readMark } from '../store/mark.ts';
import { areAccepted, objected, type Opening, recordAcceptance } from '../store/objections.ts';
import { ask } from '../store/question.ts';
import { readMeta, readMove } from '../store/reads.ts';
import { change } from '../store/runs.ts';
import { connect, type Connection, connectToLook, fileComplaint } from './connection.ts';
import { FileDriver, tipOf } from './driver.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { type FilePlace, findPlace, type Surroundings, SYSTEM } from './location.ts';
import { fileMessage } from './messages.ts';
import { objectionsToFile } from './objections.ts';
import { makeOrRefuse } from './schema.ts';
import type { StartThread } from './thread/thread-writer.ts';

export interface OpenFileOptions extends Opening {
  /** Makes a ledger where there is none. Without it that is an error (`no_ledger`). */
  readonly create: boolean;
  /** Runs of many rows are written by a thread. */
  readonly thread?: boolean | StartThread;
  /** Also opens a ledger that was moved elsewhere (ledger copy). */
  readonly moved?: boolean;
  readonly surroundings?: Surroundings;
}

interface OpenedFile {
  readonly db: Connection;
  readonly driver: FileDriver;
  readonly place: FilePlace;
  readonly id: string;
  /** As it was found; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** Makes a new ledger. Errors: LedgerError, `ledger_exists`, or `ledger_older` if there is still a high-water mark. */
export function createLedger(path: string, options: Pick<OpenFileOptions, 'accept' | 'now'>): void {
  const place = findPlace(path, SYSTEM);
  if (place.exists && !place.isEmpty) {
    throw refusal('ledger_exists', ledgerMessage('file_taken', { path: place.path }));
  }
  const { db, place: made, id } = openFile(path, { ...options, create: true });
  try {
    new HighWaterMark(db, made.path, id).close();
  } finally {
    db.close();
  }
}

/** Errors: {@link LedgerError}. */
export function openFile(path: string, options: OpenFileOptions): OpenedFile {
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  let db: Connection | undefined;
  try {
    const place = findPlace(path, options.surroundings ?? SYSTEM);
    refusePlace(place, options);
    // Read before the database: another run raises the mark after it.
    const mark = readMark(place.path);
    if (!place.exists || place.isEmpty) make(place, mark, options);
    db = options.look === true ? connectToLook(place.path) : connect(place.path);
    makeOrRefuse(db, place.path, now());
    const driver = new FileDriver(db, now);
    if (options.moved !== true) refuseMoved(driver.answer(readMove()), place.path);
    const opened = { db, driver, place, ...driver.answer(readMeta()), mark };
    checkObjections(opened, options);
    return opened;
  } catch (error) {
    db?.close();
    if (error instanceof LedgerError) throw error;
    const why = fileComplaint(error);
    throw new LedgerError(ledgerMessage('ledger_cannot', { ledger: path, be: 'opened', why }), error);
  }
}

function refusePlace({ path, objections }: FilePlace, { accept, look }: OpenFileOptions): void {
  const [first] = objections;
  if (first && !accept && look !== true) throw objected(path, first);
}

/** The file of an unfinished copy. */
export const unfinished = (path: string): string => `${path}.copy`;

function make(place: FilePlace, mark: MarkRecord | null, { create, accept }: OpenFileOptions): void {
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

function checkObjections(opened: OpenedFile, options: OpenFileOptions): void {
  const { db, driver, place, id } = opened;
  const { look = false, stateFolder, now = () => new Date() } = options;
  if (look && !options.objected) return;
  const base = stateFolder === undefined ? undefined : hostMarkBase(stateFolder, id);
  const seen = base === undefined ? null : readMark(base);
  const found = [
    ...(look ? [] : place.objections),
    ...objectionsToFile(opened, options.pinnedId, seen, base),
  ];
  const isAccepted = areAccepted(place.path, found, options);
  if (!look && (statSync(place.path).mode & 0o077) !== 0) chmodSync(place.path, 0o600);
  if (!isAccepted) return;
  driver.transaction(function* (tx) {
    yield* recordAcceptance(tx, found, now());
    const open = yield* ask('SELECT id FROM runs WHERE finished_at IS NULL');
    // Its path stays: the run's lock may still be held there.
    const ids = open.map(({ id }) => String(id));
    yield* change(tx, ids, { ledger_inode: place.inode() });
  });
  if (base !== undefined && seen) writeMark(base, id, tipOf(db));
  for (const one of found) options.accepted?.(objected(place.path, one).told);
}

// Makes a ledger in a file, or describes one (ledger init, ledger show).
import { refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { describe, type LedgerDescription } from '../store/describe.ts';
import type { Opening } from '../store/objections.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { findPlace, SYSTEM } from './location.ts';
import { openFile, type OpenFileOptions } from './opening.ts';

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

/** Errors: LedgerError, such as `no_ledger`. `asRun`: also the objections for which a run would refuse it. */
export function describeLedger(
  path: string,
  asRun?: Pick<Opening, 'pinnedId' | 'stateFolder'>,
): LedgerDescription {
  const { db, driver, place } = openFile(path, {
    ...asRun,
    ...{ create: false, accept: false, look: asRun === undefined },
  });
  try {
    return driver.answer(describe(place.path));
  } finally {
    db.close();
  }
}

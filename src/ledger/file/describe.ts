// Makes a ledger in a file, or describes one (ledger init, ledger show).
import { refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { contents, type LedgerContents } from '../store/describe.ts';

export type { BackupRecord, EnvironmentDescription } from '../store/describe.ts';
import { Height } from './height.ts';
import { findPlace, SYSTEM } from './location.ts';
import type { MarkRecord } from './mark.ts';
import { openFile, type OpenOptions } from './opening.ts';

export interface LedgerDescription extends LedgerContents {
  readonly path: string;
  readonly id: string;
  readonly createdAt: Date;
  /** What the mark beside it says; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** Makes a ledger where there is none. Errors: LedgerError, `ledger_exists`, or `ledger_older` where a mark is left. */
export function createLedger(
  path: string,
  options: Pick<OpenOptions, 'accept' | 'now' | 'newId' | 'surroundings'>,
): void {
  const place = findPlace(path, options.surroundings ?? SYSTEM);
  if (place.exists && !place.isEmpty) {
    throw refusal('ledger_exists', ledgerMessage('file_taken', { path: place.path }));
  }
  const { db, place: made, id } = openFile(path, { ...options, create: true });
  try {
    new Height(db, made.path, id).close();
  } finally {
    db.close();
  }
}

/** Errors: LedgerError, `no_ledger` where there is none. `judged`: also those that would keep a run from using it. */
export function describeLedger(
  path: string,
  judged?: { readonly pinnedId: string | undefined; readonly stateFolder: string },
): LedgerDescription {
  const how = judged ? { look: false, ...judged } : { look: true };
  const { db, driver, place, id, mark } = openFile(path, { create: false, accept: false, ...how });
  try {
    const meta = db.prepare('SELECT created_at FROM meta').get() as { created_at: number }; // one row by the schema
    const createdAt = new Date(meta.created_at);
    return { path: place.path, id, createdAt, mark, ...driver.answer(contents()) };
  } finally {
    db.close();
  }
}

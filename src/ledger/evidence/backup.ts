// Backs the ledger up while it is in use: a consistent copy in a new file. The backup is then recorded in the ledger.
// It never overwrites a file.
import { closeSync, linkSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { beginPart, endPart, syncFile } from '../../files/write-all.ts';
import type { Message } from '../../message.ts';
import { fileComplaint } from '../file/connection.ts';
import { openFile } from '../file/open.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tx } from '../store/changes.ts';
import { raiseMark } from '../store/host-mark.ts';
import type { Question } from '../store/question.ts';
import { nextId } from '../store/runs.ts';
import { evidenceMessage } from './messages.ts';
import { type Verified, verifyLedger } from './verify.ts';

interface BackupResult {
  /** The verified copy. */
  readonly copy: Verified;
  /** Why the backup could not be recorded; `null` if it was. */
  readonly unrecorded: Message | null;
}

/** Errors: {@link LedgerError}; then no copy is left. */
export function backUp(path: string, to: string, now: () => Date): BackupResult {
  // Only to look: a ledger that a run would refuse needs a copy even more.
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, look: true, now });
  try {
    const temporary = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`);
    beginPart(temporary);
    try {
      closeSync(make(temporary, to));
      db.prepare('VACUUM INTO ?').run(temporary);
      syncFile(temporary);
      const copy = verifyLedger({ path: temporary, inUse: false, seen: [] });
      linkSync(temporary, to); // unlike a rename, it refuses an existing name
      syncFile(dirname(to));
      const { sequence, head } = copy.tip;
      let unrecorded: Message | null = null;
      try {
        driver.transaction((tx) => noteBackup(tx, { at: now().getTime(), path: to, sequence, head }));
        driver.answer(raiseMark(place.path, id));
      } catch (error) {
        unrecorded = fileComplaint(error);
      }
      return { copy, unrecorded };
    } finally {
      rmSync(temporary, { force: true });
      endPart(temporary);
    }
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const taken = (error as NodeJS.ErrnoException).code === 'EEXIST'; // Node's error, or any other
    const why = taken ? evidenceMessage('backup_name_taken') : fileComplaint(error);
    throw new LedgerError(
      evidenceMessage('no_backup', { to, why }),
      error,
      taken ? 'ledger_exists' : 'ledger',
    );
  } finally {
    db.close();
  }
}

function* noteBackup(
  tx: Tx,
  made: Readonly<Record<'at' | 'path' | 'sequence' | 'head', string | number>>,
): Question<void> {
  tx.changes.chainRow('backups', { id: yield* nextId(tx, 'backups'), ...made });
}

/** Owner-only from the first moment. The final name is also tried before the work. */
function make(temporary: string, to: string): number {
  const there = openSync(to, 'ax', 0o600);
  closeSync(there);
  rmSync(to);
  return openSync(temporary, 'wx', 0o600);
}

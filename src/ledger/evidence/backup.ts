// A copy of the ledger while it is in use: one moment of it, whole, in a new file. That it was made is then recorded
// in the ledger itself. It never takes the place of a file.
import { closeSync, linkSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { beginPart, endPart, syncFile } from '../../files/write-all.ts';
import type { Message } from '../../message.ts';
import { complaintOf } from '../file/connection.ts';
import { raiseMark } from '../file/host-mark.ts';
import { openFile } from '../file/opening.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tx } from '../store/group.ts';
import type { Question } from '../store/question.ts';
import { nextId } from '../store/runs.ts';
import { evidenceMessage } from './messages.ts';
import { type Verified, verifyLedger } from './verify.ts';

interface BackedUp {
  /** The copy, as it was found when it was looked at. */
  readonly copy: Verified;
  /** Why the ledger could not remember that; `null` where it does. */
  readonly unrecorded: Message | null;
}

/** Errors: {@link LedgerError}; then there is no copy. */
export function backUp(path: string, to: string, now: () => Date): BackedUp {
  // Looking is enough: a ledger that is refused otherwise needs a copy more than any.
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, look: true, now });
  try {
    const temporary = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`);
    beginPart(temporary);
    try {
      closeSync(make(temporary, to));
      db.prepare('VACUUM INTO ?').run(temporary);
      syncFile(temporary);
      const copy = verifyLedger({ path: temporary, inUse: false, seen: [] });
      linkSync(temporary, to); // unlike renaming, it refuses a name that is taken
      syncFile(dirname(to));
      const { sequence, head } = copy.tip;
      let unrecorded: Message | null = null;
      try {
        driver.transaction((tx) => noteBackup(tx, { at: now().getTime(), path: to, sequence, head }));
        driver.answer(raiseMark(place.path, id));
      } catch (error) {
        unrecorded = complaintOf(error);
      }
      return { copy, unrecorded };
    } finally {
      rmSync(temporary, { force: true });
      endPart(temporary);
    }
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const taken = (error as NodeJS.ErrnoException).code === 'EEXIST'; // Node's error, or any other
    const why = taken ? evidenceMessage('backup_name_taken') : complaintOf(error);
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

/** Owner-only from the first moment; the name itself is tried as well, before the work. */
function make(temporary: string, to: string): number {
  const there = openSync(to, 'ax', 0o600);
  closeSync(there);
  rmSync(to);
  return openSync(temporary, 'wx', 0o600);
}

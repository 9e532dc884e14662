// Describes a ledger in a file (ledger show). It changes nothing.
import { describe, type LedgerDescription } from '../store/describe.ts';
import type { Opening } from '../store/objections.ts';
import { openFile } from './open.ts';

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

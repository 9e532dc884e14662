// Commits groups of writes to a ledger in a file, each in one transaction.
import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { OwnWrites } from '../store/own-writes.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import { decideGroup } from '../store/row-writes.ts';
import { workingSet } from '../store/working-set.ts';
import { fileComplaint } from './connection.ts';
import type { FileDriver } from './driver.ts';

/** The returned function throws any error. Then nothing is written. */
export function fileCommitter(
  driver: FileDriver,
  environment: number,
): (writes: readonly RowWrite[]) => readonly WriteResult[] {
  const own = new OwnWrites(environment);
  return (writes) => {
    const decided = driver.transaction(function* (tx) {
      const writer = own.actual(writes, tx.before);
      return decideGroup(tx, writes, { writer, set: yield* workingSet(writes, writer) });
    });
    own.committed(writes, decided, driver.tip);
    return decided.results;
  };
}

export function couldNotWrite(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(ledgerMessage('ledger_unwritten', { why: fileComplaint(error) }), error);
}

// Commits groups of writes to a ledger in a file.
import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { decide, OwnWrites, type Tx, workingSet } from '../store/group.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import { complaintOf } from './connection.ts';
import type { FileDriver } from './driver.ts';

export class Commits {
  readonly #driver: FileDriver;
  readonly #own: OwnWrites;

  constructor(driver: FileDriver, environment: number) {
    this.#driver = driver;
    this.#own = new OwnWrites(environment);
  }

  /** In one transaction. Errors: any; then nothing is written. */
  commit(writes: readonly RowWrite[]): readonly WriteResult[] {
    const decided = this.#driver.transaction((tx) => this.#decide(tx, writes));
    this.#own.committed(writes, decided, this.#driver.tip);
    return decided.results;
  }

  *#decide(tx: Tx, writes: readonly RowWrite[]) {
    const writer = this.#own.actual(writes, tx.before);
    const set = yield* workingSet(writes, writer);
    return decide(tx, writes, { writer, set });
  }
}

export function couldNotWrite(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(ledgerMessage('ledger_unwritten', { why: complaintOf(error) }), error);
}

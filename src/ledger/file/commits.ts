// Commits groups of writes to a ledger in a file.
import { LedgerError } from '../ledger-error.ts';
import { decide, OwnWrites, type Tx, workingSet } from '../store/group.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import { words } from './connection.ts';
import type { FileDriver } from './driver.ts';

export class Commits {
  readonly #driver: FileDriver;
  readonly #own: OwnWrites;
  /** The head after the last of them. */
  #head = '';

  constructor(driver: FileDriver, environment: number) {
    this.#driver = driver;
    this.#own = new OwnWrites(environment);
  }

  /** In one transaction. Errors: any; then nothing is written. */
  commit(writes: readonly RowWrite[]): readonly WriteResult[] {
    const { writer, decided } = this.#driver.transaction((tx) => this.#decide(tx, writes));
    this.#own.committed(writes, writer, decided);
    this.#head = this.#driver.tip.head;
    return decided.results;
  }

  *#decide(tx: Tx, writes: readonly RowWrite[]) {
    const writer = this.#own.actual(writes, tx.before, this.#head);
    const set = yield* workingSet(writes, writer);
    return { writer, decided: decide(tx, writes, { writer, set }) };
  }
}

export function couldNotWrite(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(`the ledger could not be written: ${words(error)}`, error);
}

// Whether the ledger's path still leads to the file that was opened. A file that was removed or replaced takes
// commits, and loses them when the process ends.
import { statSync } from 'node:fs';

import { LedgerError, refusal } from '../ledger-error.ts';

export class SameFile {
  readonly #path: string;
  readonly #opened: string;

  constructor(path: string) {
    this.#path = path;
    this.#opened = identityOf(path);
  }

  /** Costs one look at the folder, some microseconds. Errors: {@link LedgerError} (`ledger_gone`). */
  check(): void {
    if (identityOf(this.#path) !== this.#opened) throw gone(this.#path);
  }
}

export function gone(path: string): LedgerError {
  return refusal(
    'ledger_gone',
    `the ledger ${path} was removed, moved or replaced while it was in use: what was recorded since may be lost`,
  );
}

function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : '';
}

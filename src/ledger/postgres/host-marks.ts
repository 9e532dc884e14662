// High-water marks of a ledger on Postgres, in this host's state folder. A ledger that differs from them, or has less,
// was replaced or restored.
import { mkdirSync } from 'node:fs';

import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../records.ts';
import { hostMarkBase, objectionByMark, raiseMark, readLedgerEnd } from '../store/host-mark.ts';
import { MarkFile, type MarkRecord, readMark } from '../store/mark.ts';
import type { LedgerObjection } from '../store/objections.ts';
import type { Question } from '../store/question.ts';
import type { PostgresAddress } from './address.ts';
import { postgresMessage } from './messages.ts';

export class HostMarks {
  readonly #folder: string;
  readonly #byAddress: string;
  #marks: readonly MarkFile[] = [];

  constructor(folder: string, { shown }: PostgresAddress) {
    this.#folder = folder;
    this.#byAddress = hostMarkBase(folder, shown);
  }

  /** One mark for the address, and one for the id: a ledger may have several addresses. */
  #bases(id: string): readonly string[] {
    return [this.#byAddress, hostMarkBase(this.#folder, id)];
  }

  read(): MarkRecord | null {
    return readMark(this.#byAddress);
  }

  *object(id: string): Question<LedgerObjection | undefined> {
    for (const base of this.#bases(id)) {
      const seen = readMark(base);
      const found = objectionByMark(seen, { by: 'host', base }, yield* readLedgerEnd(id, seen));
      // The remedy is the same for an older ledger and for another timeline.
      if (found) return { ...found, code: found.code === 'ledger_older' ? 'ledger_timeline' : found.code };
    }
    return undefined;
  }

  /**
   * From now on the marks follow the ledger. `anew`: a person has accepted the ledger, so they may go down. Errors:
   * LedgerError if they can't be written: a restored ledger would not be recognised.
   */
  begin(id: string, tip: Tip, anew: boolean): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#marks = this.#bases(id).map((base) => new MarkFile(base, id));
      for (const mark of this.#marks) {
        if (anew) mark.write(tip);
        else mark.raise(tip);
        mark.sync();
      }
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new LedgerError(postgresMessage('state_folder_unwritable', { folder: this.#folder, why }), error);
    }
  }

  /**
   * Records where a ledger ended that was moved away. If it is restored here as it was before, it is refused.
   */
  *learn(id: string): Question<void> {
    for (const base of this.#bases(id)) yield* raiseMark(base, id, { isNew: true });
  }

  /** Is called after a commit, and never throws: a mark that is too low is harmless. */
  raise(tip: Tip): void {
    try {
      if (tip.link > 0) for (const mark of this.#marks) mark.raise(tip);
    } catch {
      // The next commit tries again.
    }
  }

  /** `tip`: the last end of the ledger that was seen. */
  close(tip: Tip): void {
    this.raise(tip);
    for (const mark of this.#marks) {
      try {
        mark.sync();
      } catch {
        // see raise
      }
      mark.close();
    }
    this.#marks = [];
  }
}

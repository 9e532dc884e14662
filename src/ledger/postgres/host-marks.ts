// What this host has seen of a ledger on Postgres: marks in the state folder. A ledger that has less, or is another
// one, was replaced or restored.
import { mkdirSync } from 'node:fs';

import { besideMark, heldOf, objectionTo, raiseMark } from '../file/host-mark.ts';
import { Mark, type MarkRecord, readMark } from '../file/mark.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../records.ts';
import type { Objection } from '../store/objections.ts';
import type { Question } from '../store/question.ts';
import type { PostgresAddress } from './address.ts';
import { postgresMessage } from './messages.ts';

export class HostMarks {
  readonly #folder: string;
  readonly #byAddress: string;
  #marks: readonly Mark[] = [];

  constructor(folder: string, { shown }: PostgresAddress) {
    this.#folder = folder;
    this.#byAddress = besideMark(folder, shown);
  }

  /** Paths beside which the marks are: by address, and by id, since one ledger may have several addresses. */
  #besides(id: string): readonly string[] {
    return [this.#byAddress, besideMark(this.#folder, id)];
  }

  read(): MarkRecord | null {
    return readMark(this.#byAddress);
  }

  /** What speaks against the ledger. */
  *object(id: string): Question<Objection | undefined> {
    for (const beside of this.#besides(id)) {
      const seen = readMark(beside);
      const found = objectionTo(seen, { by: 'host', beside }, yield* heldOf(id, seen));
      // On a server an older ledger and another timeline are one thing: the same has to be done about them.
      if (found) return { ...found, code: found.code === 'ledger_older' ? 'ledger_timeline' : found.code };
    }
    return undefined;
  }

  /**
   * From now on it remembers what is written. `anew`: by a person's word, what was seen before no longer counts.
   * Errors: LedgerError where it can't: a restored ledger would then be taken for the right one.
   */
  begin(id: string, tip: Tip, anew: boolean): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#marks = this.#besides(id).map((beside) => new Mark(beside, id));
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
   * Where a ledger ended that was moved away: this host must know it again if it is restored here, as it was before.
   */
  *learn(id: string): Question<void> {
    for (const beside of this.#besides(id)) yield* raiseMark(beside, id, { isNew: true });
  }

  /** After a commit, which stands whatever becomes of this: a mark that is too low is harmless. */
  raise(tip: Tip): void {
    try {
      if (tip.link > 0) for (const mark of this.#marks) mark.raise(tip);
    } catch {
      // said above
    }
  }

  /** `tip`: where the ledger ended, also of one that has gone meanwhile. */
  close(tip: Tip): void {
    this.raise(tip);
    for (const mark of this.#marks) {
      try {
        mark.sync();
      } catch {
        // said above
      }
      mark.close();
    }
    this.#marks = [];
  }
}

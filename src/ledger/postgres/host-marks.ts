// What this host has seen of a ledger on Postgres: its id, its height and where its chain ended, in a file of its own in the
// state folder. A ledger that is lower than that, or another one, has been replaced or restored.
import { mkdirSync } from 'node:fs';

import { besideMark, objectionTo, raiseSeen } from '../file/host-mark.ts';
import { Mark, type MarkRecord, readMark } from '../file/mark.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../records.ts';
import { headAt, readTip } from '../store/reads.ts';
import type { PostgresAddress } from './address.ts';
import type { Session } from './connections.ts';
import type { Objection } from './database-identity.ts';
import type { StoreFacts } from './make.ts';
import { answerOver } from './statement.ts';

type Asking = Pick<Session, 'query'>;
/** What the ledger says of itself. */
type Named = Pick<StoreFacts, 'ledger_id'>;

export class HostMarks {
  readonly #folder: string;
  /** Beside which the mark of the address lies: no such file is ever made. */
  readonly #beside: string;
  #marks: readonly Mark[] = [];

  constructor(folder: string, { shown }: PostgresAddress) {
    this.#folder = folder;
    this.#beside = this.#named(shown);
  }

  /** An address has many spellings, and a copy has another one: what was seen of a ledger is kept by its id as well. */
  #named(what: string): string {
    return besideMark(this.#folder, what);
  }

  read(): MarkRecord | null {
    return readMark(this.#beside);
  }

  /** What speaks against the ledger. Its end is read after the marks, which another process of this host raises. */
  async object(session: Asking, store: Named): Promise<Objection | undefined> {
    const { ledger_id: id } = store;
    const [own, by] = [this.#named(id), 'this host'] as const;
    const [byAddress, byId] = [this.read(), readMark(own)];
    const { tip, headOf } = await chainOf(session);
    const seen =
      objectionTo(byAddress, { by, beside: this.#beside }, { id, tip, head: await headOf(byAddress) }) ??
      objectionTo(byId, { by, beside: own }, { id, tip, head: await headOf(byId) });
    // On a server an older ledger and another timeline are one thing: the same has to be done about them.
    return seen && { text: seen.text, code: seen.code === 'ledger_older' ? 'ledger_timeline' : seen.code };
  }

  /**
   * From now on it remembers what is written. `anew`: what was seen before doesn't count any more, by a person's word. Errors:
   * LedgerError where it can't: a ledger that was put back would then be taken for the right one.
   */
  begin(id: string, tip: Tip, anew: boolean): void {
    try {
      this.#begin(id, tip, anew);
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new LedgerError(
        `the folder in which this host keeps what it has seen of its ledgers can't be written (${why}): ${this.#folder}. Give it to the user that runs paybatch, or set XDG_STATE_HOME to one that is theirs`,
        error,
      );
    }
  }

  #begin(id: string, tip: Tip, anew: boolean): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#marks = [this.#beside, this.#named(id)].map((beside) => new Mark(beside, id));
    for (const mark of this.#marks) {
      if (anew) mark.write(tip);
      else mark.raise(tip);
      mark.sync();
    }
  }

  /**
   * What whoever doesn't use the ledger has seen of it all the same: where it ended when it was sealed. A host may never have
   * used it while it was here, and must know it again when it is put back as it was before. A command stands whatever becomes
   * of this.
   */
  async learn(session: Asking, store: Named): Promise<void> {
    const { ledger_id: id } = store;
    const { tip, headOf } = await chainOf(session);
    for (const beside of [this.#beside, this.#named(id)]) {
      const seen = readMark(beside);
      raiseSeen(seen, beside, { id, tip, head: await headOf(seen) });
    }
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

/** Where its chain ends, and the head that it has at the link of a mark. */
async function chainOf(session: Asking) {
  const tip = await answerOver(session, readTip());
  const headOf = async (seen: MarkRecord | null): Promise<string | undefined> =>
    seen ? answerOver(session, headAt(seen.link.number)) : undefined;
  return { tip, headOf };
}

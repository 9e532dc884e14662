// What this host has seen of a ledger on Postgres: its id, its height and where its chain ended, in a file of its own in the
// state folder. A ledger that is lower than that, or another one, has been replaced or restored.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { Mark, markPath, type MarkRecord, readMark } from '../sqlite/mark.ts';
import type { Tip } from '../tip.ts';
import type { PostgresAddress } from './address.ts';

export interface Objection {
  readonly code: 'ledger_older' | 'ledger_other';
  readonly text: string;
}

export class Witness {
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
    const name = createHash('sha256').update(what).digest('hex').slice(0, 16);
    return join(this.#folder, `postgres-${name}`);
  }

  read(): MarkRecord | null {
    return readMark(this.#beside);
  }

  /**
   * The head of a link, or `undefined` where it isn't there, is asked of the ledger, and so is its tip: after the marks were
   * read, which another process of this host raises.
   */
  async object(
    id: string,
    tipNow: () => Promise<Tip>,
    headAt: (link: number) => Promise<string | undefined>,
  ): Promise<Objection | undefined> {
    const own = this.#named(id);
    const [byAddress, byId] = [this.read(), readMark(own)];
    const tip = await tipNow();
    return (
      (await objectTo(this.#beside, byAddress, id, tip, headAt)) ??
      (await objectTo(own, byId, id, tip, headAt))
    );
  }

  /** From now on it remembers what is written. */
  begin(id: string, tip: Tip): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#marks = [this.#beside, this.#named(id)].map((beside) => new Mark(beside, id));
    for (const mark of this.#marks) {
      mark.write(tip);
      mark.sync();
    }
  }

  /** After a commit, which stands whatever becomes of this: a mark that is too low is harmless. */
  raise(tip: Tip): void {
    try {
      if (tip.link > 0) for (const mark of this.#marks) mark.write(tip);
    } catch {
      // said above
    }
  }

  close(): void {
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

async function objectTo(
  beside: string,
  seen: MarkRecord | null,
  id: string,
  tip: Tip,
  headAt: (link: number) => Promise<string | undefined>,
): Promise<Objection | undefined> {
  if (!seen) return undefined;
  if (seen.ledgerId !== id) {
    const text = `has the id ${id}, and this host knows it as ${seen.ledgerId} (${markPath(beside)}): was it replaced by a new or a foreign ledger?`;
    return { code: 'ledger_other', text };
  }
  if (seen.sequence > tip.sequence) {
    const text = `ends at entry ${tip.sequence}, and this host has seen entry ${seen.sequence}: was an old copy restored? What was paid since would be paid again`;
    return { code: 'ledger_older', text };
  }
  const head = seen.link && (await headAt(seen.link.number));
  if (seen.link && head === undefined) {
    const text = `its hash chain ends before link ${seen.link.number}, which this host has seen: was an old copy restored?`;
    return { code: 'ledger_older', text };
  }
  if (seen.link && head !== seen.link.head) {
    const text = `is a fork of the one that this host has seen: link ${seen.link.number} of its hash chain is another. A copy of it was used elsewhere, or it was edited (paybatch ledger verify says more)`;
    return { code: 'ledger_other', text };
  }
  return undefined;
}

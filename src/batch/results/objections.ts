// What witnesses have against a ledger: the first of it ends the run, unless a person goes on all the same. Then all of it is said.
import type { Ledger } from '../../ledger/ledger.ts';
import type { Refusal } from '../input/refusal.ts';

/** A person's word to go on in spite of them: when, and who is told of each. */
export interface Acceptance {
  readonly at: Date;
  readonly told: (objection: string) => void;
}

export class Objections {
  readonly #acceptance: Acceptance | null;
  /** By what tells them apart: of payments one speaks for all, of results that can't be read each one does. */
  readonly #accepted = new Map<string, Refusal>();
  readonly #heads = new Set<string>();

  constructor(acceptance: Acceptance | null) {
    this.#acceptance = acceptance;
  }

  get areAccepted(): boolean {
    return this.#acceptance !== null;
  }

  /** `head`: of the other course of the ledger, if that is known. Errors: {@link Refusal}, this one, unless it is accepted. */
  raise(objection: Refusal, head = ''): void {
    if (!this.#acceptance) throw objection;
    const { code, message } = objection;
    const kind = code === 'results_cut' ? message : code;
    if (!this.#accepted.has(kind)) this.#accepted.set(kind, objection);
    if (head !== '') this.#heads.add(head);
  }

  /** Records what was accepted, and says it. */
  async settle(ledger: Ledger): Promise<void> {
    const all = [...this.#accepted.values()];
    if (!this.#acceptance || all.length === 0) return;
    // The heads are found again by the runs to come: what was accepted once is not objected to every night.
    const reasons = all.map(({ code, message }) => `${code}: ${message}`);
    await ledger.accept([reasons.join('; '), ...this.#heads].join(' '), this.#acceptance.at);
    for (const { message } of all) this.#acceptance.told(message);
  }
}

// A file and its retry files are one family: rows that are equal in them were meant from the beginning.
import type { Ledger, RunKind } from '../../ledger/ledger.ts';

const KEPT = 5_000;

export class Families {
  readonly #ledger: Pick<Ledger, 'batch'>;
  readonly #kind: RunKind;
  /** Each batch with those that it is a retry of. */
  readonly #lineages = new Map<string, ReadonlySet<string>>();

  constructor(ledger: Pick<Ledger, 'batch'>, kind: RunKind) {
    this.#ledger = ledger;
    this.#kind = kind;
  }

  /** A batch that the ledger doesn't know yet. */
  async begin(batchId: string, parent: string | null): Promise<void> {
    if (parent === null) return;
    this.#lineages.set(batchId, new Set([batchId, ...(await this.#lineage(parent))]));
  }

  /** Whether they are the same batch, or one is a retry of the other. */
  async related(one: string, other: string): Promise<boolean> {
    if (one === other) return true;
    return (await this.#lineage(one)).has(other) || (await this.#lineage(other)).has(one);
  }

  async #lineage(batchId: string): Promise<ReadonlySet<string>> {
    const known = this.#lineages.get(batchId);
    if (known) return known;
    const lineage = new Set([batchId]);
    let parent = await this.#parentOf(batchId);
    while (parent !== null && !lineage.has(parent)) {
      lineage.add(parent);
      parent = await this.#parentOf(parent);
    }
    if (this.#lineages.size < KEPT) this.#lineages.set(batchId, lineage);
    return lineage;
  }

  async #parentOf(batchId: string): Promise<string | null> {
    return (await this.#ledger.batch(this.#kind, batchId))?.parent ?? null;
  }
}

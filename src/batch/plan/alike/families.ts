// A file and its retry files are one family: rows that are equal in them were meant from the beginning. That is said of rows
// as they stood in the file alone: one that was corrected, or got another row's data, may be another's double.
import type { Ledger, RowRecord, RunKind } from '../../../ledger/ledger.ts';
import type { Candidate } from './alike.ts';
import { MadeOf } from './made-of.ts';

const KEPT = 5_000;

export class Families {
  readonly #ledger: Pick<Ledger, 'batch'>;
  readonly #kind: RunKind;
  /** Each batch with those that it is a retry of. */
  readonly #lineages = new Map<string, ReadonlySet<string>>();
  readonly #madeOf: MadeOf;

  constructor(ledger: Pick<Ledger, 'batch'>, kind: RunKind) {
    this.#ledger = ledger;
    this.#kind = kind;
    this.#madeOf = new MadeOf(kind);
  }

  /** A batch that the ledger doesn't know yet. */
  async begin(batchId: string, parent: string | null): Promise<void> {
    if (parent === null) return;
    this.#lineages.set(batchId, new Set([batchId, ...(await this.lineage(parent))]));
  }

  /** Whether both were meant from the beginning: rows of one family, each under the key of what it says. */
  async meant(row: Candidate, other: RowRecord): Promise<boolean> {
    const [one, two] = [await this.lineage(row.batchId), await this.lineage(other.batchId)];
    if (!one.has(other.batchId) && !two.has(row.batchId)) return false;
    if (row.reference !== '' && other.reference !== null) return true;
    if (row.reference !== '' || other.reference !== null) return false;
    const batches = new Set([...one, ...two]);
    return (
      this.#madeOf.holds(row.key, row.contents(), batches) &&
      this.#madeOf.holds(other.key, [other.content], batches)
    );
  }

  /** A batch with those that it is a retry of. */
  async lineage(batchId: string): Promise<ReadonlySet<string>> {
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

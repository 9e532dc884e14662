// What later runs made of the rows that a run did not pay: the same row, to the same account, the same amount, which a later
// run has paid, or may have.
import { canonicalDecimal } from '../interface/decimal.ts';
import type { Ledger, LedgerEntry, RowRecord, RunRecord } from '../ledger/ledger.ts';
import { fieldsOfBody } from './body.ts';
import { Cells, factsOf } from './facts.ts';

/** A row as far as it matters here. Rows are asked for in the file's order: cells are kept so. */
interface Unpaid {
  readonly sequence: number;
  readonly key: string | null;
  readonly currency: string;
  readonly amount: string;
}

export class Since {
  readonly #ledger: Ledger;
  readonly #run: RunRecord;
  #kept: { readonly columns: readonly string[]; readonly cells: Cells } | undefined;

  constructor(ledger: Ledger, run: RunRecord) {
    this.#ledger = ledger;
    this.#run = run;
  }

  /** What the ledger knows now, by key, of those among a page's unpaid rows that a later run has sent. */
  async of(rows: readonly Unpaid[]): Promise<ReadonlyMap<string, RowRecord>> {
    const known = await this.#ledger.lookup(rows.flatMap(({ key }) => (key === null ? [] : [key])));
    const moved = rows.filter(({ key }) => this.#isLater(known.get(key ?? '')));
    if (moved.length === 0) return new Map();
    const entries = await this.#ledger.entriesOf(moved.flatMap(({ key }) => (key === null ? [] : [key])));
    const same = new Map<string, RowRecord>();
    for (const row of moved) {
      const record = known.get(row.key ?? '');
      if (record && (await this.#isSame(row, record, entries.get(record.key) ?? [])))
        same.set(record.key, record);
    }
    return same;
  }

  #isLater(record: RowRecord | undefined): boolean {
    if (!record || !['created', 'in_doubt', 'sending'].includes(record.state)) return false;
    return record.runId !== this.#run.id && record.updatedAt >= this.#run.startedAt;
  }

  /** A correction of the row is another payment, though it has the row's reference. */
  async #isSame(row: Unpaid, record: RowRecord, entries: readonly LedgerEntry[]): Promise<boolean> {
    if (record.currency !== row.currency || canonicalDecimal(record.amount) !== canonicalDecimal(row.amount))
      return false;
    const here = await this.#cellsOf(row.sequence);
    const sent = fieldsOfBody(entries.findLast(({ type }) => type === 'intent')?.body ?? '');
    return ['customerId', 'destination.externalAccountId'].every((name) => {
      const cell = here.get(name);
      return cell === undefined || cell.trim().toLowerCase() === (sent.get(name) ?? '').toLowerCase();
    });
  }

  async #cellsOf(sequence: number): Promise<ReadonlyMap<string, string>> {
    this.#kept ??= {
      columns: (await factsOf(this.#ledger, this.#run.id)).columns,
      cells: new Cells(this.#ledger, this.#run.id),
    };
    const kept = await this.#kept.cells.of(sequence);
    return new Map(kept ? this.#kept.columns.map((name, at) => [name, kept[at] ?? '']) : []);
  }
}

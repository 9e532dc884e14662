// What became of the rows that a run did not pay: the same row, to the same account, the same amount, which a later run has
// paid, or may have; and a row whose reference was paid, or may have been, with other content.
import { PAID_OTHERWISE } from '../batch/results/tally.ts';
import { canonicalDecimal } from '../interface/decimal.ts';
import type { Ledger, LedgerEntry, RowRecord, RunRecord } from '../ledger/ledger.ts';
import { sendingsIn } from '../ledger/sendings.ts';
import { Cells, factsOf, fieldsOfBody } from './facts.ts';

/** A row as far as it matters here. Rows are asked for in the file's order: cells are kept so. */
interface Unpaid {
  readonly sequence: number;
  readonly key: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly code: string;
}

/** What the ledger knows now of a row: `isSame` where it is this very payment, else its reference with other content. */
export interface Become {
  readonly record: RowRecord;
  readonly isSame: boolean;
}

export class Since {
  readonly #ledger: Ledger;
  readonly #run: RunRecord;
  #kept: { readonly columns: readonly string[]; readonly cells: Cells } | undefined;

  constructor(ledger: Ledger, run: RunRecord) {
    this.#ledger = ledger;
    this.#run = run;
  }

  /** By key, of those among a page's unpaid rows that a later run has sent, or whose reference was paid otherwise. */
  async of(rows: readonly Unpaid[]): Promise<(row: Unpaid) => Become | undefined> {
    const known = await this.#ledger.lookup(rows.flatMap(({ key }) => (key === null ? [] : [key])));
    const moved = rows.filter((row) => this.#isMoved(row, known.get(row.key ?? '')));
    if (moved.length === 0) return () => undefined;
    const entries = await this.#ledger.entriesOf(moved.flatMap(({ key }) => (key === null ? [] : [key])));
    const became = new Map<Unpaid, Become>();
    for (const row of moved) {
      const record = known.get(row.key ?? '');
      if (!record) continue;
      const own = entries.get(record.key) ?? [];
      const isSame = this.#isLater(record) && (await this.#isSame(row, record, own));
      became.set(row, { record, isSame });
    }
    return (row) => became.get(row);
  }

  #isMoved({ code }: Unpaid, record: RowRecord | undefined): boolean {
    return this.#isLater(record) || (record?.state === 'created' && PAID_OTHERWISE.has(code));
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
    const sent = fieldsOfBody(sendingsIn(entries).current?.intent.body ?? '');
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

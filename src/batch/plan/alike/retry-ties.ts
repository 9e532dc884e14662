// Rows of a retry file that say what another row of the same batch says, under an x-retry-of that is not that row's: somebody
// sorted or filled the columns apart. Such a row would be paid under one key, and its original once more under its own.
import { RETRY_COLUMN } from '../../../interface/columns.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { Refusal } from '../../input/refusal.ts';
import type { BatchRow } from '../../input/row.ts';
import { earlierContents } from '../content.ts';
import type { RowKey } from '../keys.ts';
import type { Families } from './families.ts';
import { MadeOf } from './made-of.ts';
import type { OwnRows } from './own-rows.ts';

/** Rows that say something new are looked at once more at the file's end: so many of them. */
const KEPT = 10_000;

interface Corrected {
  readonly line: number;
  /** Keys of the rows that say what it says, if there are any. */
  readonly firsts: readonly string[];
}

export class RetryTies {
  readonly #ledger: Pick<Ledger, 'lookup'>;
  readonly #families: Families;
  readonly #file: string;
  #madeOf: MadeOf | undefined;
  readonly #corrected: Corrected[] = [];

  constructor(file: string, ledger: Pick<Ledger, 'lookup'>, families: Families) {
    this.#file = file;
    this.#ledger = ledger;
    this.#families = families;
  }

  /** Rows of one piece of the file that are to be sent. Errors: {@link Refusal}. */
  async look(rows: readonly { readonly row: BatchRow; readonly key: RowKey }[]): Promise<void> {
    const corrected: Corrected[] = [];
    for (const { row, key } of rows) {
      if (!row.retryOf) continue;
      this.#madeOf ??= new MadeOf(row.kind);
      const contents = [key.content, ...earlierContents(row)];
      const batches = await this.#families.lineage(row.retryOf.batchId);
      const firsts = this.#madeOf.firsts(contents, batches);
      if (firsts.includes(key.key)) continue;
      if (this.#madeOf.holds(key.key, contents, batches)) continue;
      corrected.push({ line: row.line, firsts });
    }
    if (corrected.length === 0) return;
    const known = await this.#ledger.lookup(corrected.flatMap(({ firsts }) => firsts));
    const other = corrected.find(({ firsts }) => firsts.some((key) => known.has(key)));
    if (other) this.#refuse(other.line);
    this.#corrected.push(...corrected.slice(0, KEPT - this.#corrected.length));
  }

  /** At the file's end: rows that the ledger has never seen stand in the file itself. Errors: {@link Refusal}. */
  judge(own: OwnRows): void {
    const other = this.#corrected.find(({ firsts }) => firsts.some((key) => own.keys.has(key)));
    if (other) this.#refuse(other.line);
  }

  #refuse(line: number): never {
    throw new Refusal(
      'alike',
      `${this.#file}:${line}: the row says what another row of its batch says, but its ${RETRY_COLUMN} is that of a third: the columns were sorted or filled apart. Copy each row's ${RETRY_COLUMN} again from the retry file as it was written`,
    );
  }
}

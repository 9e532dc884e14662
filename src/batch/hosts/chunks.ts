// Rows on their way into the chunks that hosts take. A row's place in the file gives its chunk, so a submission that is completed
// later finds the same chunks.
import type { Item } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import { isUploaded } from './item.ts';

const CHUNK_ROWS = 50;

export interface ReadyItems {
  readonly items: readonly Item[];
  /** Chunks that are queued with them. */
  readonly ready: readonly number[];
}

export class Chunks {
  #items: Item[] = [];
  #passed = 0;
  /** Chunks that wait for a document, and chunks that have rows. */
  readonly #waiting = new Set<number>();
  readonly #begun = new Set<number>();

  chunkOf(sequence: number): number {
    return Math.floor(sequence / CHUNK_ROWS);
  }

  add(row: PayoutRow, item: Item): void {
    const chunk = this.chunkOf(item.sequence);
    this.#begun.add(chunk);
    if (!isUploaded(row.documents)) this.#waiting.add(chunk);
    this.addEnded(item);
  }

  /** A row that is not sent. */
  addEnded(item: Item): void {
    this.#items.push(item);
    this.#passed = item.sequence + 1;
  }

  /** Items of chunks that are full, or of none. */
  takeFull(end = this.chunkOf(this.#passed)): ReadyItems {
    const isFull = ({ chunk }: Item): boolean => chunk === null || chunk < end;
    const items = this.#items.filter(isFull);
    this.#items = this.#items.filter((item) => !isFull(item));
    const chunks = [...this.#begun].filter((chunk) => chunk < end);
    for (const chunk of chunks) this.#begun.delete(chunk);
    return { items, ready: chunks.filter((chunk) => !this.#waiting.has(chunk)) };
  }

  takeRest(): ReadyItems {
    return this.takeFull(Infinity);
  }
}

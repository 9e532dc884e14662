// Rows end in any order and written in the input's. Holds back what came early; tells how far behind it is.
export class InOrder<T> {
  readonly #early = new Map<number, T>();
  readonly #emit: (item: T) => void;
  #next = 0;

  constructor(emit: (item: T) => void) {
    this.#emit = emit;
  }

  /** Sequence number of the first item that is still missing. */
  get next(): number {
    return this.#next;
  }

  /** Items that were emitted elsewhere; only while none is held back. */
  skip(count: number): void {
    if (this.#early.size > 0) throw new Error('items are held back');
    this.#next += count;
  }

  put(sequence: number, item: T): void {
    if (sequence === this.#next && this.#early.size === 0) {
      this.#next++;
      this.#emit(item);
      return;
    }
    this.#early.set(sequence, item);
    for (let ready = this.#early.get(this.#next); ready !== undefined; ready = this.#early.get(this.#next)) {
      this.#early.delete(this.#next++);
      this.#emit(ready);
    }
  }
}

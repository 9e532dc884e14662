// Puts items in order: early items are held back until their turn.
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

  /** Items that were emitted elsewhere. Only while none is held back. */
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

// The keys that a file has had already, as 64-bit hashes in an open-addressed table: 34 MB for a million rows. In a file
// of a million rows, two different keys share a hash with a chance of about 1 in 30 million. The second row would be
// refused as a duplicate.
import { hash64, hashInteger } from '../../ledger/keys.ts';

/** A slot: high, low, value (0 = free), mark. Together they are one line of the processor's cache. */
const SLOT = 4;
/** For a short file: a few pages of memory. */
const FIRST_SLOTS = 1 << 9;

export class SeenKeys {
  #table = new Uint32Array(SLOT * FIRST_SLOTS);
  size = 0;

  /** The value of a known key. For a new key: keeps `value` (above 0) and the mark, and returns 0. */
  remember(key: string, value: number, mark = 0): number {
    const { high, low } = hash64(key);
    if (this.size * SLOT * 3 >= this.#table.length * 2) this.#grow();
    const at = this.#find(high, low);
    const kept = this.#table[at + 2] ?? 0;
    if (kept !== 0) return kept;
    this.#put(at, high, low, value, mark);
    this.size++;
    return 0;
  }

  has(key: string): boolean {
    return this.#table[this.#findKey(key) + 2] !== 0;
  }

  /** The mark that was kept with a key. */
  markOf(key: string): number {
    return this.#table[this.#findKey(key) + 3] ?? 0;
  }

  /** Counts a key: 0 for the first time, then 1, 2, ... */
  ordinal(key: string): number {
    const before = this.remember(key, 1);
    if (before > 0) this.#table[this.#findKey(key) + 2] = before + 1;
    return before;
  }

  /** All hashes as signed 64-bit integers. */
  hashes(): BigInt64Array {
    const out = new BigInt64Array(this.size);
    let count = 0;
    for (let at = 0; at < this.#table.length; at += SLOT) {
      if (this.#table[at + 2] === 0) continue;
      out[count++] = hashInteger({ high: this.#table[at] ?? 0, low: this.#table[at + 1] ?? 0 });
    }
    return out;
  }

  #findKey(key: string): number {
    const { high, low } = hash64(key);
    return this.#find(high, low);
  }

  #find(high: number, low: number): number {
    const last = this.#table.length / SLOT - 1;
    for (let slot = (low ^ (high >>> 7)) & last; ; slot = (slot + 1) & last) {
      const at = slot * SLOT;
      if (this.#table[at + 2] === 0) return at;
      if (this.#table[at] === high && this.#table[at + 1] === low) return at;
    }
  }

  #put(at: number, high: number, low: number, value: number, mark: number): void {
    this.#table[at] = high;
    this.#table[at + 1] = low;
    this.#table[at + 2] = value;
    this.#table[at + 3] = mark;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += SLOT) {
      const [high = 0, low = 0, value = 0, mark = 0] = [old[at], old[at + 1], old[at + 2], old[at + 3]];
      if (value !== 0) this.#put(this.#find(high, low), high, low, value, mark);
    }
  }
}

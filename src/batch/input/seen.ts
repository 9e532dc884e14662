// Which keys a file has had already, for a million rows in a few megabytes: 64-bit hashes in an open-addressed table.
// Two different keys share a hash with a chance of about 1 in 30 million for a file of a million rows; the second
// would be refused as a duplicate, never sent twice.
import { hash64, hashInteger } from '../../ledger/keys.ts';

/** A short file's: each of its tables is a few pages of memory. */
const FIRST_SLOTS = 1 << 9;

export class SeenKeys {
  /** Slots of three: high, low, value (0 = free). */
  #table = new Uint32Array(3 * FIRST_SLOTS);
  /** One byte of each slot's choice. */
  #marks = new Uint8Array(FIRST_SLOTS);
  #slots = FIRST_SLOTS;
  size = 0;

  /** The value kept for a key, or 0 after keeping `value` (which must be above 0), and a mark, for it. */
  remember(key: string, value: number, mark = 0): number {
    const { high, low } = hash64(key);
    return this.rememberHash(high, low, value, mark);
  }

  /** The same, for the two halves of a key's hash. */
  rememberHash(high: number, low: number, value: number, mark: number): number {
    if (this.size * 3 >= this.#slots * 2) this.#grow();
    const at = this.#find(high, low);
    const kept = this.#table[at + 2] ?? 0;
    if (kept !== 0) return kept;
    this.#put(at, high, low, value);
    this.#marks[at / 3] = mark;
    this.size++;
    return 0;
  }

  has(key: string): boolean {
    const { high, low } = hash64(key);
    return this.hasHash(high, low);
  }

  /** The value kept for a key, or 0. */
  valueOf(key: string): number {
    const { high, low } = hash64(key);
    return this.#table[this.#find(high, low) + 2] ?? 0;
  }

  /** Forgets all keys, and keeps the room for as many. */
  clear(): void {
    this.#table.fill(0);
    this.size = 0;
  }

  hasHash(high: number, low: number): boolean {
    return (this.#table[this.#find(high, low) + 2] ?? 0) !== 0;
  }

  /** The mark that was kept with a key. */
  markOf(key: string): number {
    const { high, low } = hash64(key);
    return this.#marks[this.#find(high, low) / 3] ?? 0;
  }

  /** Counts a key: 0 for the first time, then 1, 2, ... */
  ordinal(key: string): number {
    const before = this.remember(key, 1);
    if (before === 0) return 0;
    const { high, low } = hash64(key);
    this.#table[this.#find(high, low) + 2] = before + 1;
    return before;
  }

  /** All hashes as signed 64-bit integers. */
  hashes(): BigInt64Array {
    const out = new BigInt64Array(this.size);
    let count = 0;
    for (let slot = 0; slot < this.#slots; slot++) {
      const high = this.#table[slot * 3] ?? 0;
      const low = this.#table[slot * 3 + 1] ?? 0;
      if ((this.#table[slot * 3 + 2] ?? 0) !== 0) out[count++] = hashInteger({ high, low });
    }
    return out;
  }

  #find(high: number, low: number): number {
    let slot = (low ^ (high >>> 7)) & (this.#slots - 1);
    for (;;) {
      const at = slot * 3;
      if (this.#table[at + 2] === 0) return at;
      if (this.#table[at] === high && this.#table[at + 1] === low) return at;
      slot = (slot + 1) & (this.#slots - 1);
    }
  }

  #put(at: number, high: number, low: number, value: number): void {
    this.#table[at] = high;
    this.#table[at + 1] = low;
    this.#table[at + 2] = value;
  }

  #grow(): void {
    const old = this.#table;
    const marks = this.#marks;
    this.#slots *= 2;
    this.#table = new Uint32Array(3 * this.#slots);
    this.#marks = new Uint8Array(this.#slots);
    for (let at = 0; at < old.length; at += 3) {
      const high = old[at] ?? 0;
      const low = old[at + 1] ?? 0;
      const value = old[at + 2] ?? 0;
      if (value === 0) continue;
      const slot = this.#find(high, low);
      this.#put(slot, high, low, value);
      this.#marks[slot / 3] = marks[at / 3] ?? 0;
    }
  }
}

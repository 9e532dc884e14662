// The keys that a file has had already, as 64-bit hashes in open-addressed tables: 27 MB for a million rows. In a file
// of a million rows, two different keys share a hash with a chance of about 1 in 30 million. The second row would be
// refused as a duplicate.
import { hash64, hashInteger } from '../../ledger/keys.ts';

/** A slot: high, low, value (0 = free). */
const SLOT = 3;
const FIRST_SLOTS = 1 << 5;
/** A table that grows is in memory twice: several tables grow one after the other. */
const TABLES = 16;

class KeyTable {
  slots = new Uint32Array(SLOT * FIRST_SLOTS);
  /** The mark of each slot. */
  marks = new Uint8Array(FIRST_SLOTS);
  size = 0;

  /** Where a key's slot begins; for a new key, a free slot. */
  find(high: number, low: number): number {
    const { slots } = this;
    const last = slots.length / SLOT - 1;
    for (let slot = (low ^ (high >>> 7)) & last; ; slot = (slot + 1) & last) {
      const at = slot * SLOT;
      if (slots[at + 2] === 0) return at;
      if (slots[at] === high && slots[at + 1] === low) return at;
    }
  }

  /** `at`: the free slot that `find` gave. */
  add(at: number, high: number, low: number, value: number, mark: number): void {
    this.#put(at, high, low, value, mark);
    this.size++;
    if (this.size * SLOT * 3 >= this.slots.length * 2) this.#grow();
  }

  #put(at: number, high: number, low: number, value: number, mark: number): void {
    this.slots[at] = high;
    this.slots[at + 1] = low;
    this.slots[at + 2] = value;
    this.marks[at / SLOT] = mark;
  }

  #grow(): void {
    const { slots, marks } = this;
    this.slots = new Uint32Array(2 * slots.length);
    this.marks = new Uint8Array(2 * marks.length);
    for (let at = 0; at < slots.length; at += SLOT) {
      const [high = 0, low = 0, value = 0] = [slots[at], slots[at + 1], slots[at + 2]];
      if (value !== 0) this.#put(this.find(high, low), high, low, value, marks[at / SLOT] ?? 0);
    }
  }
}

export class SeenKeys {
  readonly #tables = Array.from({ length: TABLES }, () => new KeyTable());

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  /** The value of a known key. For a new key: keeps `value` (above 0) and the mark, and returns 0. */
  remember(key: string, value: number, mark = 0): number {
    const { high, low } = hash64(key);
    const table = this.#tableOf(high);
    const at = table.find(high, low);
    const kept = table.slots[at + 2] ?? 0;
    if (kept === 0) table.add(at, high, low, value, mark);
    return kept;
  }

  has(key: string): boolean {
    const { table, at } = this.#slotOf(key);
    return table.slots[at + 2] !== 0;
  }

  /** The mark that was kept with a key. */
  markOf(key: string): number {
    const { table, at } = this.#slotOf(key);
    return table.marks[at / SLOT] ?? 0;
  }

  /** Counts a key: 0 for the first time, then 1, 2, ... */
  ordinal(key: string): number {
    const before = this.remember(key, 1);
    if (before === 0) return 0;
    const { table, at } = this.#slotOf(key);
    table.slots[at + 2] = before + 1;
    return before;
  }

  /** All hashes as signed 64-bit integers. */
  hashes(): BigInt64Array {
    const out = new BigInt64Array(this.size);
    let count = 0;
    for (const { slots } of this.#tables) {
      for (let at = 0; at < slots.length; at += SLOT)
        if (slots[at + 2] !== 0)
          out[count++] = hashInteger({ high: slots[at] ?? 0, low: slots[at + 1] ?? 0 });
    }
    return out;
  }

  #slotOf(key: string): { readonly table: KeyTable; readonly at: number } {
    const { high, low } = hash64(key);
    const table = this.#tableOf(high);
    return { table, at: table.find(high, low) };
  }

  /** By the highest bits of the hash. */
  #tableOf(high: number): KeyTable {
    return this.#tables[(high >>> 28) % TABLES] ?? new KeyTable();
  }
}

// The rows of the file itself, by their keys: what was paid under one of them is no stranger, unless it was paid with other
// content (a row of a retry file that was corrected, or given another row's data).
import { SeenKeys } from '../../input/seen.ts';

export class OwnRows {
  /** Keys of the rows that may be sent. */
  readonly keys = new SeenKeys();
  readonly #changed = new SeenKeys();

  remember(key: string, line: number): void {
    this.keys.remember(key, line);
  }

  /** Whether the row of that key stands on that line. */
  isAt(key: string, line: number): boolean {
    return this.keys.valueOf(key) === line;
  }

  /** What the ledger has under this key says something else than the row. */
  paidOtherwise(key: string): void {
    this.#changed.remember(key, 1);
  }

  has(key: string): boolean {
    return this.keys.has(key) && !this.#changed.has(key);
  }

  /** The same of a key's hash (`hash64`). */
  hasHash(high: number, low: number): boolean {
    return this.keys.hasHash(high, low) && !this.#changed.hasHash(high, low);
  }
}

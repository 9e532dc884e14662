// Warnings of a file, one for each field and value, with how often and where first: a million rows give no million lines.

export interface Warning {
  readonly field: string;
  readonly value: string;
  readonly message: string;
  readonly firstLine: number;
  count: number;
}

const DISTINCT_LIMIT = 1_000;

export class Warnings {
  readonly #byKey = new Map<string, Warning>();
  /** Warnings beyond the limit of distinct ones. */
  overflow = 0;

  /**
   * `message` is asked for only when the field and value are new: finding a suggestion costs more than the row. `apart`:
   * what tells it from others of the same field and value.
   */
  add(line: number, field: string, value: string, message: () => string, count = 1, apart = ''): void {
    const key = `${field}\0${value}\0${apart}`;
    const known = this.#byKey.get(key);
    if (known) known.count += count;
    else if (this.#byKey.size >= DISTINCT_LIMIT) this.overflow++;
    else this.#byKey.set(key, { field, value, message: message(), firstLine: line, count });
  }

  list(): readonly Warning[] {
    return [...this.#byKey.values()];
  }
}

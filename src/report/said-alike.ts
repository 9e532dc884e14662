// Reasons that differ in numbers and quoted values alone are one, told once for all of its rows: with what they have in common, and
// no value of the first row that isn't the others'.

const VALUE = /("[^"]*"|\d+(?:\.\d+)*)/;
const ELIDED = '...';

/** Equal for reasons that are told as one. */
export const alikeKey = (message: string): string => message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');

export class SaidAlike {
  /** By turns what is said, and a value in it. */
  readonly #parts: string[];
  readonly #first: string;

  constructor(first: string) {
    this.#first = first;
    this.#parts = first.split(VALUE);
  }

  /** Another reason with the same `alikeKey`. */
  add(message: string): void {
    if (message === this.#first) return;
    const others = message.split(VALUE);
    if (others.length !== this.#parts.length) return;
    for (const [at, part] of this.#parts.entries()) {
      if (part !== others[at]) this.#parts[at] = part.startsWith('"') ? `"${ELIDED}"` : ELIDED;
    }
  }

  get text(): string {
    return this.#parts.join('');
  }
}

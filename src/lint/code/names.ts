// Names of a source: `a.b.c` by its first or last part.

/** Things by a part of their names. Of one name no more than forty are looked at. */
export class ByName<T> {
  readonly all: T[] = [];
  readonly #byName = new Map<string, T[]>();
  readonly #nameOf: (one: T) => string;

  constructor(nameOf: (one: T) => string) {
    this.#nameOf = nameOf;
  }

  add(one: T): void {
    this.all.push(one);
    const name = this.#nameOf(one);
    const known = this.#byName.get(name);
    if (!known) this.#byName.set(name, [one]);
    else if (known.length < MOST_OF_A_NAME) known.push(one);
  }

  named(name: string): readonly T[] {
    return this.#byName.get(name) ?? [];
  }
}
const MOST_OF_A_NAME = 40;

export const firstOf = (name: string): string => name.split('.', 1)[0] ?? name;
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/^[@$]+/, '');

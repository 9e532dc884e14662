// Through which names a value was followed to the URLs that it reaches, the first of them first: a variable, `send()`.

const MAX_NAMES = 6;

/** How a function is named in a way. */
export const called = (name: string): string => `${name}()`;

/** What was reached, and by way of what. */
export interface Way {
  readonly urls: readonly string[];
  readonly names: readonly string[];
}

export class Trail {
  #names: readonly string[] = [];

  /** What `ask` reaches is reached by way of a name, if it has one. Where several ways lead there, the first is kept. */
  follow(name: string | undefined, ask: () => string[]): Way {
    const before = this.#names;
    this.#names = [];
    const urls = ask();
    const names =
      urls.length > 0 ? [...(name === undefined ? [] : [name]), ...this.#names].slice(0, MAX_NAMES) : [];
    this.#names = before;
    this.again({ urls, names });
    return { urls, names };
  }

  /** A way that was followed before. */
  again({ urls, names }: Way): string[] {
    if (this.#names.length === 0) this.#names = names;
    return [...urls];
  }

  /** The names since it was last asked. */
  take(): readonly string[] {
    const names = this.#names;
    this.#names = [];
    return names;
  }
}

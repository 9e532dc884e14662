// Whether a key without a reference was made of what a row says: then the row stands as it stood in its file. One that was
// corrected, or whose x-retry-of came from another row, has a key that was made of something else.
import { contentKey } from '../../../ledger/keys.ts';
import type { RunKind } from '../../../ledger/ledger.ts';

/** Equal rows of one file that are told from others; one beyond them counts as made of something else. */
const EQUALS = 20_000;
const KEPT = 10;

interface Made {
  readonly keys: Set<string>;
  next: number;
}

export class MadeOf {
  readonly #kind: RunKind;
  /** Keys of the contents that were asked for last, as far as they had to be made. */
  readonly #made = new Map<string, Made>();

  constructor(kind: RunKind) {
    this.#kind = kind;
  }

  /** `batches`: in any of them; `contents`: whatever release wrote it. */
  holds(key: string, contents: readonly string[], batches: Iterable<string>): boolean {
    return [...batches].some((batch) => contents.some((content) => this.#find(key, batch, content)));
  }

  /** Keys of the first rows that say so. */
  firsts(contents: readonly string[], batches: Iterable<string>): string[] {
    return [...batches].flatMap((batch) =>
      contents.map((content) => contentKey(this.#kind, batch, content, 0)),
    );
  }

  #find(key: string, batch: string, content: string): boolean {
    const made = this.#madeFor(batch, content);
    if (made.keys.has(key)) return true;
    while (made.next < EQUALS) {
      const one = contentKey(this.#kind, batch, content, made.next++);
      made.keys.add(one);
      if (one === key) return true;
    }
    return false;
  }

  #madeFor(batch: string, content: string): Made {
    const name = `${batch}\0${content}`;
    const known = this.#made.get(name);
    if (known) return known;
    if (this.#made.size >= KEPT) this.#made.clear();
    const made = { keys: new Set<string>(), next: 0 };
    this.#made.set(name, made);
    return made;
  }
}

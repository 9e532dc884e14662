// Whether bytes hold any of some words, without a look at every byte (after Wu and Manber). Most files hold none, and
// this search is most of what a run costs. It must never miss a word.

/** So many bytes at a time tell how far off the next word must be. */
const BLOCK = 3;
const TABLE = 1 << 15;
/** Blocks that share a hash only make for a closer look. */
const hash = (a: number, b: number, c: number): number => ((a << 10) ^ (b << 5) ^ c) & (TABLE - 1);

interface Anchored {
  readonly bytes: Uint8Array;
  /** Where in the word its window begins. */
  readonly offset: number;
}

export class Sieve {
  /** A part of each word, as long as the shortest is. */
  readonly #width: number;
  /** Hash of a block -> how many bytes may be passed over; 0 where a window may end. */
  readonly #shift: Uint8Array;
  /** Hash of a window's last block -> the words that have it. */
  readonly #words = new Map<number, Anchored[]>();

  /** Words of ASCII, each at least as long as a block. */
  constructor(words: readonly string[]) {
    this.#width = Math.min(255, ...words.map((word) => word.length));
    if (this.#width < BLOCK || words.some((word) => !/^[\x20-\x7e]+$/.test(word)))
      throw new RangeError(`words of ASCII, of ${BLOCK} characters at least`);
    this.#shift = new Uint8Array(TABLE).fill(this.#width - BLOCK + 1);
    for (const word of words) this.#add(word);
  }

  /** Spellings of a name differ in their first letter: from the second on, most of them share a window. */
  #add(word: string): void {
    const offset = word.length > this.#width ? 1 : 0;
    const bytes = Buffer.from(word, 'latin1');
    const window = bytes.subarray(offset, offset + this.#width);
    let block = 0;
    for (let i = 0; i + BLOCK <= this.#width; i++) {
      block = hash(window[i] ?? 0, window[i + 1] ?? 0, window[i + 2] ?? 0);
      const far = this.#width - BLOCK - i;
      if (far < (this.#shift[block] ?? 0)) this.#shift[block] = far;
    }
    const own = this.#words.get(block);
    if (own) own.push({ bytes, offset });
    else this.#words.set(block, [{ bytes, offset }]);
  }

  test(bytes: Uint8Array): boolean {
    const shift = this.#shift;
    const { length } = bytes;
    for (let at = this.#width - 1; at < length;) {
      // All inside: a window ends at `at`, and the table has room for every hash.
      const block = hash(bytes[at - 2] as number, bytes[at - 1] as number, bytes[at] as number);
      const far = shift[block] as number;
      if (far > 0) at += far;
      else if (this.#holds(bytes, at - this.#width + 1, block)) return true;
      else at++;
    }
    return false;
  }

  #holds(bytes: Uint8Array, window: number, block: number): boolean {
    const words = this.#words.get(block);
    if (!words) return false;
    for (const { bytes: word, offset } of words) {
      let i = 0;
      while (i < word.length && bytes[window - offset + i] === word[i]) i++;
      if (i === word.length) return true;
    }
    return false;
  }
}

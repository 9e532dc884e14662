// If a gateway sends a response twice, the second one is taken for the response to the next request on its connection, and
// so on: a refused payment would count as paid. It is recognised because it is the same, byte for byte.

/** Answers of each connection that are remembered: of the last second or two where it is busiest. */
const KEPT = 128;
/** Longer responses are not remembered. */
const LONGEST = 2_000;
/** Answers of all connections, to see whether several give the same. */
const KEPT_OF_ALL = 4_096;

/** `other`: the response of another request. `perhaps`: so may be, and its connection should not be used again. */
export type Whose = 'own' | 'perhaps' | 'other';

/** The newest texts, each with a value. A ring, since a Map that is emptied from its front gets slower and slower. */
class Recent<T> {
  readonly #known = new Map<string, T>();
  readonly #order: string[] = [];
  readonly #most: number;
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    return this.#known.get(text);
  }

  keep(text: string, value: T): void {
    const before = this.#known.size;
    this.#known.set(text, value);
    if (this.#known.size === before) return;
    const gone = this.#order[this.#oldest];
    if (gone !== undefined) this.#known.delete(gone);
    this.#order[this.#oldest] = text;
    this.#oldest = (this.#oldest + 1) % this.#most;
  }

  clear(): void {
    this.#known.clear();
    this.#order.length = 0;
    this.#oldest = 0;
  }
}

/** Responses of one connection, and whether each was to a creation. */
export class Said extends Recent<boolean> {
  constructor() {
    super(KEPT);
  }
}

export class Echoes {
  /** Which connection gave a response; `null`: several. Some services give equal responses to equal quotes. */
  readonly #givers = new Recent<Said | null>(KEPT_OF_ALL);

  hear(said: Said, text: string, creates: boolean): Whose {
    if (text === '' || text.length > LONGEST) return 'own';
    const named = said.get(text);
    if (named !== true) said.keep(text, creates);
    // Two creations never have the same response; questions may have.
    if (creates) return named === undefined ? 'own' : 'other';
    const giver = this.#givers.get(text);
    const isCommon = giver !== undefined && giver !== said;
    if (giver === undefined || (isCommon && giver !== null)) this.#givers.keep(text, isCommon ? null : said);
    if (named === undefined) return 'own';
    if (named) return 'other';
    return isCommon ? 'own' : 'perhaps';
  }
}

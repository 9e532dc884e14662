// An answer that a connection has given before. Where a gateway sends one twice, and the second comes late, it is taken for the
// answer to whatever is asked then, and that one's own answer for the next: a payment that was refused would count as paid, under
// the id of a quote. Byte for byte the same, it gives itself away by the first exchange that takes it.

/** Answers of each connection that are remembered: of the last second or two where it is busiest. */
const KEPT = 128;
/** Longer ones aren't: no quote and no creation needs as much. */
const LONGEST = 2_000;
/** Answers of all connections, to see whether several give the same. */
const KEPT_OF_ALL = 4_096;

/**
 * `other`: certainly not its own request's. `perhaps`: of a question that may be asked twice, and no other connection was
 * answered so; nothing more should be read from its connection.
 */
export type Whose = 'own' | 'perhaps' | 'other';

/** The newest texts, each with what is known of it. In a ring: a Map that is emptied from its front gets slower and slower. */
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

/** What a connection has said: whether it named something that was created then. */
export class Said extends Recent<boolean> {
  constructor() {
    super(KEPT);
  }
}

export class Echoes {
  /** Which connection gave an answer; `null`: several did. Some services answer equal questions in equal words. */
  readonly #givers = new Recent<Said | null>(KEPT_OF_ALL);

  /** Whose answer `text` is, on a connection that has `said` so much; from then on it has said this, too. */
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

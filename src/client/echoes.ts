// An answer that a connection has given before. Where a gateway sends one twice, and the second comes late, it is taken for the
// answer to whatever is asked then, and that one's own answer for the next: a payment that was refused would count as paid, under
// the id of a quote. Byte for byte the same, it gives itself away by the first exchange that takes it.

/** What a connection has said, in order: whether it named something that was created then. */
export type Said = Map<string, boolean>;

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

export class Echoes {
  /** Which connection gave an answer; `null`: several did. Some services answer equal questions in equal words. */
  readonly #givers = new Map<string, Said | null>();

  /** Whose answer `text` is, on a connection that has `said` so much; from then on it has said this, too. */
  hear(said: Said, text: string, creates: boolean): Whose {
    if (text === '' || text.length > LONGEST) return 'own';
    const named = said.get(text);
    keep(said, text, creates || named === true, KEPT);
    const giver = this.#givers.get(text);
    const isCommon = giver !== undefined && giver !== said;
    keep(this.#givers, text, isCommon ? null : said, KEPT_OF_ALL);
    if (named === undefined) return 'own';
    if (creates || named) return 'other';
    return isCommon ? 'own' : 'perhaps';
  }
}

/** As the newest one; the oldest goes where there is no room. */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

// Where each token stands in the tree of brackets, and where each name is used. Made once for a file, so that nobody
// has to search the tokens again.
import type { Group } from './groups.ts';
import { textsByName } from './inner-names.ts';
import { type Token, within } from './token.ts';

export interface Place {
  readonly group: Group;
  readonly position: number;
}

/** A name without its sigils; most have none. */
const bare = (name: string): string => (/^[$@#]/.test(name) ? name.replace(/^[$@#]+/, '') : name);

export class Places {
  readonly #groups: (Group | undefined)[];
  readonly #positions: Int32Array;
  readonly #byName = new Map<string, number[]>();
  readonly #byToken = new Map<Token, number>();
  readonly #tokens: readonly Token[];
  #inTexts: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(tokens: readonly Token[], groups: readonly Group[]) {
    this.#tokens = tokens;
    this.#groups = new Array<Group | undefined>(tokens.length);
    this.#positions = new Int32Array(tokens.length);
    for (const group of groups) {
      group.items.forEach((item, position) => {
        const at = typeof item === 'number' ? item : item.at;
        this.#groups[at] = group;
        this.#positions[at] = position;
      });
    }
    tokens.forEach((token, at) => {
      this.#byToken.set(token, at);
      if (token.kind !== 'name') return;
      const name = bare(token.text);
      const uses = this.#byName.get(name);
      if (uses) uses.push(at);
      else this.#byName.set(name, [at]);
    });
  }

  /** The group that a token is an item of; of an opening bracket, the group around it. */
  of(at: number): Place | undefined {
    const group = this.#groups[at];
    return group && { group, position: this.#positions[at] ?? 0 };
  }

  indexOf(token: Token): number {
    return this.#byToken.get(token) ?? -1;
  }

  /** Indices of the tokens that are this name, without sigils. */
  uses(name: string): readonly number[] {
    return this.#byName.get(bare(name)) ?? [];
  }

  /** Indices of the texts that have this name in an expression inside them. */
  usesInTexts(name: string): readonly number[] {
    this.#inTexts ??= textsByName(this.#tokens);
    return this.#inTexts.get(bare(name)) ?? [];
  }

  /** Where a name that something is given to stands besides, in texts, too; a variable of a function is another one in the next. */
  usesOf(given: Token, most: number): readonly number[] {
    const isOwn = given.scope.kind === 'function';
    const isUse = (at: number): boolean =>
      this.#tokens[at] !== given && (!isOwn || within(this.#tokens[at]?.scope, given.scope));
    return [this.uses(given.text), this.usesInTexts(given.text)].flatMap((uses) =>
      uses.slice(0, most).filter(isUse),
    );
  }

  /** The uses of a name that follow a token, as many as are worth a look. */
  usesAfter(name: string, at: number, most: number): readonly number[] {
    const uses = this.uses(name);
    const from = firstAbove(uses, at, (use) => use);
    return uses.slice(from, from + most);
  }

  /** The uses of a name on both sides of a token. */
  usesAround(name: string, at: number, most: number): readonly number[] {
    const uses = this.uses(name);
    const middle = firstAbove(uses, at, (use) => use);
    return uses.slice(Math.max(0, middle - most), middle + most);
  }

  /** Whether a name occurs in the file at all. */
  names(pattern: RegExp): boolean {
    for (const name of this.#byName.keys()) if (pattern.test(name)) return true;
    return false;
  }
}

/** Index of the first entry of a sorted list that stands behind a token. */
export function firstAbove<T>(list: readonly T[], at: number, of: (one: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && of(one) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MAX_CLIMB = 6;

/** In another member of the same literal: `{ paths: { transfers: '/transfers' }, limits: { amount: 9 } }`. */
export function isApart(places: Places, at: number, from: number): boolean {
  let group = places.of(at)?.group;
  for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
    if (group.at <= from && from <= group.close) return false;
    if (group.open === '{') return true;
    group = group.parent;
  }
  return false;
}

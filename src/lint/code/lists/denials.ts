// Tests that say that something is refused: `expect(() => upload('AmlPolicy')).toThrow()`, `with pytest.raises(...)`,
// `assertFalse(isKnown('AmlPolicy'))`.
import { blockOf, calleeOf, firstOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { DENIES } from './fate-words.ts';
import { JOINS } from './memberships.ts';

const MAX_CLIMB = 8;
const MAX_BACK = 24;
const MAX_USES = 12;
/** Tokens of a test behind the table of its cases. */
const MAX_TEST = 140;
const TABLES =
  /^(each|parametrize|ValueSource|TestCase|InlineData|DataRow|CsvSource|forEach|values|with_data|dataProvider)$/;

export class Denials {
  readonly #tokens: readonly Token[];
  readonly #places: Places;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  #at(group: Group, i: number): Token | undefined {
    return tokenOf(group.items[i], this.#tokens);
  }

  #text(group: Group, i: number): string {
    return this.#at(group, i)?.text ?? '';
  }

  /** A union that a type leaves out: `Exclude<DocumentType, 'AmlPolicy'>`. */
  #isExcluded(token: Token | undefined): boolean {
    if (!token) return false;
    const at = this.#places.indexOf(token);
    for (let i = at - 1; i >= token.statement.first && i > at - MAX_BACK; i--)
      if (/^(Exclude|Omit)$/.test(this.#tokens[i]?.text ?? '')) return true;
    return false;
  }

  /** Around the item of a group. */
  has(start: Group, at: number): boolean {
    let group: Group | undefined = start;
    let position = at;
    for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
      if (group.open === '(' && this.#isDenial(group)) return true;
      if (group.open !== '(' && this.#text(group, this.#lineStart(group, position)) === 'assert') {
        if (this.#text(group, this.#lineStart(group, position) + 1) === 'not') return true;
      }
      if (group.open === '{' && DENIES.test(blockOf(group, this.#tokens))) return true;
      position = group.position;
      group = group.parent;
    }
    const token = this.#tokens[firstOf(start.items[at] ?? 0)];
    return this.#isExcluded(token) || this.#isTabled(start) || this.#isRaised(token);
  }

  /** What is given to a name of which each use is a test that it is refused. */
  ofGiven(group: Group): boolean {
    const owner = group.parent && givenTo(group.parent.items, group.position, this.#tokens);
    if (owner?.kind !== 'name') return false;
    const made = this.#places.indexOf(owner);
    const uses = this.#places.usesAfter(owner.text, made, MAX_USES).filter((use) => this.#places.of(use));
    return uses.length > 0 && uses.length < MAX_USES && uses.every((use) => this.#isDeniedAt(use));
  }

  #isDeniedAt(use: number): boolean {
    const place = this.#places.of(use);
    if (place && this.has(place.group, place.position)) return true;
    const { first = use, last = use } = this.#tokens[use]?.statement ?? {};
    const words = this.#tokens.slice(first, Math.min(last, first + MAX_TEST));
    return (
      words.some(({ text }) => /^(?:expect|assert\w*)$/.test(text)) &&
      words.some(({ kind, text }) => kind === 'number' && /^4\d\d$/.test(text))
    );
  }

  #lineStart(group: Group, position: number): number {
    let i = position;
    while (i > 0 && this.#at(group, i)?.first !== true) i--;
    return i;
  }

  #isDenial(group: Group): boolean {
    const chain = calleeOf(group, this.#tokens);
    if (chain.some((name) => DENIES.test(name))) return true;
    if (!/^(expect|assertThat|assert|expectThat|ok|is)$/.test(chain[0] ?? '')) return false;
    const { parent, position } = group;
    if (!parent) return false;
    for (let i = position + 1; i < Math.min(parent.items.length, position + 10); i++) {
      const token = this.#at(parent, i);
      const item = parent.items[i];
      if (token?.first === true && !JOINS.test(token.text)) return false;
      if (token?.kind === 'name' && DENIES.test(token.text)) return true;
      if (typeof item === 'object' && item.open === '(' && /^(false|False|4\d\d)$/.test(this.#text(item, 0)))
        return true;
    }
    return false;
  }

  /** `it.each(['AmlPolicy'])('is refused', ...)`: the cases of a test that expects a refusal. */
  #isTabled(start: Group): boolean {
    let group = start;
    for (let depth = 0; depth < 3; depth++) {
      const { parent, position } = group;
      if (!parent) return false;
      const follows = this.#text(parent, position + 2);
      const callee = parent.open === '(' ? (calleeOf(parent, this.#tokens).at(-1) ?? '') : '';
      if (TABLES.test(callee) || (JOINS.test(this.#text(parent, position + 1)) && TABLES.test(follows)))
        return this.#expectsRefusal(group.close);
      group = parent;
    }
    return false;
  }

  #expectsRefusal(from: number): boolean {
    let expects = false;
    for (let i = from; i < Math.min(this.#tokens.length, from + MAX_TEST); i++) {
      const { text, kind } = this.#tokens[i] ?? { text: '', kind: 'symbol' };
      if (kind === 'name' && DENIES.test(text)) return true;
      if (kind === 'name' && /^(expect|assert\w*|should)$/.test(text)) expects = true;
      else if (expects && kind === 'number' && /^4\d\d$/.test(text)) return true;
    }
    return false;
  }

  /** `with pytest.raises(...):` and a test that expects an exception. */
  #isRaised(token: Token | undefined): boolean {
    if (!token) return false;
    for (let at = token.statement.parent, depth = 0; at && depth < 3; at = at.parent, depth++) {
      for (let i = Math.max(0, at.first - 8); i < at.first + 8; i++) {
        const one = this.#tokens[i];
        if (
          one &&
          /^(raises|assertRaises|assertRaisesRegex|raises_error)$/.test(one.text) &&
          one.start < token.start
        )
          return one.scope === token.scope;
      }
    }
    return this.#places.uses('expectException').some((use) => this.#tokens[use]?.scope === token.scope);
  }
}

// Tests that say that something is refused: `expect(() => upload('AmlPolicy')).toThrow()`, `with pytest.raises(...)`,
// `assertFalse(isKnown('AmlPolicy'))`.
import { DENIES } from './fate-words.ts';
import { blockOf, calleeOf, firstOf, type Group, tokenOf } from './groups.ts';
import { JOINS } from './memberships.ts';
import type { Places } from './places.ts';
import type { Token } from './token.ts';

const MAX_CLIMB = 8;

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
    return this.#isRaised(this.#tokens[firstOf(start.items[at] ?? 0)]);
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

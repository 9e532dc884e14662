// Values of keys: texts, lists, objects, and names with what they stand for, one hop.
import type { Obj, Value } from '../../model/model.ts';
import { calleeOf, type Group, spanOf, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import type { Strings } from './strings.ts';

/** Calls that make a list of their arguments. */
export const LISTS =
  /^(asList|of|listOf|setOf|arrayOf|mutableListOf|List|Set|vec|array|Array|ImmutableList|frozenset|set|tuple|newSet|Seq|Vector|IndexedSeq|NonEmptyList|mutableSetOf|linkedSetOf|sequenceOf|arrayListOf)$/;

export class Values {
  readonly #tokens: readonly Token[];
  readonly #strings: Strings;
  readonly #objects: ReadonlyMap<Group, Obj>;

  constructor(tokens: readonly Token[], strings: Strings, objects: ReadonlyMap<Group, Obj>) {
    this.#tokens = tokens;
    this.#strings = strings;
    this.#objects = objects;
  }

  of(group: Group, position: number, depth = 0): Value {
    const item = group.items[position];
    if (item === undefined || depth > 4) return { kind: 'other' };
    if (typeof item !== 'number') {
      const object = this.#objects.get(item);
      if (object) return { kind: 'object', object };
      if (item.open === '(') return { kind: 'other' };
      // `[]string{...}`: the type comes first.
      const literal = group.items[position + 2];
      if (item.items.length === 0 && typeof literal === 'object' && literal.open === '{')
        return this.#list(literal, depth);
      return this.#list(item, depth);
    }
    const token = this.#tokens[item];
    if (!token) return { kind: 'other' };
    if (token.kind === 'string') {
      const text = this.#strings.at(group.items, position);
      return { kind: 'text', text, at: { start: token.body ?? token.start, end: token.end } };
    }
    if (token.kind === 'name' && /^(undefined|never)$/.test(token.text))
      return { kind: 'name', name: token.text };
    const named = token.kind === 'name' ? this.#named(group, position, token) : undefined;
    if (named?.kind === 'name' && named.name === 'never') return named;
    // A list or object behind the words that make it: `listOf(`, `Arrays.asList(`, `[]string{`, `new List<string> {`.
    for (let i = position; i < position + 10; i++) {
      const next = group.items[i];
      if (next === undefined) break;
      const sign = typeof next === 'number' ? this.#tokens[next] : undefined;
      if (
        sign &&
        (sign.text === ',' || sign.text === ';' || (sign.first && i > position && sign.kind === 'name'))
      )
        break;
      // Go's `map[string]any{...}`: the type comes first.
      if (token.text === 'map' && typeof next === 'object' && next.open === '[' && i === position + 1)
        continue;
      if (typeof next === 'object' && next.items.length > 0) {
        const object = this.#objects.get(next);
        if (object && next.open === '{') return { kind: 'object', object };
        const last = calleeOf(next, this.#tokens).at(-1) ?? '';
        if (next.open === '{' || next.open === '[' || LISTS.test(last)) return this.#list(next, depth);
        break;
      }
    }
    return token.kind === 'name' ? this.#named(group, position, token) : { kind: 'other' };
  }

  #list(group: Group, depth: number): Value {
    const items = group.items.flatMap((item, i) => {
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      return token?.kind === 'symbol' ? [] : [this.of(group, i, depth + 1)];
    });
    return { kind: 'list', items, at: spanOf(group, this.#tokens) };
  }

  /** A text that a name stands for, and whether it is one that nothing may be given to. */
  #named(group: Group, position: number, token: Token): Value {
    for (let i = position; i < position + 14; i++) {
      const item = group.items[i];
      const text = tokenOf(item, this.#tokens)?.text;
      if (item === undefined || text === ',' || text === ';') break;
      if (text !== undefined && FORBIDS.test(text) && !this.#isOtherwise(group, i, position))
        return { kind: 'name', name: 'never' };
    }
    return { kind: 'name', name: token.text };
  }

  /** `form.text || undefined` and `has ? text : undefined` give it what comes before; `z.undefined()` nothing. */
  #isOtherwise(group: Group, at: number, position: number): boolean {
    if (tokenOf(group.items[at], this.#tokens)?.text !== 'undefined' || at === position) return false;
    return tokenOf(group.items[at - 1], this.#tokens)?.text !== '.';
  }
}

const FORBIDS = /^(never|forbidden|prohibited|Never|NoReturn|undefined|absent|excluded|Forbidden)$/;

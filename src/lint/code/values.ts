// Values of keys: texts, lists, objects, and names with what they stand for, one hop.
import type { Obj, Value } from '../model.ts';
import { calleeOf, type Group, spanOf, tokenOf } from './groups.ts';
import type { Strings } from './strings.ts';
import type { Token } from './token.ts';

/** Calls that make a list of their arguments. */
export const LISTS =
  /^(asList|of|listOf|setOf|arrayOf|mutableListOf|List|Set|vec|array|Array|ImmutableList|frozenset|set|tuple|newSet)$/;

export class Values {
  readonly #tokens: readonly Token[];
  readonly #strings: Strings;
  readonly #objects: ReadonlyMap<Group, Obj>;
  /** Lists that get a data URL: `documents.append("data:...")`. */
  readonly #appended = new Map<string, Token>();

  constructor(
    tokens: readonly Token[],
    strings: Strings,
    objects: ReadonlyMap<Group, Obj>,
    groups: readonly Group[],
  ) {
    for (const group of groups) this.#remember(group, tokens);
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
      if (typeof next === 'object' && next.items.length > 0) {
        const object = this.#objects.get(next);
        if (object && next.open === '{') return { kind: 'object', object };
        const last = calleeOf(next, this.#tokens).at(-1) ?? '';
        if (next.open === '{' || next.open === '[' || LISTS.test(last)) return this.#list(next, depth);
        break;
      }
    }
    return token.kind === 'name' ? this.#named(token) : { kind: 'other' };
  }

  #list(group: Group, depth: number): Value {
    const items = group.items.flatMap((item, i) => {
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      return token?.kind === 'symbol' ? [] : [this.of(group, i, depth + 1)];
    });
    return { kind: 'list', items, at: spanOf(group, this.#tokens) };
  }

  #remember(group: Group, tokens: readonly Token[]): void {
    const [item] = group.items;
    const token = tokenOf(item, tokens);
    if (group.open !== '(' || token?.kind !== 'string' || !token.text.startsWith('data:')) return;
    const [list, call] = calleeOf(group, tokens);
    if (list !== undefined && /^(append|push|add|Add)$/.test(call ?? '')) this.#appended.set(list, token);
  }

  /** One hop: the text that a name stands for, where it was given a data URL. */
  #named(token: Token): Value {
    const appended = this.#appended.get(token.text);
    if (appended) {
      const at = { start: appended.body ?? appended.start, end: appended.end };
      return { kind: 'text', text: this.#strings.text(appended), at };
    }
    const value = this.#strings.constant(token.text);
    if (value?.startsWith('data:') !== true) return { kind: 'name', name: token.text };
    const at = this.#tokens.find(
      (one) => one.kind === 'string' && /^data:/.test(one.text) && this.#strings.text(one) !== '',
    );
    return at
      ? { kind: 'text', text: value, at: { start: at.body ?? at.start, end: at.end } }
      : { kind: 'other' };
  }
}

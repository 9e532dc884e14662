// The URLs that go with a thing: of its own statement, of the statements that use its variable, of the function that it
// is handed to. What comes after it counts, what came before it doesn't: a body is made, and then sent.
import { isAfter } from './calls.ts';
import { calleeOf, type Group, tokenOf } from './groups.ts';
import type { Handed } from './handed.ts';
import { firstAbove, isApart, type Places } from './places.ts';
import type { Sides } from './sides.ts';
import type { Strings } from './strings.ts';
import { type Scope, type Statement, type Token, within } from './token.ts';

const LOOKS_LIKE_PATH = /^(?:https?:\/\/|\/|\{\}|\*)?[\w{}.$:%-]*\/[\w{}/.:$%?=&-]*$/;
const ENDPOINT = /(^|\/)(transfers|customers)(\/|$)|\/documents$/;
const JOIN = /^(\.|\?\.|->|&\.)$/;
const EACH = /^(map|forEach|for_each|each|flatMap|iter|stream|ForEach|collect|reduce)$/;
const MAX_BODY = 80;
/** Tokens of a statement that makes a request. */
const MAX_REQUEST = 120;
const MAX_NEAR = 3;
/** Tokens of a call before its block. */
const MAX_HEAD = 40;
const MAX_USES = 64;

interface UrlAt {
  readonly url: string;
  readonly at: number;
}

export class Urls {
  readonly #tokens: readonly Token[];
  readonly #strings: Strings;
  readonly #places: Places;
  readonly #sides: Sides;
  readonly #handed: Handed;
  /** Every URL of the file, in order, with its token. */
  #all: readonly UrlAt[] | undefined;
  readonly #byFunction = new Map<string, UrlAt[]>();

  constructor(
    tokens: readonly Token[],
    { places, strings, sides, handed }: { places: Places; strings: Strings; sides: Sides; handed: Handed },
  ) {
    this.#handed = handed;
    this.#tokens = tokens;
    this.#strings = strings;
    this.#places = places;
    this.#sides = sides;
  }

  /** Of a statement, but not of what stands from `from` to `to`; `use`: where the thing stands in it. */
  ofStatement({ first, last }: Statement, [from, to]: readonly [number, number], use = from): string[] {
    return this.#between(first, last)
      .filter(({ at }) => (at < from || at > to) && !isApart(this.#places, at, use))
      .map(({ url }) => url);
  }

  /** Of the call whose block a statement stands in: `conn.post(url) do |req|`, `client.post(url) {`. */
  ofBlock({ first, parent: outer }: Statement): string[] {
    const scope = this.#tokens[first]?.scope;
    let parent = outer;
    while (parent && parent.first >= first) ({ parent } = parent);
    if (!parent?.parent || first - parent.first > MAX_HEAD) return [];
    for (let i = first - 1; i >= parent.first && i > first - 10; i--) {
      if (isAfter(this.#tokens[i]?.text ?? '')) return [];
    }
    const head = parent;
    return this.#between(parent.first, first)
      .filter(({ at }) => {
        const token = this.#tokens[at];
        return token?.statement === head && token.scope === scope;
      })
      .map(({ url }) => url);
  }

  /** Of the request that a statement completes: `req.body = body`, `curl_setopt($ch, ..., body)`. */
  ofRequest({ first, last }: Statement): string[] {
    const text = (i: number): string => this.#tokens[i]?.text ?? '';
    // PHP's sigil is a token of its own.
    const name = (i: number): number => (text(i) === '$' ? i + 1 : i);
    const at = text(first + 1) === '(' ? name(first + 2) : name(first);
    const request = this.#tokens[at];
    const next = text(at + 1);
    if (request?.kind !== 'name' || last - first > MAX_REQUEST) return [];
    if (at <= first + 1 ? !/^(\.|->)$/.test(next) || text(at + 3) !== '=' : next !== ',') return [];
    const made = this.#places
      .usesAround(request.text, at, MAX_NEAR)
      .findLast(
        (use) =>
          use < first &&
          /^(=|:=)$/.test(text(use + 1)) &&
          within(request.scope, this.#tokens[use]?.scope ?? request.scope),
      );
    const statement = made === undefined ? undefined : this.#tokens[made]?.statement;
    return statement && made !== undefined
      ? this.between(made, Math.min(statement.last, made + MAX_REQUEST))
      : [];
  }

  between(first: number, last: number): string[] {
    return this.#between(first, last).map(({ url }) => url);
  }

  /** URLs of the statements in which a variable is used later, and of those in which what is made of it is used. */
  through(name: string, scope: Scope, inside: readonly [number, number], hops = 2): string[] {
    const urls: string[] = [];
    const uses = this.#places.usesAfter(name, inside[1], MAX_USES).filter((at) => this.#isUse(at, scope));
    for (const at of uses) {
      const token = this.#tokens[at];
      if (!token) continue;
      // Fields that are taken out and named anew are no part of what is sent.
      if (!this.#handed.isWhole(at)) continue;
      const own = this.#handed.isArgument(at) ? this.ofStatement(token.statement, inside, at) : [];
      urls.push(
        ...(own.length > 0 ? own : [...this.ofBlock(token.statement), ...this.ofRequest(token.statement)]),
      );
      if (own.length > 0) continue;
      const place = this.#places.of(at);
      if (place) urls.push(...this.ofCallee(place.group, place.position));
      if (this.#isIterated(at)) urls.push(...this.#ofBody(at));
      // What is computed from a member of it is something else.
      if (hops < 2 || /^(\.|\?\.|->)$/.test(this.#tokens[at + 1]?.text ?? '')) continue;
      const target = this.#target(token.statement);
      if (target && target !== name) urls.push(...this.through(target, scope, [at, at], hops - 1));
    }
    return urls;
  }

  /** `for (const x of list)`, `list.map(`. */
  #isIterated(at: number): boolean {
    const { statement } = this.#tokens[at] ?? {};
    if (!statement) return false;
    if (/^(for|foreach)$/.test(this.#tokens[statement.first]?.text ?? '')) return true;
    return JOIN.test(this.#tokens[at + 1]?.text ?? '') && EACH.test(this.#tokens[at + 2]?.text ?? '');
  }

  /** Of the functions of this file that are called with each member. */
  #ofBody(at: number): string[] {
    const urls: string[] = [];
    const end = Math.min(this.#tokens[at]?.statement.last ?? at, at + MAX_BODY);
    for (let i = at + 1; i < end; i++) {
      if (this.#tokens[i]?.text !== '(') continue;
      const place = this.#places.of(i);
      const args = place?.group.items[place.position];
      if (typeof args === 'object') urls.push(...this.ofCallee(args));
    }
    return urls;
  }

  /** Of the function of this file that a call names: `send({...})` beside `const send = (body) => post('/x', body)`. */
  ofCallee(group: Group, position?: number): string[] {
    if (group.open !== '(') return [];
    const name = calleeOf(group, this.#tokens).at(-1);
    if (name === undefined) return [];
    this.#list();
    if (!this.#byFunction.has(name)) return [];
    if (position !== undefined && this.#handed.forwards(name, this.#argument(group, position)) === false)
      return [];
    const urls = (this.#byFunction.get(name) ?? []).slice(0, MAX_USES).map(({ url }) => url);
    return urls.filter((url) => ENDPOINT.test(url));
  }

  /** How many arguments stand before an item. */
  #argument(group: Group, position: number): number {
    return group.items.slice(0, position).filter((item) => tokenOf(item, this.#tokens)?.text === ',').length;
  }

  /** URLs that stand behind a token in the same function. */
  near(scope: Scope, from: number): readonly string[] {
    const urls = this.#inFunction(scope, from).map(({ url }) => url);
    return urls.length <= MAX_NEAR ? [...new Set(urls)] : [];
  }

  /** Whether a call was made before a token in the same function. */
  before(scope: Scope, until: number): boolean {
    if (scope.kind !== 'function') return false;
    this.#list();
    const urls = this.#byFunction.get(scope.name) ?? [];
    const end = firstAbove(urls, until - 1, ({ at }) => at);
    return urls
      .slice(Math.max(0, end - MAX_USES), end)
      .some(({ at }) => within(this.#tokens[at]?.scope, scope));
  }

  #inFunction(scope: Scope, from: number): UrlAt[] {
    if (scope.kind !== 'function') return [];
    this.#list();
    const urls = this.#byFunction.get(scope.name) ?? [];
    const first = firstAbove(urls, from, ({ at }) => at);
    return urls.slice(first, first + MAX_USES).filter(({ at }) => within(this.#tokens[at]?.scope, scope));
  }

  #between(first: number, last: number): UrlAt[] {
    const all = this.#list();
    const low = firstAbove(all, first - 1, ({ at }) => at);
    const found: UrlAt[] = [];
    for (let i = low; i < all.length && found.length < 40; i++) {
      const one = all[i];
      if (!one || one.at >= last) break;
      found.push(one);
    }
    return found;
  }

  #list(): readonly UrlAt[] {
    if (this.#all) return this.#all;
    const all: UrlAt[] = [];
    this.#tokens.forEach((token, at) => {
      const url = this.#urlOf(token, at);
      if (url === undefined) return;
      all.push({ url, at });
      for (let scope: Scope | undefined = token.scope; scope; scope = scope.parent) {
        if (scope.kind !== 'function') continue;
        const list = this.#byFunction.get(scope.name);
        if (list) list.push({ url, at });
        else this.#byFunction.set(scope.name, [{ url, at }]);
      }
    });
    return (this.#all = all);
  }

  #urlOf(token: Token, at: number): string | undefined {
    if (token.kind === 'name') {
      const value = this.#strings.constant(token.text);
      return value !== undefined && LOOKS_LIKE_PATH.test(value) ? value : undefined;
    }
    const place = token.kind === 'string' ? this.#places.of(at) : undefined;
    if (!place) return undefined;
    const text = this.#strings.at(place.group.items, place.position);
    if (!LOOKS_LIKE_PATH.test(text)) return undefined;
    return this.#sides.of(place.group, place.position, 0) === 'server' ? undefined : text;
  }

  /** A value that is used: not a pattern, a key, a member of something else, or what is given a value. */
  #isUse(at: number, scope: Scope): boolean {
    const token = this.#tokens[at];
    if (!token || token.passive || !within(token.scope, scope)) return false;
    const next = this.#tokens[at + 1]?.text;
    if (next === '=' || next === ':=' || next === ':') return next === ':' && token.shorthand;
    const before = this.#tokens[at - 1]?.text;
    if (before !== '.' && before !== '->') return true;
    return /^[$@]?(this|self)$/.test(this.#tokens[at - 2]?.text ?? '');
  }

  /** The variable that a statement makes. */
  #target({ first }: Statement): string | undefined {
    const made = this.#tokens[first];
    const second = this.#tokens[first + 1];
    const token = made && /^(const|let|var|val|final|auto)$/.test(made.text) ? second : made;
    return token?.kind === 'name' ? token.text : undefined;
  }
}

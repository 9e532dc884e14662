// The URLs that go with a thing: of its own statement, of the statements that use its variable, of the function that it
// is handed to. What comes after it counts, what came before it doesn't: a body is made, and then sent.
import type { Told } from '../told.ts';
import { isAfter, onlyAsks } from './calls.ts';
import { calleeOf, type Group, tokenOf } from './groups.ts';
import type { Handed } from './handed.ts';
import type { Mapped } from './mapped.ts';
import { firstAbove, isApart, type Places } from './places.ts';
import { requestOf } from './requests-made.ts';
import { targetOf, writtenInto } from './targets.ts';
import { type Scope, type Statement, type Token, within } from './token.ts';
import { ENDPOINT, type UrlAt, type UrlList } from './url-list.ts';

const FILE: Scope = { name: '', kind: 'file', parent: undefined };
const JOIN = /^(\.|\?\.|->|&\.)$/;
const EACH = /^(map|forEach|for_each|each|flatMap|iter|stream|ForEach|collect|reduce)$/;
const MAX_BODY = 80;
/** Blocks of a call that only make what the call around them sends: `setBody(buildJsonObject { ... })`. */
const BUILDS =
  /^(setBody|buildJsonObject|buildJsonArray|putJsonObject|putJsonArray|addJsonObject|body|json)$/;
const MAX_BLOCKS = 3;
const MAX_NEAR = 3;
/** Tokens of a call before its block. */
const MAX_HEAD = 40;
const MAX_USES = 64;

export interface UrlsReader {
  readonly places: Places;
  readonly list: UrlList;
  readonly handed: Handed;
  readonly mapped: Mapped;
  readonly told?: Told | undefined;
}

export class Urls {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #handed: Handed;
  readonly #mapped: Mapped;
  readonly #list: UrlList;
  /** Functions of other files. */
  readonly #told: ReadonlyMap<string, readonly string[]>;

  constructor(tokens: readonly Token[], { places, list, handed, mapped, told }: UrlsReader) {
    this.#told = new Map(Object.entries(told?.functions ?? {}));
    this.#handed = handed;
    this.#mapped = mapped;
    this.#tokens = tokens;
    this.#places = places;
    this.#list = list;
  }

  /** Of a statement, but not of what stands from `from` to `to`; `use`: where the thing stands in it. */
  ofStatement({ first, last }: Statement, [from, to]: readonly [number, number], use = from): string[] {
    return this.#list
      .between(first, last)
      .filter(({ at }) => (at < from || at > to) && !isApart(this.#places, at, use))
      .map(({ url }) => url);
  }

  /** Of the call whose block a statement stands in: `conn.post(url) do |req|`, `client.post(url) {`. */
  ofBlock({ first, parent: outer }: Statement, depth = 0): string[] {
    const scope = this.#tokens[first]?.scope;
    let parent = outer;
    while (parent && parent.first >= first) ({ parent } = parent);
    if (!parent?.parent || first - parent.first > MAX_HEAD) return [];
    for (let i = first - 1; i >= parent.first && i > first - 10; i--) {
      if (isAfter(this.#tokens[i]?.text ?? '')) return [];
    }
    const head = parent;
    const found = this.#list.between(parent.first, first).filter(({ at }) => {
      const token = this.#tokens[at];
      return token?.statement === head && token.scope === scope;
    });
    const builds = depth < MAX_BLOCKS && BUILDS.test(this.#tokens[parent.first]?.text ?? '');
    return found.length === 0 && builds ? this.ofBlock(parent, depth + 1) : found.map(({ url }) => url);
  }

  /** Of the request that a statement completes. */
  ofRequest(statement: Statement): string[] {
    const made = requestOf(statement, this.#tokens, this.#places);
    return made ? this.between(...made) : [];
  }

  between(first: number, last: number): string[] {
    return this.#list.between(first, last).map(({ url }) => url);
  }

  /** Of calls that don't merely ask. */
  sentBetween(first: number, last: number): string[] {
    const sent = this.#list.between(first, last).filter(({ at }) => {
      const group = this.#places.of(at)?.group;
      return [group, group?.parent].every((one) => !one || !onlyAsks(calleeOf(one, this.#tokens)));
    });
    return sent.map(({ url }) => url);
  }

  /**
   * URLs of the statements in which a variable is used later, and of those in which what is made of it is used. `foreign`:
   * a function that isn't seen makes something else of it, if it is so called.
   */
  through(
    name: string,
    scope: Scope,
    inside: readonly [number, number],
    hops = 2,
    isResult = false,
    foreign = false,
  ): string[] {
    const uses = this.#places.usesAfter(name, inside[1], MAX_USES).filter((at) => this.#isUse(at, scope));
    return uses.flatMap((at) => this.#ofUse(at, name, scope, inside, hops, isResult, foreign));
  }

  /** Of a field of a type, wherever a method of it uses the field: a builder is filled in one and sent in another. */
  ofField(name: string, type: Scope): string[] {
    return this.#places
      .uses(name)
      .slice(0, MAX_USES)
      .filter((at) => this.#isUse(at, type, true))
      .flatMap((at) => this.#ofUse(at, name, type, [at, at], 2, false, false));
  }

  #ofUse(
    at: number,
    name: string,
    scope: Scope,
    inside: readonly [number, number],
    hops: number,
    isResult: boolean,
    foreign: boolean,
  ): string[] {
    const token = this.#tokens[at];
    // Fields that are taken out and named anew are no part of what is sent.
    if (!token || !this.#handed.isWhole(at) || this.#mapped.isMapped(at, foreign)) return [];
    const own = this.#handed.isArgument(at) ? this.ofStatement(token.statement, inside, at) : [];
    if (own.length > 0) return own;
    const urls = [...this.ofBlock(token.statement), ...this.ofRequest(token.statement)];
    if (hops > 1)
      for (const into of writtenInto(at, token.statement, this.#tokens))
        urls.push(...this.through(into, scope, [at, at], hops - 1));
    const place = this.#places.of(at);
    if (place) urls.push(...this.ofCallee(place.group, place.position));
    if (this.#isIterated(at)) urls.push(...this.#ofBody(at));
    if (hops > 1 && !isResult) urls.push(...this.#ofResult(at, token));
    // What is computed from a member of it is something else.
    if (hops < 2 || this.#handed.isPart(at)) return urls;
    const target = targetOf(token.statement, at, this.#tokens);
    return target && target !== name ? [...urls, ...this.through(target, scope, [at, at], hops - 1)] : urls;
  }

  /** `return body`, and `body` as the last word of a function: where its calls' results go. */
  #ofResult(at: number, { scope, statement }: Token): string[] {
    if (scope.kind !== 'function' || this.before(scope, at)) return [];
    const alone = statement.first === at && statement.last === at + 1;
    const first = this.#tokens[statement.first]?.text;
    // `({ ...order, receiverAmount: order.amount })` has all of it.
    const spread = /^(\.\.\.|\*\*)$/.test(this.#tokens[at - 1]?.text ?? '');
    if (!alone && !spread && !(first === 'return' && statement.first >= at - 3)) return [];
    return this.through(scope.name, FILE, [-1, -1], 2, true);
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
    if (!this.#list.has(name)) return [...(this.#told.get(name) ?? [])];
    if (position !== undefined && this.#handed.forwards(name, this.#argument(group, position)) === false)
      return [];
    const urls = this.#list
      .of(name)
      .slice(0, MAX_USES)
      .map(({ url }) => url);
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

  /** Whether the statement of a token, or what follows in its function, calls something that takes a body. */
  isNear(at: number): boolean {
    const { scope, statement } = this.#tokens[at] ?? {};
    if (!scope || !statement) return false;
    const own = [...this.ofStatement(statement, [at, at]), ...this.ofBlock(statement)];
    return [...own, ...this.near(scope, at)].some((url) => ENDPOINT.test(url));
  }

  /** Whether a call was made before a token in the same function. */
  before(scope: Scope, until: number): boolean {
    if (scope.kind !== 'function') return false;
    const urls = this.#list.of(scope.name);
    const end = firstAbove(urls, until - 1, ({ at }) => at);
    return urls
      .slice(Math.max(0, end - MAX_USES), end)
      .some(({ at }) => within(this.#tokens[at]?.scope, scope));
  }

  #inFunction(scope: Scope, from: number): UrlAt[] {
    if (scope.kind !== 'function') return [];
    const urls = this.#list.of(scope.name);
    const first = firstAbove(urls, from, ({ at }) => at);
    return urls.slice(first, first + MAX_USES).filter(({ at }) => within(this.#tokens[at]?.scope, scope));
  }

  /** A value that is used: not a pattern, a key, a member of something else, or what is given a value. */
  #isUse(at: number, scope: Scope, ofReceiver = false): boolean {
    const token = this.#tokens[at];
    if (!token || token.passive || token.parameter || !within(token.scope, scope)) return false;
    const next = this.#tokens[at + 1]?.text;
    if (next === '=' || next === ':=' || next === ':') return next === ':' && token.shorthand;
    const before = this.#tokens[at - 1]?.text;
    if (before !== '.' && before !== '->') return true;
    // Go's receiver has a name of its own.
    if (ofReceiver && this.#tokens[at - 3]?.text !== '.') return true;
    return /^[$@]?(this|self)$/.test(this.#tokens[at - 2]?.text ?? '');
  }
}

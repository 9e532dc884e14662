// The URLs that go with a thing: of its own statement, of the statements that use its variable, of the function that it
// is handed to. What comes after it counts, what came before it doesn't: a body is made, and then sent.
import type { Told } from '../../model/told.ts';
import { type Group, isBlock } from '../tokens/groups.ts';
import { isApart, type Places } from '../tokens/places.ts';
import { targetOf, writtenInto } from '../tokens/targets.ts';
import { type Scope, type Statement, type Token, within } from '../tokens/token.ts';
import { urlsOfBlock } from './blocks.ts';
import type { Member } from './callbacks.ts';
import type { Handed } from './handed.ts';
import { HandedTo } from './handed-to.ts';
import { isIndexed } from './indexed.ts';
import { isDeclared, isValue } from './is-value.ts';
import type { Mapped } from './mapped.ts';
import { Members } from './members.ts';
import { isCalledBefore, urlsNear } from './nearby.ts';
import { requestOf } from './requests-made.ts';
import { isTakenFrom } from './taken.ts';
import { called, Trail, type Way } from './trail.ts';
import { ENDPOINT, type UrlList } from './url-list.ts';

const FILE: Scope = { name: '', kind: 'file', parent: undefined };
const MAX_USES = 64;
/** Uses of a loop's variable in its body. */
const MAX_IN_LOOP = 12;
const MAX_WALKS = 2;
const MAX_LISTS = 3;

type How = [hops?: number, isResult?: boolean, foreign?: boolean];

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
  readonly #members: Members;
  /** Loops inside loops that are being looked through. */
  #walks = 0;
  readonly #lists = new Map<Group, Way | undefined>();
  /** By way of which names the last of what was asked for was reached. */
  readonly trail = new Trail();
  readonly #handedTo: HandedTo;

  constructor(tokens: readonly Token[], { places, list, handed, mapped, told }: UrlsReader) {
    this.#handed = handed;
    this.#mapped = mapped;
    this.#tokens = tokens;
    this.#places = places;
    this.#list = list;
    this.#members = new Members(tokens, places);
    const through = (name: string, scope: Scope, at: number): string[] =>
      this.#ofUses(name.replace(/^[$@]+/, ''), scope, [at, at]);
    this.#handedTo = new HandedTo(tokens, { list, handed, told, through, trail: this.trail });
  }

  /** Of a statement, but not of what stands from `from` to `to`; `use`: where the thing stands in it. */
  ofStatement({ first, last }: Statement, [from, to]: readonly [number, number], use = from): string[] {
    return this.#list
      .between(first, last)
      .filter(({ at }) => (at < from || at > to) && !isApart(this.#places, at, use))
      .map(({ url }) => url);
  }

  /** Of the call whose block a statement stands in. */
  ofBlock(statement: Statement): string[] {
    return urlsOfBlock(statement, this.#tokens, this.#list);
  }

  /** Of the request that a statement completes. */
  ofRequest(statement: Statement): string[] {
    const made = requestOf(statement, this.#tokens, this.#places);
    return made ? this.between(...made) : [];
  }

  between(first: number, last: number): string[] {
    return this.#list.between(first, last).map(({ url }) => url);
  }

  sentBetween(first: number, last: number): string[] {
    return this.#list.sentBetween(first, last);
  }

  /**
   * URLs of the statements in which a variable is used later, and of those in which what is made of it is used. `foreign`:
   * a function that isn't seen makes something else of it, if it is so called.
   */
  through(name: string, scope: Scope, inside: readonly [number, number], ...how: How): string[] {
    const ask = (): string[] => this.#ofUses(name, scope, inside, ...how);
    // What a function gives back is known by its name.
    return [...this.trail.follow(inside[1] < 0 ? called(name) : name, ask).urls];
  }

  #ofUses(
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

  /** Of a list that a field of some type holds, where its members are walked through: `for (const row of batch.rows)`. */
  throughField(name: string, foreign: boolean): string[] {
    return this.#places
      .uses(name)
      .slice(0, MAX_USES)
      .filter((at) => /^(\.|->|\?\.)$/.test(this.#tokens[at - 1]?.text ?? ''))
      .flatMap((at) => this.#ofMembers(at, at, 2, foreign) ?? []);
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
    if (!token) return [];
    const each = this.#ofMembers(at, at, hops, foreign);
    if (each) return each;
    const whole = this.#handed.isWhole(at) || isIndexed(at, this.#tokens);
    if (!whole || this.#mapped.isMapped(at, foreign)) return [];
    const own = this.#handed.isArgument(at) ? this.ofStatement(token.statement, inside, at) : [];
    if (own.length > 0) return own;
    const urls = [...this.ofBlock(token.statement), ...this.ofRequest(token.statement)];
    if (hops > 1)
      for (const into of writtenInto(at, token.statement, this.#tokens))
        urls.push(...this.through(into, scope, [at, at], hops - 1));
    const place = this.#places.of(at);
    if (place) urls.push(...this.ofCallee(place.group, place.position));
    if (hops > 1 && !isResult) urls.push(...this.#ofResult(at, token));
    // What is computed from a member of it is something else.
    if (hops < 2 || this.#handed.isPart(at)) return urls;
    const target = targetOf(token.statement, at, this.#tokens);
    if (!target || target === name) return urls;
    const alias = this.#walks < MAX_WALKS && isIndexed(at, this.#tokens);
    if (!alias) return [...urls, ...this.through(target, scope, [at, at], hops - 1)];
    this.#walks++;
    urls.push(...this.through(target, scope, [at, at], hops));
    this.#walks--;
    return urls;
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

  /** Where the members of a list go that something walks through; `undefined` where nothing does. */
  #ofMembers(at: number, end: number, hops: number, foreign: boolean): string[] | undefined {
    if (this.#walks >= MAX_WALKS) return undefined;
    const walked = this.#members.of(at, end);
    if (!walked) return undefined;
    this.#walks++;
    const urls = walked.members.flatMap((member) => this.#ofMember(member, hops, foreign));
    this.#walks--;
    return [...urls, ...walked.functions.flatMap((name) => this.#handedTo.ofFunction(name, 0))];
  }

  /** Where the members of a list go that stands in the source; `undefined` where nothing walks through it. */
  ofList(list: Group, depth = 0): string[] | undefined {
    if (!list.parent || depth >= MAX_LISTS || (list.open === '{' && isBlock(list, this.#tokens)))
      return undefined;
    // A large list is asked once for each of its members.
    if (!this.#lists.has(list)) this.#lists.set(list, this.#walk(list));
    const way = this.#lists.get(list);
    return way ? this.trail.again(way) : this.ofList(list.parent, depth + 1);
  }

  #walk({ at, close }: Group): Way | undefined {
    let walked: string[] | undefined;
    const way = this.trail.follow(undefined, () => (walked = this.#ofMembers(at, close, 2, false)) ?? []);
    return walked && way;
  }

  #ofMember({ name, from, to }: Member, hops: number, foreign: boolean): string[] {
    const { scope } = this.#tokens[from] ?? { scope: FILE };
    const after = this.#places.usesAfter(name, from, MAX_IN_LOOP);
    const uses = after.filter((at) => at < to && !isDeclared(at, this.#tokens) && this.#isUse(at, scope));
    // What an old field is taken from is on its way to the new shape.
    if (uses.some((at) => isTakenFrom(at, this.#tokens))) return [];
    const ask = (): string[] =>
      uses.flatMap((at) => this.#ofUse(at, name, scope, [at, at], hops, false, foreign));
    return [...this.trail.follow(name, ask).urls];
  }

  /** Of the function that a call names, which is given something at a position. */
  ofCallee(group: Group, position?: number): string[] {
    return this.#handedTo.ofCallee(group, position);
  }

  /** URLs that stand behind a token in the same function. */
  near(scope: Scope, from: number): readonly string[] {
    return urlsNear(scope, from, this.#tokens, this.#list);
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
    return isCalledBefore(scope, until, this.#tokens, this.#list);
  }

  #isUse(at: number, scope: Scope, ofReceiver = false): boolean {
    // Python's `for row in rows:` is no key.
    const walked = this.#tokens[at - 1]?.text === 'in' && this.#tokens[at + 1]?.text === ':';
    if (walked && this.#members.of(at) !== undefined) return within(this.#tokens[at]?.scope, scope);
    return isValue(at, scope, this.#tokens, ofReceiver);
  }
}

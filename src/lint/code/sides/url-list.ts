// Every URL of a source, in order and by the function that it stands in; what a server answers is none.
import type { Strings } from '../names/strings.ts';
import { calleeOf } from '../tokens/groups.ts';
import { firstAbove, type Place, type Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { Bases } from './bases.ts';
import { onlyAsks } from './calls.ts';
import type { Sides } from './sides.ts';

const LOOKS_LIKE_PATH = /^(?:https?:\/\/|\/|\{\}|\*)?[\w{}.$:%-]*\/[\w{}/.:$%?=&-]*$/;
/** What a body may be sent to. */
export const ENDPOINT = /(^|\/)(transfers|customers)(\/|$)|\/documents$/;
/** A resource below a base address that stands elsewhere: `api.post('transfers', body)`. */
const RESOURCE = /^(transfers|customers)$/;
const SENDS_TO =
  /post|patch|put|request|send|call|fetch|execute|exchange|invoke|^(do|uri|path|url|req|endpoint)$|append(ing)?(Path|Component)/i;
const KEEPS_IT = /queue|cache|log|track|emit|event|db|repo|redis|table|insert|storage|i18n|route/i;
/** Annotations of a client's methods that have a body. */
const SENDS = /^(Post|POST|PostExchange|PostMapping|Patch|PATCH|PUT|Put|post|RequestLine)$/;
const MAX_HEAD = 40;
const MAX_USES = 64;

export interface UrlAt {
  readonly url: string;
  readonly at: number;
}

export class UrlList {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #strings: Strings;
  readonly #sides: Sides;
  readonly #speaks: boolean;
  readonly #bases: Bases;
  #all: readonly UrlAt[] | undefined;
  readonly #byFunction = new Map<string, UrlAt[]>();

  /** `speaks`: the file has words that only this service has, or its base path. */
  constructor(
    tokens: readonly Token[],
    reader: { places: Places; strings: Strings; sides: Sides; speaks: boolean },
  ) {
    const { places, strings, sides, speaks } = reader;
    this.#speaks = speaks;
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
    this.#bases = new Bases(tokens, places, strings);
    this.#sides = sides;
  }

  has(name: string): boolean {
    this.#list();
    return this.#byFunction.has(name);
  }

  /** Of a function of this file. */
  of(name: string): readonly UrlAt[] {
    this.#list();
    return this.#byFunction.get(name) ?? [];
  }

  between(first: number, last: number): UrlAt[] {
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

  /** Of calls that don't merely ask. */
  sentBetween(first: number, last: number): string[] {
    const sent = this.between(first, last).filter(({ at }) => {
      const group = this.#places.of(at)?.group;
      return [group, group?.parent].every((one) => !one || !onlyAsks(calleeOf(one, this.#tokens)));
    });
    return sent.map(({ url }) => url);
  }

  /** The functions of this file, each with the URLs that stand in it. */
  functions(): [string, string[]][] {
    this.#list();
    const own = [...this.#byFunction].map(([name, urls]): [string, string[]] => [
      name,
      urls.slice(0, MAX_USES).map(({ url }) => url),
    ]);
    // `this.http.post('/transfers', body)` stands before the next method as a mark does: what that one holds itself counts.
    return [...own, ...this.#annotated().filter(([name]) => !this.#byFunction.has(name))];
  }

  /** `[Post("/transfers")] Task<Made> Pay([Body] Transfer body)`: a method whose URL stands before it. */
  #annotated(): [string, string[]][] {
    return this.#list().flatMap(({ url, at }): [string, string[]][] => {
      const group = this.#places.of(at)?.group;
      const mark = group?.open === '(' ? (this.#tokens[group.at - 1]?.text ?? '') : '';
      if (!group || !SENDS.test(mark)) return [];
      for (let i = group.close + 1; i < Math.min(this.#tokens.length, group.close + MAX_HEAD); i++) {
        const name = this.#tokens[i - 1];
        if (this.#tokens[i]?.text !== '(' || name?.kind !== 'name') continue;
        if (this.#tokens[i - 2]?.text !== '@') return [[name.text, [url]]];
      }
      return [];
    });
  }

  hasEndpoint(): boolean {
    return this.#list().some(({ url }) => ENDPOINT.test(url));
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
    if (!LOOKS_LIKE_PATH.test(text)) return this.#resource(text, place);
    if (this.#sides.of(place.group, place.position, 0) === 'server') return undefined;
    return this.#bases.joined(text, place.group);
  }

  /** A bare word that a call sends to. */
  #resource(text: string, { group }: Place): string | undefined {
    if (!this.#speaks || !RESOURCE.test(text) || group.open !== '(') return undefined;
    const chain = calleeOf(group, this.#tokens);
    if (!SENDS_TO.test(chain.at(-1) ?? '') || chain.some((name) => KEEPS_IT.test(name))) return undefined;
    return this.#bases.joined(text, group);
  }
}

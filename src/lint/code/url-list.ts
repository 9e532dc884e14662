// Every URL of a source, in order and by the function that it stands in; what a server answers is none.
import { firstAbove, type Places } from './places.ts';
import type { Sides } from './sides.ts';
import type { Strings } from './strings.ts';
import type { Scope, Token } from './token.ts';

const LOOKS_LIKE_PATH = /^(?:https?:\/\/|\/|\{\}|\*)?[\w{}.$:%-]*\/[\w{}/.:$%?=&-]*$/;
/** What a body may be sent to. */
export const ENDPOINT = /(^|\/)(transfers|customers)(\/|$)|\/documents$/;
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
  #all: readonly UrlAt[] | undefined;
  readonly #byFunction = new Map<string, UrlAt[]>();

  constructor(
    tokens: readonly Token[],
    { places, strings, sides }: { places: Places; strings: Strings; sides: Sides },
  ) {
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
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

  /** The functions of this file, each with the URLs that stand in it. */
  functions(): [string, string[]][] {
    this.#list();
    const own = [...this.#byFunction].map(([name, urls]): [string, string[]] => [
      name,
      urls.slice(0, MAX_USES).map(({ url }) => url),
    ]);
    return [...own, ...this.#annotated()];
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
    if (!LOOKS_LIKE_PATH.test(text)) return undefined;
    return this.#sides.of(place.group, place.position, 0) === 'server' ? undefined : text;
  }
}

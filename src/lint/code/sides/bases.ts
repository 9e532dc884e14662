// The base address of the client that a path is called on: `axios.create({ baseURL })`, `httpx.Client(base_url=...)`,
// `RestClient.builder().baseUrl(...)`. `/transfers` below another product's base is that product's.
import { hostOf } from '../../model/hosts.ts';
import { withoutTrailing } from '../../model/trailing.ts';
import type { Strings } from '../names/strings.ts';
import { calleeOf, type Group } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const ABSOLUTE = /^https?:\/\/[^/\s{}]+\.[^/\s{}]+/;
const SELF = /^[$@]*(this|self|super|await|Self|static|parent)$/;
const BASES = /base|host|endpoint|root|prefix|address|server/i;
/** What a client says of itself, or goes through, is no address of whom it calls. */
const SENT = /^(?:referr?er|origin|user[-_]?agent|https?|all|prox(?:y|ies)|callback_?url|redirect_?ur[il])$/i;
/** A version that this service doesn't have. */
const VERSION = /\/(v(?!1(?:\/|$))\d[\w.]*|20\d\d-\d\d(?:-\d\d)?)(?:\/|$)/;
const MAX_USES = 24;
const MAX_TOKENS = 80;

export class Bases {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #strings: Strings;
  readonly #known = new Map<string, string | undefined>();
  #hosts: ReadonlySet<string> | undefined;

  constructor(tokens: readonly Token[], places: Places, strings: Strings) {
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
  }

  /** A path with the base of what it is called on, if that is to be seen; otherwise as it is. */
  joined(path: string, group: Group): string {
    if (group.open !== '(' || /^https?:|^\{\}|api\/v1/.test(path)) return path;
    const base = this.#baseOf(group);
    if (base === undefined) return path;
    const origin = /^https?:\/\/[^/]+/.exec(base)?.[0] ?? '';
    // A base without a version may be a gateway's: only its host speaks.
    const from = VERSION.test(base) ? withoutTrailing(base, '/') : origin;
    return `${from}/${path.replace(/^\//, '')}`;
  }

  /** The base of what a path is called on; `alone`: no other client's of the file is another host's. */
  of(group: Group): { readonly url: string; readonly alone: boolean } | undefined {
    const url = group.open === '(' ? this.#baseOf(group) : undefined;
    if (url === undefined) return undefined;
    this.#hosts ??= new Set(this.#tokens.flatMap((token, at) => this.#hostAt(token, at)));
    return { url, alone: this.#hosts.size < 2 };
  }

  /** Of an address that something is told as its base. */
  #hostAt({ kind, text }: Token, at: number): string[] {
    const name = this.#tokens[at - 2]?.text ?? '';
    if (kind !== 'string' || !ABSOLUTE.test(text) || !BASES.test(name)) return [];
    return [hostOf(text) ?? ''];
  }

  #baseOf(group: Group): string | undefined {
    const name = calleeOf(group, this.#tokens).find((one) => !SELF.test(one));
    if (name === undefined) return undefined;
    if (!this.#known.has(name)) this.#known.set(name, this.#definedBase(name));
    return this.#known.get(name);
  }

  /** The address in the statement that makes a client, or that tells it its base. */
  #definedBase(name: string): string | undefined {
    const text = (at: number): string => this.#tokens[at]?.text ?? '';
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      const given = /^(=|:=)$/.test(text(use + 1)) || (text(use + 1) === ':' && text(use + 3) === '=');
      const told = /^(\.|->)$/.test(text(use + 1)) && BASES.test(text(use + 2) + this.#settingAt(use + 3));
      if (!given && !told) continue;
      const base = this.#addressAfter(use);
      if (base !== undefined) return base;
    }
    return undefined;
  }

  /** `defaults.baseURL = url` and `set('base_url', url)`; what a call is given by its name is a value. */
  #settingAt(at: number): string {
    const [sign, next] = [this.#tokens[at]?.text ?? '', this.#tokens[at + 1]];
    return /^(\.|->)$/.test(sign) || next?.kind === 'string' ? (next?.text ?? '') : '';
  }

  #addressAfter(use: number): string | undefined {
    const end = Math.min(this.#tokens[use]?.statement.last ?? use, use + MAX_TOKENS);
    for (let at = use + 1; at < end; at++) {
      const token = this.#tokens[at];
      if (!token) break;
      if (SENT.test(this.#tokens[at - 2]?.text ?? '')) continue;
      const place = token.kind === 'string' ? this.#places.of(at) : undefined;
      const text = place
        ? this.#strings.at(place.group.items, place.position)
        : token.kind === 'name' && !/^[:=]$/.test(this.#tokens[at + 1]?.text ?? '')
          ? this.#strings.constant(token.text)
          : undefined;
      if (text !== undefined && ABSOLUTE.test(text) && !/\s/.test(text)) return text;
    }
    return undefined;
  }
}

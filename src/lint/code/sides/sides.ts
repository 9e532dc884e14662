// On which side of a call a path stands: a client that sends to it (or a mock of what a client sends), or a server that
// answers it. `/api/v1/current-tenant` is served by several products: a route of one's own is none of this service's.
import type { LanguageId } from '../../model/language.ts';
import { calleeOf, type Group, isBlock, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { hasMethod } from './calls.ts';
import { entryAt } from './entries.ts';
import { isPathOf, isSender, nameFor } from './named-paths.ts';
import { OwnServer } from './own-server.ts';
import { routersIn } from './routers.ts';
import {
  BETWEEN,
  CALLS,
  CLIENT_INTERFACE,
  CLIENT_MARK,
  CLIENTS,
  DEFINES,
  ENDPOINT_OF,
  ENDPOINTS_OF,
  HANDLER,
  HOOK,
  KEEPS,
  MOCKS,
  SENDS,
  SERVER_CLASS,
  SERVER_MARK,
  SERVER_ROOT,
  VERB,
} from './side-words.ts';

/** `table`: a key of answers that somebody made up; it is neither called nor served. */
export type Side = 'client' | 'server' | 'table';

const MAX_USES = 24;

export class Sides {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  #clientInterface: boolean | undefined;
  #mocks: boolean | undefined;
  readonly #own: OwnServer;
  #routers: ReadonlySet<string> | undefined;

  constructor(tokens: readonly Token[], places: Places, language: LanguageId) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
    this.#own = new OwnServer(tokens, places, language);
  }

  /** Of the text at a position; where it is given to a name, of what uses that name. */
  of(group: Group, position: number, hops = 1): Side | undefined {
    const own = this.#here(group, position);
    if (own || hops === 0) return own;
    const given = nameFor(group, position, this.#tokens);
    if (!given) return undefined;
    let found: Side | undefined;
    for (const use of this.#places.usesOf(given, MAX_USES)) {
      const place = this.#places.of(use);
      if (!place) continue;
      const side = this.#here(place.group, place.position);
      if (side === 'client') return side;
      found ??= side;
    }
    return found;
  }

  /** Whether a mock of what a client sends is given it. */
  isMocked(start: Group): boolean {
    let group: Group | undefined = start;
    for (let depth = 0; group && depth < 4; depth++) {
      if (group.open === '(' && this.#isMock(calleeOf(group, this.#tokens), group)) return true;
      group = group.parent;
    }
    return false;
  }

  #here(start: Group, at: number): Side | undefined {
    const command = this.#command(start, at);
    if (command) return command;
    const entry = entryAt(start, at, this.#tokens);
    if (entry) return entry === 'route' ? 'server' : 'table';
    let group: Group | undefined = start;
    let position = at;
    for (let depth = 0; group && depth < 4; depth++) {
      if (group.open === '(') {
        const side = this.#call(group, position);
        if (side) return side;
      }
      if (group.open === '{' && isBlock(group, this.#tokens)) return undefined;
      position = group.position;
      group = group.parent;
    }
    return undefined;
  }

  /** `get '/path', to: 'x#y'` and `get "/path", Controller, :show`: calls without brackets. */
  #command(group: Group, position: number): Side | undefined {
    if (this.#language !== 'ruby' && this.#language !== 'elixir') return undefined;
    const word = tokenOf(group.items[position - 1], this.#tokens);
    if (
      word?.kind !== 'name' ||
      !/^(get|post|put|patch|delete|match|mount|scope|namespace|resources?|root|forward)$/.test(word.text)
    )
      return undefined;
    const before = tokenOf(group.items[position - 2], this.#tokens);
    if (before?.text === '.' || before?.text === '&.') return 'client';
    return word.first ? 'server' : undefined;
  }

  #call(group: Group, position: number): Side | undefined {
    const chain = calleeOf(group, this.#tokens);
    const last = chain.at(-1);
    if (last === undefined) return undefined;
    const mark = this.#isMark(group, chain);
    if (mark) return this.#marked(last, chain);
    if (this.#isMock(chain, group)) return 'client';
    const [root = ''] = chain;
    if (this.#own.isTested(group, chain)) return 'server';
    this.#routers ??= routersIn(this.#tokens, this.#places);
    if (chain.length > 1 && this.#routers.has(root)) return 'server';
    if (hasMethod(group, position, this.#tokens)) {
      const onRouter = SERVER_ROOT.test(root) && chain.slice(1, -1).every((name) => BETWEEN.test(name));
      return DEFINES.test(last) || (chain.length > 1 && onRouter && !SENDS.test(last)) ? 'server' : 'client';
    }
    if (this.#isDefiner(chain, group, position) && this.#defines(last, group, position)) return 'server';
    if (last === 'route' && group.items.length > position + 1) return 'server';
    if (DEFINES.test(last) && this.#isDefinition(last, chain, group, position)) return 'server';
    if ((VERB.test(last) || last === 'route') && this.#isHandled(group, position)) return 'server';
    if (last === 'run' && this.#places.names(HOOK)) return 'client';
    if (ENDPOINT_OF.test(last) && this.#places.names(ENDPOINTS_OF)) return 'client';
    const keeps = chain.slice(0, -1).some((name) => KEEPS.test(name)) && !CLIENTS.test(chain.join('.'));
    // A session of HTTP, and not one that keeps values by their names.
    if (keeps && !isPathOf(group, position, this.#tokens)) return undefined;
    if (chain.length === 1 && isSender(last, this.#tokens, this.#places)) return 'client';
    return CALLS.test(last) || CLIENTS.test(chain.slice(0, chain.length > 1 ? -1 : 1).join('.'))
      ? 'client'
      : undefined;
  }

  #isDefiner(chain: readonly string[], group: Group, position: number): boolean {
    // `r.With(auth).Get('/path', handler)`.
    const [root = ''] = chain;
    if (chain.length > 2 && SERVER_ROOT.test(root) && chain.slice(1, -1).every((name) => BETWEEN.test(name)))
      return group.items.length > position + 1;
    return chain.length > 1 && (SERVER_ROOT.test(chain.at(-2) ?? '') || chain.at(-1) === 'route');
  }

  #defines(last: string, group: Group, position: number): boolean {
    if (/^(r|e|g|builder|web)$/.test(calleeOf(group, this.#tokens).at(-2) ?? '')) {
      return (
        DEFINES.test(last) ||
        /^[A-Z]{3,}$/.test(last) ||
        this.#isHandled(group, position) ||
        (group.items.length > position + 2 && !/^[a-z]+For[A-Z]/.test(last)) // RestTemplate's
      );
    }
    return VERB.test(last) || DEFINES.test(last) || /^(use|route|register|on|add)$/i.test(last);
  }

  /** `path(` and `url(` are many things; the others define routes and nothing else. */
  #isDefinition(last: string, chain: readonly string[], group: Group, position: number): boolean {
    if (
      !/^(path|url|match|filter|service|scope|mount|Group|resource|resources|controller|matcher|router|Router|namespace)$/.test(
        last,
      )
    )
      return true;
    if (last === 'path' || last === 'url')
      return (
        chain.length === 1 && /^(python|java)$/.test(this.#language) && group.items.length > position + 1
      );
    return chain.length === 1 || SERVER_ROOT.test(chain.at(-2) ?? '') || chain[0] === 'web';
  }

  /** `@GetMapping(...)`, `[Get(...)]`, `#[get(...)]`, `@app.route(...)`. */
  #isMark(group: Group, chain: readonly string[]): boolean {
    const siblings = group.parent?.items ?? [];
    let start = group.position - 1;
    for (let names = chain.length; names > 1; names--) start -= 2;
    const before = tokenOf(siblings[start - 1], this.#tokens);
    if (before?.text === '@') return true;
    const parent = group.parent;
    if (parent?.open !== '[' || !/^(csharp|rust|php)$/.test(this.#language)) return false;
    const hash = tokenOf(parent.parent?.items[parent.position - 1], this.#tokens);
    const opening = this.#tokens[parent.at];
    return this.#language === 'csharp'
      ? opening?.first === true || start === 0
      : hash?.text === '#' || opening?.text.startsWith('#') === true;
  }

  #marked(last: string, chain: readonly string[]): Side | undefined {
    if (CLIENT_MARK.test(last) && last !== 'Controller') return 'client';
    if (!SERVER_MARK.test(last)) return undefined;
    if (chain.length > 1) return 'server';
    this.#clientInterface ??=
      (this.#places.names(CLIENT_INTERFACE) || this.#hasMark('Client')) && !this.#places.names(SERVER_CLASS);
    const both =
      /^(RequestMapping|(Get|Post|Put|Patch|Delete)Mapping|Path|get|post|put|patch|delete|Get|Post|Put|Patch|Delete)$/;
    if (both.test(last) && this.#clientInterface) return 'client';
    // [Get("...")] on an interface's method is Refit's; a handler's attribute is [HttpGet].
    if (this.#language === 'csharp' && /^(Get|Post|Put|Patch|Delete)$/.test(last)) return 'client';
    return 'server';
  }

  #hasMark(name: string): boolean {
    return this.#places.uses(name).some((use) => this.#tokens[use - 1]?.text === '@');
  }

  #isMock(chain: readonly string[], group: Group): boolean {
    if (chain.some((name) => MOCKS.test(name) && name !== 'rest' && name !== 'Http')) return true;
    // Laravel's client, and what stands for it in tests.
    if (chain[0] === 'Http') return chain.includes('fake');
    if (!VERB.test(chain.at(-1) ?? '')) return false;
    this.#mocks ??= this.#places.names(/^(msw|HttpResponse|setupServer|setupWorker|stubFor|WireMock)$/);
    return this.#mocks && /^(http|rest|server)$/.test(chain[0] ?? '') && group.items.length > 0;
  }

  /** A function among the later arguments that takes a request, or a block behind the call. */
  #isHandled(group: Group, position: number): boolean {
    const later = group.items.slice(position + 1, position + 9);
    const next = group.parent?.items[group.position + 1];
    // Ktor's routes are called on nothing; a client's call has a block, too.
    const called = calleeOf(group, this.#tokens).length > 1;
    if (this.#language === 'kotlin' && !called && typeof next === 'object' && next.open === '{') return true;
    return later.some((item, i) => {
      const token = tokenOf(item, this.#tokens);
      if (token) {
        const follows = tokenOf(later[i + 1], this.#tokens)?.text;
        return (
          (HANDLER.test(token.text) && follows === '=>') || /Controller$|[hH]andler$|^views$/.test(token.text)
        );
      }
      if (typeof item !== 'object') return false;
      const first = tokenOf(item.items[0], this.#tokens);
      const arrow = tokenOf(later[i + 1], this.#tokens)?.text;
      const named = tokenOf(later[i - 1], this.#tokens)?.text;
      const isFunction =
        arrow === '=>' ||
        arrow === '{' ||
        named === 'function' ||
        named === 'func' ||
        typeof later[i + 1] === 'object';
      if (item.open === '(' && isFunction) return first !== undefined && HANDLER.test(first.text);
      return item.open === '[' && /Controller$|::class/.test(first?.text ?? '');
    });
  }
}

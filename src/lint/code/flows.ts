// Where a value goes: the addresses of the calls that it is handed to, in a few hops and in one file.
import { type Call, newPlace, type Obj, type Value } from '../model/facts.ts';
import type { Constants } from './constants.ts';
import { rootOf } from './setters.ts';
import { bindsOf, type Fn, isWithin, lastOf, type Site, type State } from './state.ts';

const MAX_HOPS = 4;
const MAX_STEPS = 20_000;
/** More than this many places of a name are not followed. */
const MAX_USES = 30;
const MOST_LINKS = 60;
const MOST_OUTER = 50;
const WRITTEN = /\.(?:to_?json|to_h|as_json|compact|freeze|dup)$/i;
const ADDRESSES =
  /^(?:url|uri|path|endpoint|baseUrl|baseURL|baseUri|baseAddress|route|pathname|resource|requestUri|href)$/;
/** A client, and members of it that hold its base address. */
const BASES = ['', '.BaseAddress', '.base_url', '.baseUrl', '.defaults.baseURL'];
const LIKE_PATH =
  /^(?:https?:\/\/|\{\}\/?|\/)|(?:^|\/)(?:transfers|customers|current-tenant|quote|documents)(?:\/|$)|^api\/|^v1\//;

type Urls = readonly string[];

/** What the first search finds that finds any. */
function firstFound(...searches: readonly (() => Urls)[]): Urls {
  for (const search of searches) {
    const found = search();
    if (found.length > 0) return found;
  }
  return [];
}

export class Flows {
  readonly #state: State;
  readonly #constants: Constants;
  readonly #urls = new Map<Call, Urls>();
  #steps = 0;

  constructor(state: State, constants: Constants) {
    this.#state = state;
    this.#constants = constants;
  }

  /** Addresses that the value at this position is sent to. */
  urlsOf(site: Site, hops = 0, seen = new Set<unknown>()): Urls {
    if (hops > MAX_HOPS || seen.has(site) || this.#steps++ > MAX_STEPS) return [];
    seen.add(site);
    const { bind, fn, returned } = site;
    return firstFound(
      () => this.#besideParents(site),
      () => this.#byCalls(site, hops, seen),
      () => this.#asPart(site, hops, seen),
      () => (bind === undefined ? [] : this.#ofUses(bind, fn, hops, seen)),
      () => (bind === undefined ? [] : this.#opened(bind, fn)),
      () => (returned && fn ? this.#ofCallers(fn.name, hops, seen) : []),
    );
  }

  /** The address in the same object: `{ url, data }`. */
  #besideParents({ parent, fn }: Site): Urls {
    for (let at = parent; at; at = at.object.parent) {
      const beside = this.#beside(at.object, fn);
      if (beside.length > 0) return beside;
    }
    return [];
  }

  #beside(object: Obj, fn: Fn | undefined): string[] {
    return object.keys
      .filter(({ name }) => ADDRESSES.test(name))
      .map(({ value }) => this.#constants.textOf(value, fn))
      .filter((text) => LIKE_PATH.test(text));
  }

  /** By the calls around it, from the nearest on. */
  #byCalls(site: Site, hops: number, seen: Set<unknown>): Urls {
    for (let call = site.call; call; call = call.parent) {
      const { callee } = call;
      const root = rootOf(call);
      const urls = firstFound(
        () => this.chainUrls(root, site.fn),
        () => this.#throughFunction(callee, hops, seen),
      );
      if (urls.length > 0) return urls;
    }
    return [];
  }

  /** Where the outermost object around it goes. */
  #asPart(site: Site, hops: number, seen: Set<unknown>): Urls {
    let outer = site.parent?.object;
    for (let i = 0; outer?.parent && i < MOST_OUTER; i++) outer = outer.parent.object;
    const own = outer && this.#state.sites.get(outer);
    return own ? this.urlsOf(own, hops, seen) : [];
  }

  /** Of all calls of a chain: `web.post().uri("/api/v1/transfers").bodyValue(body)`. */
  chainUrls(root: Call, fn: Fn | undefined): Urls {
    const known = this.#urls.get(root);
    if (known) return known;
    const urls: string[] = [];
    this.#urls.set(root, urls);
    let links = 0;
    for (let link: Call | undefined = root; link && links++ < MOST_LINKS; link = link.next) {
      for (const arg of link.args) urls.push(...this.#urlsIn(arg, fn));
    }
    return urls;
  }

  #urlsIn(value: Value, fn: Fn | undefined): Urls {
    if (value.kind === 'object') return this.#beside(value.object, fn);
    const text = this.#constants.textOf(value, fn);
    const own = text !== '{}' && LIKE_PATH.test(text) && !/\s/.test(text) ? [text] : [];
    // A request that was opened before: `curl_setopt($ch, ..., $body)`.
    return value.kind === 'name' ? [...this.#opened(value.name, fn), ...own] : own;
  }

  /** Addresses of the call that a variable was given: `req = Net::HTTP::Post.new(uri)`. */
  #opened(name: string, fn: Fn | undefined): Urls {
    return bindsOf(this.#state, name)
      .filter((bind) => isWithin(fn, bind.fn))
      .slice(0, 3)
      .flatMap(({ value, fn: own }) =>
        value.kind === 'call' ? this.chainUrls(rootOf(value.call), own) : [],
      );
  }

  /** Base addresses of the client that a path is called on: `api = axios.create({ baseURL })`. */
  clientUrls(site: Site | undefined): Urls {
    const isAbsolute = (url: string): boolean => /^https?:\/\//i.test(url);
    for (let call = site?.call; call; call = call.parent) {
      const root = rootOf(call);
      const client = root.callee.split('.').slice(0, -1).join('.');
      const made = root === call ? [] : this.chainUrls(root, site?.fn);
      const urls = [...made, ...this.#basesOf(client, site?.fn)];
      if (urls.some(isAbsolute)) return urls.filter(isAbsolute);
    }
    return [];
  }

  /** What a client was made with, or given. A member may be set in another function than it is used in. */
  #basesOf(client: string, fn: Fn | undefined): Urls {
    if (client === '') return [];
    const binds = BASES.flatMap((base) => bindsOf(this.#state, client + base));
    const near = binds.filter((bind) => isWithin(fn, bind.fn));
    return (near.length > 0 ? near : binds)
      .slice(0, MAX_USES)
      .flatMap(({ value, fn: own }) =>
        value.kind === 'call' ? this.chainUrls(rootOf(value.call), own) : this.#urlsIn(value, own),
      );
  }

  /** Handed to a function of this file: where it hands its parameter on to. */
  #throughFunction(callee: string, hops: number, seen: Set<unknown>): Urls {
    const fns = this.#state.fns.named(lastOf(callee));
    return firstFound(
      ...fns.flatMap((fn) =>
        fn.params.map(
          ({ name }) =>
            () =>
              this.#ofUses(name, fn, hops + 1, seen),
        ),
      ),
    );
  }

  /** Where a variable goes. */
  #ofUses(name: string, fn: Fn | undefined, hops: number, seen: Set<unknown>): Urls {
    return (
      this.#state.uses
        .named(name)
        .slice(0, MAX_USES)
        // A member of it is not the whole, unless it writes that down.
        .filter((use) => (use.name === name || WRITTEN.test(use.name)) && isWithin(use.site.fn, fn))
        .flatMap((use) => this.urlsOf(use.site, hops + 1, seen))
    );
  }

  /** Where what a function returns goes: of its calls, and where it is handed on by its name. */
  #ofCallers(name: string, hops: number, seen: Set<unknown>): Urls {
    const places = [...this.#state.calls.named(name), ...this.#state.uses.named(name)];
    return places.slice(0, MAX_USES).flatMap(({ site }) => this.urlsOf(site, hops + 1, seen));
  }

  /** A declared type: where variables and values of it go. */
  urlsOfType(name: string): Urls {
    const taken = this.#state.fns.all.flatMap((fn) => {
      const own = fn.params.filter(({ type }) => type === name);
      const annotated = own.length === 0 ? [] : fn.annotations;
      return [
        ...own.flatMap((param) => this.#ofUses(param.name, fn, 1, new Set())),
        ...annotated.flatMap((value) =>
          value.kind === 'call' ? this.chainUrls(rootOf(value.call), fn) : [],
        ),
      ];
    });
    const made = this.#state.calls.named(name).slice(0, MAX_USES);
    return [...taken, ...made.flatMap(({ site }) => this.urlsOf(site, 1))];
  }

  /** Addresses that a function names, itself or one around it. */
  near(fn: Fn | undefined): Urls {
    this.#byFn ??= this.#urlsByFunction();
    for (let at = fn; at; at = at.outer) {
      const urls = this.#byFn.get(at);
      if (urls) return urls;
    }
    return [];
  }

  #byFn: ReadonlyMap<Fn, Urls> | undefined;
  #urlsByFunction(): ReadonlyMap<Fn, Urls> {
    const byFn = new Map<Fn, Set<string>>();
    for (const { call, site } of this.#state.calls.all) {
      if (!site.fn) continue;
      const known = byFn.get(site.fn) ?? new Set();
      for (const url of this.chainUrls(rootOf(call), site.fn)) if (known.size < MAX_USES) known.add(url);
      if (known.size > 0) byFn.set(site.fn, known);
    }
    return new Map([...byFn].map(([fn, urls]) => [fn, [...urls]]));
  }

  nearType(name: string): Urls {
    return this.#state.fns.all
      .filter(({ types }) => types.has(name))
      .slice(0, MAX_USES)
      .flatMap((fn) => this.near(fn));
  }

  /** A value with what its variables hold in their place: texts, lists and what they were filled with. */
  heldBy(value: Value, fn: Fn | undefined, depth = 0): Value {
    if (depth > 3) return value;
    const held = (one: Value): Value => this.heldBy(one, fn, depth + 1);
    if (value.kind === 'list')
      return { kind: 'list', list: { ...value.list, items: value.list.items.map(held) } };
    if (value.kind === 'call')
      return { kind: 'call', call: { ...value.call, args: value.call.args.map(held) } };
    if (value.kind !== 'name') return value;
    const binds = bindsOf(this.#state, value.name).filter((bind) => isWithin(fn, bind.fn));
    if (binds.length === 0) return value;
    const items = binds.slice(0, MAX_USES).map((bind) => held(bind.value));
    const { span } = value;
    return { kind: 'list', list: { items, span, nameSpan: span, open: true, place: newPlace() } };
  }
}

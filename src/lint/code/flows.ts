// Where a value goes: the addresses of the calls that it, or the variable that holds it, is handed to. At most a few hops, in one file.
import { type Call, newPlace, type Obj, type Value } from '../model/facts.ts';
import { type Constants, lastOf } from './constants.ts';
import { rootOf } from './setters.ts';
import { group, isWithin, outermost } from './sites.ts';
import type { Fn, Site, State, Use } from './state.ts';

const MAX_HOPS = 4;
const WRITTEN = /\.(?:to_?json|to_h|as_json|compact|freeze|dup)$/i;
/** More than this many places of a name are not followed. */
const MAX_USES = 30;
const ADDRESSES: ReadonlySet<string> = new Set([
  'url',
  'uri',
  'path',
  'endpoint',
  'baseUrl',
  'baseURL',
  'route',
  'pathname',
  'resource',
  'requestUri',
  'href',
]);
export const LIKE_PATH =
  /^(?:https?:\/\/|\{\}\/?|\/)|(?:^|\/)(?:transfers|customers|current-tenant|quote|documents)(?:\/|$)|^api\/|^v1\//;

export class Flows {
  readonly #state: State;
  readonly #constants: Constants;
  readonly #uses = new Map<string, Use[]>();
  readonly #callsOf = new Map<string, { call: Call; site: Site }[]>();
  readonly #urls = new Map<Call, readonly string[]>();
  readonly #sites = new Map<Call, Site>();
  #steps = 0;

  constructor(state: State, constants: Constants) {
    this.#state = state;
    this.#constants = constants;
    for (const use of state.uses) group(this.#uses, use.name.split('.')[0] ?? use.name, use);
    for (const one of state.calls) {
      group(this.#callsOf, lastOf(one.call.callee), one);
      this.#sites.set(one.call, one.site);
    }
  }

  /** Addresses that what stands there is sent to. */
  urlsOf(site: Site, hops = 0, seen = new Set<unknown>()): readonly string[] {
    if (hops > MAX_HOPS || seen.has(site) || this.#steps++ > MAX_STEPS) return [];
    seen.add(site);
    const direct = this.#direct(site, hops, seen);
    if (direct.length > 0) return direct;
    if (site.bind !== undefined) {
      const found = this.#bound(site.bind, site.fn, hops, seen);
      if (found.length > 0) return found;
      const opened = this.#opened(site.bind, site.fn);
      if (opened.length > 0) return opened;
    }
    return site.returned && site.fn ? this.#fromCalls(site.fn.name, hops, seen) : [];
  }

  /** By the calls around it, or by the address beside it: `{ url, data }`. */
  #direct(site: Site, hops: number, seen: Set<unknown>): readonly string[] {
    for (let parent = site.parent; parent; parent = parent.object.parent) {
      const beside = this.#beside(parent.object, site.fn);
      if (beside.length > 0) return beside;
    }
    for (let call = site.call; call; call = call.parent) {
      const urls = this.chainUrls(call, site.fn);
      if (urls.length > 0) return urls;
      const through = this.#throughFunction(call, site, hops, seen);
      if (through.length > 0) return through;
    }
    const outer = outermost(site.parent?.object);
    const own = outer && this.#state.sites.get(outer);
    return own && own !== site ? this.urlsOf(own, hops, seen) : [];
  }

  #beside(object: Obj, fn: Fn | undefined): string[] {
    return object.keys
      .filter(({ name }) => ADDRESSES.has(name))
      .map(({ value }) => this.#constants.textOf(value, fn))
      .filter((text) => LIKE_PATH.test(text));
  }

  /** Of all calls of a chain: `web.post().uri("/api/v1/transfers").bodyValue(body)`. */
  chainUrls(call: Call, fn: Fn | undefined): readonly string[] {
    const root = rootOf(call);
    const known = this.#urls.get(root);
    if (known) return known;
    const urls: string[] = [];
    this.#urls.set(root, urls);
    let links = 0;
    for (let link: Call | undefined = root; link && links++ < 60; link = link.next) {
      for (const arg of link.args) this.#addUrl(arg, fn, urls);
    }
    return urls;
  }

  #addUrl(value: Value, fn: Fn | undefined, into: string[]): void {
    if (value.kind === 'object') {
      into.push(...this.#beside(value.object, fn));
      return;
    }
    if (value.kind === 'list' || value.kind === 'other') return;
    // A request that was opened before: `curl_setopt($ch, ..., $body)`.
    if (value.kind === 'name') into.push(...this.#opened(value.name, fn));
    const text = this.#constants.textOf(value, fn);
    if (text !== '{}' && LIKE_PATH.test(text) && !/\s/.test(text)) into.push(text);
  }

  /** Addresses of the call that a variable was given: `req = Net::HTTP::Post.new(uri)`. */
  #opened(name: string, fn: Fn | undefined): readonly string[] {
    return this.#constants
      .bindsOf(name)
      .filter((bind) => bind.name === name && bind.value.kind === 'call' && isWithin(fn, bind.fn))
      .slice(0, 3)
      .flatMap((bind) => (bind.value.kind === 'call' ? this.chainUrls(bind.value.call, bind.fn) : []));
  }

  /** Handed to a function of this file: where it hands its parameter on to. */
  #throughFunction(call: Call, site: Site, hops: number, seen: Set<unknown>): readonly string[] {
    if (hops >= MAX_HOPS) return [];
    for (const fn of this.#constants.fnsNamed(call.callee)) {
      if (fn === site.fn) continue;
      for (const { name } of fn.params) {
        const urls = this.#bound(name, fn, hops + 1, seen);
        if (urls.length > 0) return urls;
      }
    }
    return [];
  }

  #bound(name: string, fn: Fn | undefined, hops: number, seen: Set<unknown>): readonly string[] {
    const found: string[] = [];
    for (const use of (this.#uses.get(name) ?? []).slice(0, MAX_USES)) {
      // A member of it is not the whole, unless it writes that down.
      if ((use.name === name || WRITTEN.test(use.name)) && isWithin(use.site.fn, fn))
        found.push(...this.urlsOf(use.site, hops + 1, seen));
    }
    return found;
  }

  #fromCalls(name: string, hops: number, seen: Set<unknown>): readonly string[] {
    if (name === '') return [];
    const found: string[] = [];
    for (const { site } of (this.#callsOf.get(name) ?? []).slice(0, MAX_USES)) {
      found.push(...this.urlsOf(site, hops + 1, seen));
    }
    for (const use of (this.#uses.get(name) ?? []).slice(0, MAX_USES)) {
      found.push(...this.urlsOf(use.site, hops + 1, seen));
    }
    return found;
  }

  /** A declared type: where variables and values of it go. */
  urlsOfType(name: string): readonly string[] {
    const found: string[] = [];
    for (const fn of this.#state.fns) {
      for (const param of fn.params) {
        if (param.type !== name) continue;
        found.push(...this.#bound(param.name, fn, 1, new Set()));
        for (const value of fn.annotations)
          if (value.kind === 'call') found.push(...this.chainUrls(value.call, fn));
      }
    }
    for (const { site } of (this.#callsOf.get(name) ?? []).slice(0, MAX_USES))
      found.push(...this.urlsOf(site, 1));
    return found;
  }

  /** Addresses that a function names, itself or one around it. */
  near(fn: Fn | undefined): readonly string[] {
    for (let at = fn; at; at = at.outer) {
      const urls = this.#named(at);
      if (urls.length > 0) return urls;
    }
    return [];
  }

  #byFn: Map<Fn, string[]> | undefined;
  #named(fn: Fn): readonly string[] {
    if (!this.#byFn) {
      this.#byFn = new Map();
      for (const { call, site } of this.#state.calls) {
        // An argument of another call is part of what that one names.
        if (!site.fn || call.receiver || (call.parent && this.#sites.get(call.parent)?.fn === site.fn))
          continue;
        const urls = this.chainUrls(call, site.fn);
        if (urls.length > 0) group(this.#byFn, site.fn, ...urls);
      }
    }
    return this.#byFn.get(fn) ?? [];
  }

  nearType(name: string): readonly string[] {
    return this.#state.fns
      .filter(({ types }) => types.has(name))
      .slice(0, MAX_USES)
      .flatMap((fn) => this.near(fn));
  }

  /** A value with what its variables hold in their place: texts, lists and what they were filled with. */
  heldBy(value: Value, fn: Fn | undefined, depth = 0): Value {
    if (depth > 3) return value;
    if (value.kind === 'list') {
      const items = value.list.items.map((item) => this.heldBy(item, fn, depth + 1));
      return { kind: 'list', list: { ...value.list, items } };
    }
    if (value.kind === 'call') {
      const args = value.call.args.map((arg) => this.heldBy(arg, fn, depth + 1));
      return { kind: 'call', call: { ...value.call, args } };
    }
    if (value.kind !== 'name') return value;
    const binds = this.#constants
      .bindsOf(value.name)
      .filter((bind) => bind.name === value.name && isWithin(fn, bind.fn));
    const held = binds.slice(0, MAX_USES).map((bind) => this.heldBy(bind.value, fn, depth + 1));
    if (held.length < 2) return held[0] ?? value;
    const { span } = value;
    return { kind: 'list', list: { items: held, span, nameSpan: span, open: true, place: newPlace() } };
  }

  /** Names of keys that an object takes over from others. */
  spreadNames(object: Obj): string[] {
    const names = new Set<string>();
    const take = (value: Value, depth: number): void => {
      if (depth > 3 || names.size > MOST_NAMES || this.#steps++ > MAX_STEPS) return;
      if (value.kind === 'object') {
        for (const { name } of value.object.keys.slice(0, MOST_NAMES)) names.add(name);
        for (const more of this.#state.spreads.get(value.object) ?? []) take(more, depth + 1);
      } else if (value.kind === 'name') {
        for (const bind of this.#constants.bindsOf(value.name).slice(0, MAX_USES))
          take(bind.value, depth + 1);
      } else if (value.kind === 'call') {
        for (const fn of this.#constants.fnsNamed(value.call.callee).slice(0, MAX_USES)) {
          for (const one of fn.returns.slice(0, MAX_USES)) take(one, depth + 1);
        }
      }
    };
    for (const value of this.#state.spreads.get(object) ?? []) take(value, 0);
    return [...names];
  }
}

const MOST_NAMES = 200;
const MAX_STEPS = 20_000;

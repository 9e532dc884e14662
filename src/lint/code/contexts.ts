// What is said around an object or a text: the names that it is given, the calls that it goes to, their URLs.
import type { Context } from '../model.ts';
import { calleeOf, givenTo, type Group, tokenOf } from './groups.ts';
import type { Strings } from './strings.ts';
import type { Scope, Statement, Token } from './token.ts';

/** Calls that make up an answer or look at one. */
const READS =
  /^(reply|jsonify|toEqual|toStrictEqual|toMatchObject|toBe|assertEqual|assertEquals|assert_eq|mockResolvedValue|mockResolvedValueOnce|mockReturnValue|mockReturnValueOnce|mockImplementation|thenReturn|thenAnswer|willReturn|returns|and_return|resolves|returnValue|JsonResponse|HttpResponse|NextResponse|to_return|respond_with|return_value|objectContaining)$/;
const READ_ROOTS =
  /^(res|response|reply|ctx|expect|assert|nock|msw|HttpResponse|NextResponse|Response|jest|vi|sinon|mock)$/i;
/** Calls that put an object into another: `payload.update({...})`. */
const MERGES = /^(update|merge|assign|extend|putAll|insert|add|push|append)$/;
const LOOKS_LIKE_PATH = /^(?:https?:\/\/|\/|\{\})?[\w{}.$:%-]*\/[\w{}/.:$%?=&-]*$/;
const MAX_NEAR = 3;

export class Contexts {
  readonly #tokens: readonly Token[];
  readonly #strings: Strings;
  readonly #where = new Map<Token, { group: Group; position: number }>();
  readonly #byName = new Map<string, number[]>();
  readonly #functionUrls = new Map<Scope, string[]>();

  constructor(tokens: readonly Token[], groups: readonly Group[], strings: Strings) {
    this.#tokens = tokens;
    this.#strings = strings;
    for (const group of groups) {
      group.items.forEach((item, position) => {
        const token = tokenOf(item, tokens);
        if (token?.kind === 'string') this.#where.set(token, { group, position });
      });
    }
    tokens.forEach((token, i) => {
      if (token.kind !== 'name') return;
      const list = this.#byName.get(token.text);
      if (list) list.push(i);
      else this.#byName.set(token.text, [i]);
    });
  }

  /** `inside`: tokens of the thing itself, whose strings are no URLs of it. */
  of(
    group: Group,
    position: number,
    statement: Statement,
    scope: Scope,
    inside: readonly [number, number],
  ): Context {
    const { names, reading, owners } = this.#namesOf(group, position);
    const urls = new Set(this.#urlsOf(statement, inside));
    for (const owner of owners) for (const url of this.#urlsThrough(owner, scope, inside, 2)) urls.add(url);
    const near = urls.size === 0 ? this.#near(scope) : [];
    return { names, outer: outerNames(scope), urls: [...urls], near, reading };
  }

  /** Of something that is only known by its variable. */
  ofVariable(name: string, scope: Scope, statement: Statement): Context {
    const nothing = [-1, -1] as const;
    const urls = new Set([
      ...this.#urlsOf(statement, nothing),
      ...this.#urlsThrough(name, scope, nothing, 2),
    ]);
    const near = urls.size === 0 ? this.#near(scope) : [];
    return { names: [name], outer: outerNames(scope), urls: [...urls], near, reading: false };
  }

  /** Nearest first: what the thing at a position is given to, its call, the keys and calls around it. */
  #namesOf(start: Group, position: number) {
    const names: string[] = [];
    const owners: string[] = [];
    let reading = false;
    let calls = 0;
    let group: Group | undefined = start;
    const item = start.items[position - 1];
    if (typeof item === 'number' && /^[!=]==?$/.test(this.#tokens[item]?.text ?? '')) reading = true;
    for (let at = position, depth = 0; group && depth < 6; depth++) {
      const given = givenTo(group.items, at, this.#tokens);
      if (given) {
        names.push(given.text);
        if (depth === 0 || owners.length === 0) owners.push(given.text.replace(/^[$@]+/, ''));
      }
      if (group.open === '(' && calls === 0) {
        const callee = calleeOf(group, this.#tokens);
        if (callee.length > 0) {
          calls++;
          names.push(callee.join('.'));
          if (MERGES.test(callee.at(-1) ?? '') && callee.length === 2 && callee[0]) owners.push(callee[0]);
          const [root = ''] = callee;
          reading ||=
            READS.test(callee.at(-1) ?? '') &&
            (callee.length > 1 || /^[A-Z]|jsonify/.test(root) || root.includes('mock'));
          reading ||= READ_ROOTS.test(root) && callee.length > 1;
        }
      }
      const type = this.#typeBefore(group);
      if (type !== undefined && depth === 0) names.push(type);
      if (group.open === '{' && isBlock(group, this.#tokens)) break;
      at = group.position;
      group = group.parent;
    }
    return { names, owners, reading };
  }

  /** `TransferRequest` in `new TransferRequest {` and `TransferRequest{`. */
  #typeBefore(group: Group): string | undefined {
    const before = group.parent?.items[group.position - 1];
    const token = typeof before === 'number' ? this.#tokens[before] : undefined;
    return token?.kind === 'name' && /^[A-Z]/.test(token.text) ? token.text : undefined;
  }

  #urlsOf({ first, last }: Statement, [from, to]: readonly [number, number]): string[] {
    const urls: string[] = [];
    for (let i = first; i < last && i - first < 2_000; i++) {
      if (i >= from && i <= to) continue;
      const token = this.#tokens[i];
      const url = token && this.#urlOf(token);
      if (url !== undefined) urls.push(url);
    }
    return urls;
  }

  #urlOf(token: Token): string | undefined {
    if (token.kind === 'name') {
      const value = this.#strings.constant(token.text);
      return value !== undefined && LOOKS_LIKE_PATH.test(value) ? value : undefined;
    }
    const place = this.#where.get(token);
    if (token.kind !== 'string' || !place) return undefined;
    const text = this.#strings.at(place.group.items, place.position);
    return LOOKS_LIKE_PATH.test(text) ? text : undefined;
  }

  /** URLs of the statements in which a variable is used, and of those in which what is made of it is used. */
  #urlsThrough(name: string, scope: Scope, inside: readonly [number, number], hops: number): string[] {
    const urls: string[] = [];
    for (const i of this.#byName.get(name) ?? []) {
      const token = this.#tokens[i];
      if (!token || (i >= inside[0] && i <= inside[1]) || !within(token.scope, scope)) continue;
      const own = this.#urlsOf(token.statement, inside);
      urls.push(...own);
      if (own.length > 0 || hops < 2) continue;
      const made = this.#tokens[token.statement.first];
      const second = this.#tokens[token.statement.first + 1];
      const target = made && /^(const|let|var|val|final|auto)$/.test(made.text) ? second : made;
      if (target?.kind === 'name' && target.text !== name) {
        urls.push(...this.#urlsThrough(target.text, scope, inside, hops - 1));
      }
    }
    return urls;
  }

  #near(scope: Scope): readonly string[] {
    const urls = this.#urlsInFunction(scope);
    return urls.length <= MAX_NEAR ? urls : [];
  }

  #urlsInFunction(scope: Scope): string[] {
    if (scope.kind !== 'function') return [];
    const known = this.#functionUrls.get(scope);
    if (known) return known;
    const urls = new Set<string>();
    for (const token of this.#tokens) {
      if (!within(token.scope, scope)) continue;
      const url = this.#urlOf(token);
      if (url !== undefined && url.includes('/')) urls.add(url);
    }
    const list = [...urls];
    this.#functionUrls.set(scope, list);
    return list;
  }
}

/** Whether one scope is the other, or inside it. */
function within(scope: Scope, outer: Scope): boolean {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at === outer) return true;
  return outer.kind === 'file';
}

export function outerNames(scope: Scope): string[] {
  const names: string[] = [];
  for (let at: Scope | undefined = scope; at && at.kind !== 'file'; at = at.parent) names.push(at.name);
  return names;
}

/** A body of statements rather than a literal. */
function isBlock(group: Group, tokens: readonly Token[]): boolean {
  return group.items.some((item) => {
    const token = tokenOf(item, tokens);
    return token?.text === ';' || /^(return|const|let|var|if|for|await|throw)$/.test(token?.text ?? '');
  });
}

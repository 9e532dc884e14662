// Parameters that a function fills: `putMoney(body, order)` beside `putMoney(Map body, ...) { body.put("amount", ...) }`.
// What is put there goes where the callers send what they gave. And the objects of a body that what is made becomes.
import { camel } from '../../model/model.ts';
import type { Told } from '../../model/told.ts';
import { pipedFrom } from '../lists/list-ends.ts';
import { idAt, plainOf } from '../names/go-packages.ts';
import type { Handed } from '../sides/handed.ts';
import type { Urls } from '../sides/urls.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import { type Scope, type Statement, type Token, within } from '../tokens/token.ts';

const MAX_CALLS = 16;
/** Objects inside a body. */
const HOLDS = /^(transactionBreakdown|compliance)$/;
const REQUEST =
  /^(?:Create|New)?(?:Transfer|Payout)(?:Create)?(?:Request|Body|Payload|Input|Dto|DTO|Schema)$/;
const MAX_PARAMETERS = 8;
/** Words of a call's arguments: no function of anybody's takes more, and counting them for each would take a long list's square. */
const MAX_ARGUMENTS = 500;
/** What may stand before the name of an argument: `&body`, `&mut body`, `$body`, `*body`. */
const SIGN = /^([&$*]|mut|ref|out|await)$/;

export interface Caller {
  readonly name: string;
  readonly scope: Scope;
  readonly statement: Statement;
  readonly at: number;
}

export class Filled {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #handed: Handed;
  readonly #urls: Urls;
  readonly #told: Told | undefined;
  readonly #known = new Map<string, readonly string[]>();

  constructor(
    tokens: readonly Token[],
    reader: { places: Places; handed: Handed; urls: Urls; told?: Told | undefined },
  ) {
    this.#tokens = tokens;
    this.#places = reader.places;
    this.#handed = reader.handed;
    this.#urls = reader.urls;
    this.#told = reader.told;
  }

  /** The URLs that a parameter reaches through the callers of its function. */
  urlsOf(name: string, scope: Scope): readonly string[] {
    if (scope.kind !== 'function') return [];
    const id = `${scope.name}\0${name}`;
    const known = this.#known.get(id);
    if (known) return known;
    this.#known.set(id, []);
    const index = this.#indexOf(scope.name, name);
    const found = index < 0 ? [] : [...this.#ofCalls(scope.name, index), ...this.#toldOf(scope.name, index)];
    this.#known.set(id, found);
    return found;
  }

  /** Whether the function of this file that a call names only takes members of what it is given there. */
  unpacks({ group, position }: Place): boolean {
    if (position > MAX_ARGUMENTS) return false;
    const name = calleeOf(group, this.#tokens).at(-1);
    const index = group.items
      .slice(0, position)
      .filter((item) => tokenOf(item, this.#tokens)?.text === ',').length;
    return name !== undefined && this.#handed.forwards(name, index) === false;
  }

  /** The object of a body that a variable, or what a function gives back, becomes: `m["transactionBreakdown"] = volumes`. */
  heldAs(name: string, scope: Scope, from: number): string[] {
    for (const use of this.#places.usesAfter(name, from, MAX_CALLS)) {
      const place = this.#places.of(use);
      if (!place || !within(this.#tokens[use]?.scope, scope) || !this.#handed.isWhole(use)) continue;
      const { group, position } = place;
      const before = tokenOf(group.items[position - 2], this.#tokens);
      const setter = group.open === '(' && position === 0 ? calleeOf(group, this.#tokens).at(-1) : undefined;
      const put = group.open === '(' && before?.kind === 'string' ? before.text : undefined;
      const given = givenTo(group.items, position, this.#tokens)?.text;
      const own = this.#tokens[use]?.shorthand === true ? name : undefined;
      const found = [given, put, setter, own].map((one) =>
        camel((one ?? '').replace(/^(?:set|with)_?(?=[A-Z])/, '')),
      );
      const held = found.find((one) => HOLDS.test(one));
      if (held !== undefined) return [held];
    }
    return [];
  }

  /** The type of a transfer's request that a variable is made into: `TransferRequest.parse(data)`, `TransferRequest(**data)`. */
  requestOf(name: string, scope: Scope, from: number): string[] {
    for (const use of this.#places.usesAfter(name, from, MAX_CALLS)) {
      const place = this.#places.of(use);
      if (place?.group.open !== '(' || place.position > 2 || !within(this.#tokens[use]?.scope, scope))
        continue;
      const chain = calleeOf(place.group, this.#tokens);
      const type = chain.find((one) => REQUEST.test(one));
      if (type !== undefined && chain.length <= 2) return [type];
    }
    return [];
  }

  /** The caller's variable, where a function has one caller and is given nothing but that. */
  callerOf(name: string, scope: Scope): Caller | undefined {
    const index = scope.kind === 'function' ? this.#indexOf(scope.name, name) : -1;
    const calls = index < 0 ? [] : this.#calls(scope.name);
    const [only] = calls;
    if (only && calls.length === 1 && this.#isPiped(only.use) && index === 0) {
      const head = this.#tokens[only.use];
      const name = pipedFrom(only.args, this.#tokens);
      return name === undefined || !head ? undefined : { ...head, name, at: only.use };
    }
    const at =
      only && calls.length === 1 ? this.#argument(only.args, this.#shifted(index, only.use)) : undefined;
    const token = at === undefined ? undefined : this.#tokens[at];
    if (!token || at === undefined || token.scope === scope) return undefined;
    return { name: token.text, scope: token.scope, statement: token.statement, at };
  }

  /** The function whose first parameter is what a pipe hands to it. */
  pipedInto(name: string, scope: Scope): string | undefined {
    if (scope.kind !== 'function' || this.#indexOf(scope.name, name) !== 0) return undefined;
    const calls = this.#calls(scope.name);
    return calls.some(({ use }) => this.#isPiped(use)) ? scope.name : undefined;
  }

  #isPiped = (use: number): boolean => this.#tokens[use - 1]?.text === '|>';

  /** What a pipe hands on is the first argument, and stands before the call. */
  #shifted = (index: number, use: number): number => (this.#isPiped(use) ? index - 1 : index);

  #calls(fn: string): { readonly use: number; readonly args: Group }[] {
    // Of another package of Go by its whole name alone.
    const isIt = (use: number): boolean => fn === plainOf(fn) || idAt(this.#tokens, use, 'go') === fn;
    return this.#places
      .uses(plainOf(fn))
      .filter(isIt)
      .slice(0, MAX_CALLS)
      .flatMap((use) => {
        const place = this.#places.of(use);
        const args = place?.group.items[place.position + 1];
        const called = typeof args === 'object' && args.open === '(' && !this.#handed.isDeclared(use);
        return called ? [{ use, args }] : [];
      });
  }

  /** What a function of another file is given here, by its argument's number, and where that goes. */
  givenTo(name: string): readonly (readonly [index: number, urls: readonly string[]])[] {
    return Array.from({ length: 3 }, (_, index) => [index, this.#ofCalls(name, index)] as const).filter(
      ([, urls]) => urls.length > 0,
    );
  }

  #toldOf(name: string, index: number): readonly string[] {
    const fills = this.#told?.fills ?? {};
    const id = `${name} ${index}`;
    return Object.hasOwn(fills, id) ? (fills[id] ?? []) : [];
  }

  #indexOf(fn: string, parameter: string): number {
    for (let index = 0; index < MAX_PARAMETERS; index++)
      if (this.#handed.parameterOf(fn, index) === parameter) return index;
    return -1;
  }

  #ofCalls(fn: string, index: number): string[] {
    const found = new Set<string>();
    for (const { use, args } of this.#calls(fn)) {
      const given = this.#argument(args, this.#shifted(index, use));
      const token = given === undefined ? undefined : this.#tokens[given];
      if (token && given !== undefined)
        for (const url of this.#urls.through(token.text, token.scope, [given, given])) found.add(url);
      const { statement } = this.#tokens[use] ?? {};
      // What it gives back is sent at once: `post(url, withSum({ ... }, order))`.
      if (statement && this.#handed.isArgument(use))
        for (const url of this.#urls.ofStatement(statement, [args.at, args.close])) found.add(url);
    }
    return [...found];
  }

  /** The name that is given at an index, if it is nothing but a name. */
  #argument({ items }: Group, index: number): number | undefined {
    let number = 0;
    let only: number | undefined;
    for (const item of items) {
      const token = tokenOf(item, this.#tokens);
      if (token?.text === ',') {
        if (number++ === index) break;
        only = undefined;
      } else if (number === index) {
        if (token?.kind === 'name' && !SIGN.test(token.text) && only === undefined)
          only = item as number; // a token
        else if (!token || !SIGN.test(token.text)) return undefined;
      }
    }
    return number >= index ? only : undefined;
  }
}

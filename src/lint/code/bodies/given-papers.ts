// Calls that hand over the documents of a body which is made elsewhere: `transferBody(order, scans)` beside `transferBody(order,
// papers) { return { documents: papers } }`, `new Order(customer, sum, scans)` beside `record Order(.., List<String> documents)`.
// Files tell one another at which argument that is.
import { camel, type Context, type Obj } from '../../model/model.ts';
import type { PapersAt, Told } from '../../model/told.ts';
import type { DataUrls } from '../lists/data-urls.ts';
import type { FoundKey } from '../names/keys.ts';
import { argumentAt, commasBefore } from '../names/positions.ts';
import type { Handed } from '../sides/handed.ts';
import { called } from '../sides/trail.ts';
import { ENDPOINT, type UrlList } from '../sides/url-list.ts';
import { firstOf, type Group, spanOf, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { Sorted } from './declared.ts';
import type { TypeFlows } from './type-flows.ts';

const MAX_USES = 16;
const MAX_PARAMETERS = 8;
const MAX_AHEAD = 10;
const MAX_CLIMB = 3;
const CONSTRUCTOR = /^(constructor|__init__|__construct|init|initialize|new)$/;
const DECLARES =
  /^(class|record|struct|object|interface|public|private|protected|internal|func|fun|def|defp|fn|function)$/;

export interface PapersReader {
  readonly places: Places;
  readonly handed: Handed;
  readonly dataUrls: DataUrls;
  readonly contextOf: (group: Group) => Context;
  readonly flows: TypeFlows;
  readonly urls: UrlList;
  readonly told: Told | undefined;
}

export class GivenPapers {
  readonly #tokens: readonly Token[];
  readonly #reader: PapersReader;
  readonly #own = new Map<string, PapersAt>();

  constructor(tokens: readonly Token[], reader: PapersReader) {
    this.#tokens = tokens;
    this.#reader = reader;
  }

  /** A field of a type, which its brackets or its constructor take. */
  #declared(type: Scope, { written, token }: FoundKey): void {
    if (camel(written) !== 'documents' || token.kind !== 'name') return;
    const { places } = this.#reader;
    for (const use of places.uses(token.text).slice(0, MAX_USES)) {
      const place = places.of(use);
      if (place?.group.open !== '(') continue;
      const { group, position } = place;
      const isHead = this.#tokens[group.at - 1]?.text === type.name;
      const { scope, parameter } = this.#tokens[use] as Token; // where a use is, there is a token
      const isMade =
        parameter && scope.parent === type && (CONSTRUCTOR.test(scope.name) || scope.name === type.name);
      if (isHead || isMade)
        this.#add(type.name, {
          index: commasBefore(group, position, this.#tokens),
          name: token.text,
          urls: [],
          way: [],
        });
    }
  }

  /** A value that a function is given: `{ documents: papers }`, `body.documents = papers`. */
  put({ written, value, group, token }: FoundKey): void {
    if (value < 0 || camel(written) !== 'documents') return;
    const item = group.items[value];
    if (item === undefined) return;
    const first = firstOf(item);
    for (let at = first; at < first + MAX_AHEAD; at++) {
      const one = this.#tokens[at];
      if (!one || /^[,;]$/.test(one.text)) return;
      if (one.kind !== 'name' || one.text === '$' || this.#tokens[at - 1]?.text === '.') continue;
      const given = this.#givenTo(one.text.replace(/^[$@]+/, ''), token.scope, (callable) =>
        this.#sentFrom(group, callable),
      );
      if (given) this.#add(...given);
      // What is made of it, or of a member of it, is something else.
      return;
    }
  }

  #givenTo(
    name: string,
    from: Scope,
    urls: (callable: string) => readonly string[],
  ): [string, PapersAt] | undefined {
    let scope: Scope | undefined = from;
    for (let depth = 0; scope && depth < MAX_CLIMB; depth++, scope = scope.parent) {
      if (scope.kind !== 'function') continue;
      for (let index = 0; index < MAX_PARAMETERS; index++)
        if (this.#reader.handed.parameterOf(scope.name, index) === name) {
          const isMade = CONSTRUCTOR.test(scope.name) && scope.parent?.kind === 'type';
          const callable = isMade ? (scope.parent?.name ?? '') : scope.name;
          return [callable, { index, name, urls: urls(callable), way: [] }];
        }
    }
    return undefined;
  }

  #add(callable: string, at: PapersAt): void {
    if (callable !== '' && !this.#own.has(callable)) this.#own.set(callable, at);
  }

  told(): Record<string, PapersAt> {
    return Object.fromEntries(this.#own);
  }

  /** The documents that are handed over here, where they hold a data URL. */
  objects(declared: Sorted['declared'], literal: Sorted['literal']): Obj[] {
    for (const [, keys] of literal) for (const key of keys) this.put(key);
    for (const [scope, keys] of declared) for (const key of keys) this.#declared(scope, key);
    const all = new Map([...Object.entries(this.#reader.told?.papersAt ?? {}), ...this.#own]);
    // A map's end moves on while it is walked through: whoever hands its own papers on is asked for in turn.
    for (const [callable, at] of all)
      for (const [further, where] of this.#handedOn(callable, at))
        if (!all.has(further)) all.set(further, where);
    return [...all].flatMap(([callable, at]) => this.#handedTo(callable, at));
  }

  /** Functions that hand their own parameter to one that takes papers: `pay(order, scans) { return send(scans); }`. */
  #handedOn(callable: string, at: PapersAt): [string, PapersAt][] {
    return this.#calls(callable, at).flatMap(({ group, position }): [string, PapersAt][] => {
      const sigil = tokenOf(group.items[position], this.#tokens)?.text === '$' ? 1 : 0; // PHP's
      const name = tokenOf(group.items[position + sigil], this.#tokens);
      const next = tokenOf(group.items[position + sigil + 1], this.#tokens)?.text ?? ',';
      if (name?.kind !== 'name' || next !== ',') return [];
      const given = this.#givenTo(name.text.replace(/^[$@]+/, ''), name.scope, () =>
        this.#urlsOf(callable, at),
      );
      if (!given || given[0] === callable) return [];
      const [further, where] = given;
      const through = { ...where, way: [called(callable), ...at.way] };
      this.#add(further, through);
      return [[further, through]];
    });
  }

  /** Where the body goes that they are put into, or else what its function calls. */
  #urlsOf(callable: string, at: PapersAt): readonly string[] {
    const flow = this.#reader.flows.of(callable).urls;
    return flow.length > 0 ? flow : at.urls;
  }

  #sentFrom(group: Group, callable: string): readonly string[] {
    const { urls } = this.#reader.contextOf(group);
    if (urls.length > 0) return urls;
    const called = this.#reader.urls.of(callable).slice(0, MAX_USES);
    return called.map(({ url }) => url).filter((url) => ENDPOINT.test(url));
  }

  #handedTo(callable: string, at: PapersAt): Obj[] {
    const { dataUrls, contextOf } = this.#reader;
    return this.#calls(callable, at).flatMap(({ group, position }): Obj[] => {
      const value = dataUrls.listIn(group, position);
      if (value?.kind !== 'list') return [];
      const own = contextOf(group);
      const urls = own.urls.length > 0 ? own.urls : this.#urlsOf(callable, at);
      if (urls.length === 0) return [];
      const context = { ...own, urls, way: own.way ?? [called(callable), ...at.way] };
      const key = { name: 'documents', written: at.name, at: value.at, value };
      return [{ keys: [key], at: spanOf(group, this.#tokens), context, kind: 'literal' }];
    });
  }

  /** The arguments that are papers, wherever it is called. */
  #calls(callable: string, { index, name }: PapersAt): { group: Group; position: number }[] {
    const { places, handed } = this.#reader;
    return places
      .uses(callable)
      .slice(0, MAX_USES)
      .flatMap((use) => {
        const place = places.of(use);
        const group = place?.group.items[place.position + 1];
        if (typeof group !== 'object' || group.open !== '(') return [];
        if (DECLARES.test(this.#tokens[use - 1]?.text ?? '') || handed.isDeclared(use)) return [];
        const position = this.#named(group, name) ?? argumentAt(group, index, this.#tokens);
        return position === undefined ? [] : [{ group, position }];
      });
  }

  /** `attachments=docs`; one that is called documents is a key by itself. */
  #named({ items }: Group, name: string): number | undefined {
    if (camel(name) === 'documents') return undefined;
    const at = items.findIndex(
      (item, i) =>
        tokenOf(item, this.#tokens)?.text === name &&
        /^[:=]$/.test(tokenOf(items[i + 1], this.#tokens)?.text ?? ''),
    );
    return at < 0 ? undefined : at + 2;
  }
}

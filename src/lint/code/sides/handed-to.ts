// Where a function sends what it is given as its argument at an index: the URLs that stand in it, those of a function that
// it hands it on to, and what other files say of one that isn't declared here.
import type { Told } from '../../model/told.ts';
import { commasBefore } from '../names/positions.ts';
import { calleeOf, type Group } from '../tokens/groups.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { Handed } from './handed.ts';
import { called, type Trail, type Way } from './trail.ts';
import { ENDPOINT, type UrlList } from './url-list.ts';

const MAX_USES = 64;
/** `pay(body)` hands on to `mid(body)`, and that to `send(body)`. */
const MAX_HOPS = 3;

export interface HandedToReader {
  readonly list: UrlList;
  readonly handed: Handed;
  readonly trail: Trail;
  readonly told: Told | undefined;
  /** Where a variable of a function goes. */
  readonly through: (name: string, scope: Scope, at: number) => string[];
}

export class HandedTo {
  readonly #tokens: readonly Token[];
  readonly #reader: HandedToReader;
  readonly #told: ReadonlyMap<string, readonly string[]>;
  readonly #known = new Map<string, Way>();
  #hops = 0;

  constructor(tokens: readonly Token[], reader: HandedToReader) {
    this.#tokens = tokens;
    this.#reader = reader;
    this.#told = new Map(Object.entries(reader.told?.functions ?? {}));
  }

  /** Of the function that a call names: `send({...})` beside `const send = (body) => post('/x', body)`. */
  ofCallee(group: Group, position?: number): string[] {
    if (group.open !== '(') return [];
    const name = calleeOf(group, this.#tokens).at(-1);
    if (name === undefined) return [];
    return this.ofFunction(
      name,
      position === undefined ? undefined : commasBefore(group, position, this.#tokens),
    );
  }

  /** Of a function that is given something as its argument at an index. */
  ofFunction(name: string, index: number | undefined): string[] {
    const { list, trail } = this.#reader;
    const told = list.has(name) ? undefined : this.#told.get(name);
    if (!list.has(name) && !told) return index === undefined ? [] : this.#handsOn(name, index);
    return [...trail.follow(called(name), () => [...(told ?? this.#sent(name, index))]).urls];
  }

  #sent(name: string, index: number | undefined): string[] {
    const { list, handed } = this.#reader;
    if (index !== undefined && handed.forwards(name, index) === false) return [];
    const urls = list
      .of(name)
      .slice(0, MAX_USES)
      .map(({ url }) => url);
    return urls.filter((url) => ENDPOINT.test(url));
  }

  /** Of one that names no URL itself: where its parameter goes. */
  #handsOn(name: string, index: number): string[] {
    const { handed, trail, through } = this.#reader;
    const id = `${name} ${index}`;
    const known = this.#known.get(id);
    if (known) return trail.again(known);
    const at = this.#hops < MAX_HOPS ? handed.parameterAt(name, index) : undefined;
    const parameter = at === undefined ? undefined : this.#tokens[at];
    if (at === undefined || parameter?.scope.kind !== 'function') return [];
    // Whoever calls itself leads nowhere.
    this.#known.set(id, { urls: [], names: [] });
    this.#hops++;
    const way = trail.follow(called(name), () => through(parameter.text, parameter.scope, at));
    this.#hops--;
    this.#known.set(id, way);
    return [...way.urls];
  }
}

// The places of a source that name a path to an ended endpoint, with what is said of each: whether it is called, served,
// looked for or refused, and what stands before it where that stands elsewhere.
import type { Context, Model, Span } from '../model/model.ts';
import { oneSlash } from '../model/words.ts';
import type { Fates } from './lists/fates.ts';
import { Guarded } from './lists/guarded.ts';
import { isLookedFor } from './lists/looked-for.ts';
import { joins, pathBehind } from './names/path-chains.ts';
import { isPathPattern, pathOf } from './names/path-patterns.ts';
import type { Strings } from './names/strings.ts';
import { Bases } from './sides/bases.ts';
import { isDenied } from './sides/expected.ts';
import { Members } from './sides/members.ts';
import { isSent, SaidOfCalls } from './sides/said-of-calls.ts';
import { Segments } from './sides/segments.ts';
import type { Sides } from './sides/sides.ts';
import { firstOf, givenTo, type Group, tokenOf } from './tokens/groups.ts';
import type { Places } from './tokens/places.ts';
import type { Token } from './tokens/token.ts';

/** A path that begins with the segment: what stands before it may stand elsewhere. */
const SEGMENT = /^\/?current-tenant/;

/** Other resources of this service, as routes name them. Bounded: a path. */
const RESOURCES = /transfers|customers|trades|accounts|webhook-config|crypto-instruction/;
const RESOURCE =
  /^(?:[A-Z]{3,7} )?(?:\{\})?\/?(?:api\/v1\/)?(?:current-tenant\/)?(transfers|customers|trades|accounts|webhook-config|crypto-instruction)(?![\w-])[^\s?]{0,100}$/;

/** What an argument is called that names a route, and is no part of its path: Django's and Symfony's, Rails's. */
const ROUTE_NAMES = /^(?:name|as|route_?name|operation_?id)$/i;

/** A version that another place knows. Bounded: 80 characters. */
const VERSIONED = /api\/[^/\s]{0,60}(?:[vV]er(?:sion)?|VER(?:SION)?|[{.]v)[^/\s]{0,20}\/current-tenant/;

export interface PathReader {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly strings: Strings;
  readonly places: Places;
  readonly sides: Sides;
  readonly fates: Fates;
  readonly contextAt: (group: Group, i: number, token: Token) => Context;
}

export class PathUses {
  readonly #model: Model;
  readonly #reader: PathReader;
  readonly #segments: Segments;
  readonly #said: SaidOfCalls;
  readonly #guarded: Guarded;
  readonly #bases: Bases;

  constructor(model: Model, reader: PathReader) {
    this.#model = model;
    this.#reader = reader;
    const { tokens, places, strings } = reader;
    this.#said = new SaidOfCalls(tokens, places);
    this.#guarded = new Guarded(tokens, places);
    this.#bases = new Bases(tokens, places, strings);
    this.#segments = new Segments(tokens, { places, strings, members: new Members(tokens, places) });
  }

  /** An expression that a mock waits for. */
  readPattern(group: Group, i: number, token: Token): void {
    if (!isPathPattern(token) || !this.#reader.sides.isMocked(group)) return;
    const said = this.#said.of({ group, position: i }, token, true);
    const context = this.#reader.contextAt(group, i, token);
    this.#model.paths.push({
      ...pathOf(token, said === 'absent' ? { ...context, fate: 'refused' } : context),
      gone: said === 'refused',
    });
  }

  /** What a server of one's own answers besides. */
  readServed(group: Group, i: number, token: Token): void {
    if (!RESOURCES.test(token.text)) return;
    const found = RESOURCE.exec(this.#reader.strings.at(group.items, i))?.[1];
    if (found === undefined || this.#model.served?.includes(found)) return;
    if (this.#reader.sides.of(group, i) === 'server') (this.#model.served ??= []).push(found);
  }

  read(group: Group, i: number, token: Token, start: number): void {
    const { source, tokens, strings, places, sides, fates } = this.#reader;
    if (isRouteName(group, i, tokens)) return;
    const alone = strings.at(group.items, i);
    const joined = joins(group, tokens) && SEGMENT.test(alone);
    const behind = joined ? pathBehind(group, tokens, strings) : '';
    const path = joined ? oneSlash(`${behind}${strings.joined(group, i)}`) : alone;
    const put = !joined && SEGMENT.test(alone) ? this.#segments.of(group, i, alone) : undefined;
    const literal = source.slice(start, token.end);
    const at = firstOf(group.items[i] ?? 0);
    const position = this.#given(group, i);
    const stands = [{ group, position }, ...(put ? [put] : [])];
    const looked = stands.some((place) => isLookedFor(place.group, place.position, tokens, places));
    const said = this.#said.of({ group, position }, token, looked);
    // A test, or a guard, that it isn't called any more.
    const refused =
      said === 'absent' ||
      isDenied(token.statement.first, at, tokens) ||
      (looked && stands.some((place) => this.#guarded.isRefused(place))) ||
      // What is asked of a call's answer says nothing of the path.
      (!isSent(group, tokens) && stands.some((place) => fates.of(place.group, place.position) === 'refused'));
    const context = this.#reader.contextAt(group, position, token);
    const side = put && sides.of(put.group, put.position);
    this.#model.paths.push({
      path: addressIn(
        put?.path ?? (VERSIONED.test(literal) ? path.replace('api/{}/current', 'api/{v}/current') : path),
      ),
      literal,
      base: this.#bases.of(group),
      at: { start, end: token.end },
      context: refused ? { ...context, fate: 'refused' } : context,
      within: this.#extentOf(token),
      compared: put?.mixed === true || looked,
      gone: said === 'refused',
      mocked: sides.isMocked(group),
      side: side ?? sides.of(group, position),
    });
  }

  /** Of a sum that is given to a name, `TENANT = V1 + '/current-tenant'`, its first part: what uses the name uses it. */
  #given(group: Group, i: number): number {
    const { tokens, strings } = this.#reader;
    const from = strings.sumFrom(group.items, i);
    return from < i && givenTo(group.items, from, tokens) ? from : i;
  }

  #extentOf({ statement: { first, last }, start, end }: Token): Span {
    return {
      start: this.#reader.tokens[first]?.start ?? start,
      end: this.#reader.tokens[last - 1]?.end ?? end,
    };
  }
}

/** A command's in a text: `sh 'curl -fsS http://localhost:8088/path'`. Bounded: 1,000 characters. */
function addressIn(path: string): string {
  if (!/^\s{0,20}(?:[\w.$/-]{1,40}\s{1,4}){0,3}(?:curl|wget|xh)\s/.test(path.slice(0, 200))) return path;
  const at = path.indexOf('current-tenant');
  const from = Math.max(0, at - 1_000);
  const ahead = /[^\s"'`]*$/.exec(path.slice(from, at))?.[0] ?? '';
  return `${ahead}${/^[^\s"'`|;)]*/.exec(path.slice(at, at + 1_000))?.[0] ?? ''}`;
}

/** `path("api/v1/current-tenant/", view, name="current-tenant")`: by that name templates and tests ask for the route. */
function isRouteName({ items, open }: Group, i: number, tokens: readonly Token[]): boolean {
  const text = (at: number): string => tokenOf(items[at], tokens)?.text ?? '';
  return open === '(' && i > 2 && ROUTE_NAMES.test(text(i - 2)) && /^[:=]$/.test(text(i - 1));
}

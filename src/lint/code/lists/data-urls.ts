// Data URLs that reach a value: written there, through a variable or a list that is appended to, made in a map, a
// comprehension or by a function of this file. What is handed to an upload comes back as an ID, and doesn't count.
import type { Span, Value } from '../../model/model.ts';
import type { Told } from '../../model/told.ts';
import { givenToMember } from '../names/positions.ts';
import type { Strings } from '../names/strings.ts';
import { givenAt, MAX_TOKENS } from '../tokens/given-at.ts';
import { calleeOf, firstOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { type Token, within } from '../tokens/token.ts';
import { DataUrlText } from './data-url-text.ts';
import { BLOB, branchesOf, uploadsIn } from './early-makers.ts';
import { handedAt, isDeclared, isFunctionNamed, isOfFile, setAt } from './inlined.ts';
import { UPLOADS } from './maker-names.ts';
import { Makers } from './makers.ts';

/** Stands for what was found of one: its content is never shown. */
export const DATA_URL = 'data:;base64,';
const MEMBER = /^(\.|->|\?\.)$/;
const MAX_TYPE = 12;
const MAX_USES = 24;
const MAX_DEPTH = 3;
const MAX_NAMES = 16;

/** Names that were followed, each once, and how many of them led here. */
interface Seen {
  readonly names: Set<string>;
  readonly depth: number;
}

const followed = (...names: string[]): Seen => ({ names: new Set(names), depth: names.length });

export class DataUrls {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly text: DataUrlText;
  /** Where the value begins that is asked about. */
  #at: Span | undefined;
  readonly #makers: Makers;

  constructor(
    tokens: readonly Token[],
    { places, strings, told }: { places: Places; strings: Strings; told?: Told | undefined },
  ) {
    this.#tokens = tokens;
    this.#places = places;
    this.text = new DataUrlText(tokens, places, strings);
    this.#makers = new Makers(tokens, { places, text: this.text, told: new Set(told?.makers) });
  }

  /** Of the value that begins at an item of a group, and of what a variable holds that is put there. */
  in(group: Group, position: number, holder?: Token): Span[] {
    const item = group.items[position];
    const token = item === undefined ? undefined : this.#tokens[firstOf(item)];
    // What a function makes on the way is told where the value is put.
    this.#at = token && { start: token.start, end: token.end };
    const own = this.#from(group, position);
    this.#at = undefined;
    const all = holder ? [...own, ...this.#appended(holder)] : own;
    const end = this.#tokens[token?.statement.last ?? -1]?.start ?? 0;
    // What is seen in the value itself says more than what it was reached by.
    const isSeen = own.some(({ start }) => start > (token?.start ?? 0) && start < end);
    return all.filter(
      ({ start }, i) =>
        all.findIndex((one) => one.start === start) === i && !(isSeen && start === token?.start),
    );
  }

  /** The same as a list of texts, where there are any. */
  listIn(group: Group, position: number, holder?: Token): Value | undefined {
    const items = this.in(group, position, holder).map((at) => ({
      kind: 'text' as const,
      text: DATA_URL,
      at,
    }));
    return items[0] && { kind: 'list', items, at: items[0].at };
  }

  #from(group: Group, position: number): Span[] {
    const item = group.items[position];
    if (item === undefined) return [];
    const from = firstOf(item);
    let to = Math.min(group.close, this.#tokens[from]?.statement.last ?? group.close);
    for (let i = position; i < group.items.length; i++) {
      const token = tokenOf(group.items[i], this.#tokens);
      if (token && (token.text === ',' || token.text === ';')) {
        to = Math.min(to, firstOf(group.items[i] ?? 0));
        break;
      }
    }
    return this.#between(from, Math.min(to, from + MAX_TOKENS), group, followed());
  }

  /** Of what is appended to a variable. */
  #appended(holder: Token): Span[] {
    const seen = followed(holder.text);
    return this.#places
      .uses(holder.text)
      .slice(0, MAX_USES)
      .flatMap((use) => {
        const range = givenAt(use, this.#tokens);
        return range ? this.#between(...range, undefined, seen) : [];
      });
  }

  /** Of what a member is given or gets appended, and of the type of its values where that becomes one. */
  ofMember(field: Token): Span[] {
    const found: Span[] = [];
    for (const use of this.#places.uses(field.text).slice(0, MAX_USES)) {
      const isMember = MEMBER.test(this.#tokens[use - 1]?.text ?? '') || this.#isOwn(use, field);
      const range = isMember ? givenAt(use, this.#tokens) : undefined;
      if (range) found.push(...this.#between(...range, undefined, followed(field.text)));
      if (!isMember) found.push(...this.#typed(use));
    }
    for (const { group, position } of givenToMember(field, this.#tokens, this.#places))
      found.push(...this.in(group, position));
    return found.slice(0, MAX_USES);
  }

  /** `documents.append(...)` in a method of the field's own type: what it belongs to isn't said. */
  #isOwn(use: number, { scope }: Token): boolean {
    const token = this.#tokens[use];
    const isLocal = /^(val|var|let|const|final)$/.test(this.#tokens[use - 1]?.text ?? '');
    // Swift's keys stand in a type of their own inside it.
    const type = scope.name === 'CodingKeys' ? scope.parent : scope;
    return token?.scope.kind === 'function' && token.scope.parent === type && !token.parameter && !isLocal;
  }

  /** Of the type that is said behind a name. */
  #typed(at: number): Span[] {
    const found: Span[] = [];
    for (let i = at + 1; i < at + MAX_TYPE; i++) {
      const token = this.#tokens[i];
      if (!token || token.first || /^[,;=]$/.test(token.text)) break;
      if (token.kind === 'name' && this.#makers.has(token.text)) found.push(...this.#writtenBy(token.text));
    }
    return found;
  }

  /** The data URLs in the functions of a type. */
  #writtenBy(type: string): Span[] {
    return this.#tokens.flatMap(({ kind, text, scope, body, start, end }) =>
      kind === 'string' && text.startsWith('data:') && scope.parent?.name === type
        ? [{ start: body ?? start, end }]
        : [],
    );
  }

  #between(from: number, to: number, within: Group | undefined, seen: Seen): Span[] {
    const found: Span[] = [];
    if (seen.depth > 0 && uploadsIn(from, to, this.#tokens)) {
      // One branch uploads, and the other may be the earlier form.
      const branches = branchesOf(from, to, this.#tokens);
      return branches.flatMap((branch) => this.#between(...branch, within, seen));
    }
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at];
      if (!token || token.passive) continue;
      if (this.text.beginsAt(at)) {
        if (!this.#isUploaded(at, within, from))
          found.push({ start: token.body ?? token.start, end: token.end });
      } else if (this.#isGiven(at, token) && !this.#makers.isOwner(at))
        found.push(...this.#named(at, token, [from, within], seen));
    }
    return found;
  }

  #isGiven(at: number, { kind }: Token): boolean {
    return kind === 'name' ? this.#isValue(at) : isFunctionNamed(at, this.#tokens, this.#places);
  }

  /** A name by itself: no member of something, no key. */
  #isValue(at: number): boolean {
    const before = this.#tokens[at - 1]?.text;
    const next = this.#tokens[at + 1]?.text;
    if ((before === '.' || before === '->') && !/^[$@]?(this|self)$/.test(this.#tokens[at - 2]?.text ?? ''))
      return this.#makers.isMember(at);
    if (next === '.' && /id$/i.test(this.#tokens[at + 2]?.text ?? '')) return false;
    return next !== '=' && next !== '=>';
  }

  #named(at: number, token: Token, [from, within]: readonly [number, Group | undefined], seen: Seen): Span[] {
    const name = token.text.replace(/^[$@]+/, '');
    if (this.#isUploaded(at, within, from)) return [];
    const called: Span = (seen.depth > 0 ? this.#at : undefined) ?? { start: token.start, end: token.end };
    if (this.#makers.isAt(at)) return [called];
    if (seen.names.has(name) || seen.names.size > MAX_NAMES || seen.depth > MAX_DEPTH) return [];
    seen.names.add(name);
    const further = { names: seen.names, depth: seen.depth + 1 };
    const found: Span[] = [];
    const all = this.#places.usesAround(name, at, MAX_USES);
    const isShared = all.some((use) => isOfFile(use, this.#tokens));
    const uses = all.filter((use) => !this.#isOthers(use, token, isShared));
    if (uses.some((use) => use < at && this.#isReplaced(use, name))) return [];
    for (const range of uses.flatMap((use) => this.#givenAt(use))) {
      // A function that is given to a name: the call of it makes the URL.
      const spans = this.#between(...range, undefined, further);
      const isCall = this.#tokens[at + 1]?.text === '(';
      found.push(...(isCall && spans.length > 0 ? [called] : spans));
    }
    return found.slice(0, 20);
  }

  #givenAt(use: number): [number, number][] {
    const range = givenAt(use, this.#tokens);
    if (range) return [range];
    return [...handedAt(use, this.#tokens), ...setAt(use, this.#tokens, this.#places)];
  }

  /** `papers = await uploadAll(papers)`: IDs take their place. */
  #isReplaced(use: number, name: string): boolean {
    const range = this.#tokens[use + 1]?.text === '=' ? givenAt(use, this.#tokens) : undefined;
    if (!range || !uploadsIn(...range, this.#tokens)) return false;
    return this.#tokens.slice(...range).some(({ text }) => text.replace(/^[$@]+/, '') === name);
  }

  /** A variable of the same name in another function. */
  #isOthers(use: number, { scope }: Token, isShared: boolean): boolean {
    const own = this.#tokens[use]?.scope;
    if (isShared && !isDeclared(use, this.#tokens)) return false;
    if (
      own?.kind !== 'function' ||
      scope.kind !== 'function' ||
      MEMBER.test(this.#tokens[use - 1]?.text ?? '')
    )
      return false;
    return !within(own, scope) && !within(scope, own);
  }

  /** Handed to something that uploads it, or the upload's own field. */
  #isUploaded(at: number, within: Group | undefined, from: number): boolean {
    let place = this.#places.of(at);
    for (let depth = 0; place && depth < 6; depth++) {
      const { group, position } = place;
      if (BLOB.test(givenTo(group.items, position, this.#tokens)?.text ?? '')) return true;
      if (group === within) return false;
      if (group.open === '(' && UPLOADS.test(calleeOf(group, this.#tokens).at(-1) ?? ''))
        return within !== undefined || group.at >= from;
      if (!group.parent) return false;
      place = { group: group.parent, position: group.position };
    }
    return false;
  }

  /** Names of this file's functions that make one, and of types that become one when they are written out. */
  makers(): string[] {
    return this.#makers.told();
  }
}

// Data URLs that reach a value: written there, through a variable or a list that is appended to, made in a map, a
// comprehension or by a function of this file. What is handed to an upload comes back as an ID, and doesn't count.
import type { Span } from '../model.ts';
import type { Told } from '../told.ts';
import { calleeOf, firstOf, givenTo, type Group, tokenOf } from './groups.ts';
import type { Places } from './places.ts';
import type { Strings } from './strings.ts';
import type { Token } from './token.ts';

/** Stands for what was found of one: its content is never shown. */
export const DATA_URL = 'data:;base64,';
const OF_BASE64 = /^data:[^,]*;base64,/;
const UPLOADS = /upload|post|send|attach|store|save|request|fetch|create(?!Object)|documentId/i;
const SENDS = /upload|documentId/i;
const BLOB = /^(fileBlob|file_blob|FileBlob)$/;
const APPENDS = /^(append|push|add|Add|insert|push_back|concat|extend|addAll|<<|\+=)$/;
/** Functions that write a thing of their type as JSON. */
const WRITES =
  /^(encode|toJSON|to_json|as_json|serialize|MarshalJSON|MarshalText|jsonSerialize|toJson|ToString|to_s|__str__|toString|dataUrl|data_url|asDataUrl)$/;
const MEMBER = /^(\.|->|\?\.)$/;
const MAX_TYPE = 12;
const MAX_TOKENS = 400;
const MAX_USES = 24;
const MAX_DEPTH = 3;

export class DataUrls {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #strings: Strings;
  /** Names of the file's functions that make a data URL; made when first asked for. */
  #makers: ReadonlySet<string> | undefined;

  /** Functions of other files that make one. */
  readonly #told: ReadonlySet<string>;

  constructor(
    tokens: readonly Token[],
    { places, strings, told }: { places: Places; strings: Strings; told?: Told | undefined },
  ) {
    this.#told = new Set(told?.makers);
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
  }

  /** Of the value that begins at an item of a group, and of what a variable holds that is put there. */
  in(group: Group, position: number, holder?: Token): Span[] {
    const own = this.#from(group, position);
    return holder ? [...own, ...this.#appended(holder)] : own;
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
    return this.#between(from, Math.min(to, from + MAX_TOKENS), group, new Set());
  }

  /** Of what is appended to a variable. */
  #appended(holder: Token): Span[] {
    const seen = new Set([holder.text]);
    return this.#places
      .uses(holder.text)
      .slice(0, MAX_USES)
      .flatMap((use) => {
        const range = this.#givenAt(use);
        return range ? this.#between(...range, undefined, seen) : [];
      });
  }

  /** Of what a member is given or gets appended, and of the type of its values where that becomes one. */
  ofMember(field: Token): Span[] {
    const found: Span[] = [];
    for (const use of this.#places.uses(field.text).slice(0, MAX_USES)) {
      const isMember = MEMBER.test(this.#tokens[use - 1]?.text ?? '') || this.#isOwn(use, field);
      const range = isMember ? this.#givenAt(use) : undefined;
      if (range) found.push(...this.#between(...range, undefined, new Set([field.text])));
      if (!isMember) found.push(...this.#typed(use));
    }
    return found.slice(0, MAX_USES);
  }

  /** `documents.append(...)` in a method of the field's own type: what it belongs to isn't said. */
  #isOwn(use: number, { scope }: Token): boolean {
    const token = this.#tokens[use];
    const isLocal = /^(val|var|let|const|final)$/.test(this.#tokens[use - 1]?.text ?? '');
    return token?.scope.kind === 'function' && token.scope.parent === scope && !token.parameter && !isLocal;
  }

  /** Of the type that is said behind a name. */
  #typed(at: number): Span[] {
    const found: Span[] = [];
    for (let i = at + 1; i < at + MAX_TYPE; i++) {
      const token = this.#tokens[i];
      if (!token || token.first || /^[,;=]$/.test(token.text)) break;
      if (token.kind === 'name' && this.#own().has(token.text)) found.push(...this.#writtenBy(token.text));
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

  #between(from: number, to: number, within: Group | undefined, seen: Set<string>): Span[] {
    const found: Span[] = [];
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at];
      if (!token || token.passive) continue;
      if (token.kind === 'string') {
        const place = this.#places.of(at);
        if (!place || !token.text.startsWith('data:')) continue;
        if (!OF_BASE64.test(this.#strings.at(place.group.items, place.position))) continue;
        if (!this.#isUploaded(at, within)) found.push({ start: token.body ?? token.start, end: token.end });
      } else if (token.kind === 'name' && this.#isValue(at))
        found.push(...this.#named(at, token, within, seen));
    }
    return found;
  }

  /** A name by itself: no member of something, no key. */
  #isValue(at: number): boolean {
    const before = this.#tokens[at - 1]?.text;
    const next = this.#tokens[at + 1]?.text;
    if ((before === '.' || before === '->') && !/^[$@]?(this|self)$/.test(this.#tokens[at - 2]?.text ?? ''))
      return false;
    if (next === '.' && /id$/i.test(this.#tokens[at + 2]?.text ?? '')) return false;
    return next !== '=' && next !== '=>';
  }

  #named(at: number, token: Token, within: Group | undefined, seen: Set<string>): Span[] {
    const name = token.text.replace(/^[$@]+/, '');
    if (this.#isUploaded(at, within)) return [];
    if (this.#maker(name)) return [{ start: token.start, end: token.end }];
    if (seen.has(name) || seen.size > MAX_DEPTH) return [];
    seen.add(name);
    const found: Span[] = [];
    for (const use of this.#places.usesAround(name, at, MAX_USES)) {
      const range = this.#givenAt(use);
      if (!range) continue;
      // A function that is given to a name: the call of it makes the URL.
      const spans = this.#between(...range, undefined, seen);
      const called = this.#tokens[at + 1]?.text === '(';
      found.push(...(called && spans.length > 0 ? [{ start: token.start, end: token.end }] : spans));
    }
    return found.slice(0, 20);
  }

  /** Tokens of what a name is given, or what is appended to it, at one of its uses. */
  #givenAt(use: number): [number, number] | undefined {
    const token = this.#tokens[use];
    if (!token || token.parameter) return undefined;
    const end = Math.min(token.statement.last, use + MAX_TOKENS);
    const next = this.#tokens[use + 1]?.text ?? '';
    if (next === '.' || next === '->')
      return APPENDS.test(this.#tokens[use + 2]?.text ?? '') ? [use + 3, end] : undefined;
    if (APPENDS.test(next) || next === '=' || next === ':=') return [use + 2, end];
    if (next === '[' && this.#tokens[use + 2]?.text === ']' && this.#tokens[use + 3]?.text === '=')
      return [use + 4, end];
    if (next !== ':') return undefined;
    for (let i = use + 2; i < Math.min(end, use + 16); i++)
      if (this.#tokens[i]?.text === '=') return [i + 1, end];
    return undefined;
  }

  /** Handed to something that uploads it, or the upload's own field. */
  #isUploaded(at: number, within: Group | undefined): boolean {
    let place = this.#places.of(at);
    for (let depth = 0; place && depth < 6; depth++) {
      const { group, position } = place;
      if (BLOB.test(givenTo(group.items, position, this.#tokens)?.text ?? '')) return true;
      if (group === within) return false;
      if (group.open === '(' && UPLOADS.test(calleeOf(group, this.#tokens).at(-1) ?? ''))
        return within !== undefined;
      if (!group.parent) return false;
      place = { group: group.parent, position: group.position };
    }
    return false;
  }

  /** A function that gives back a data URL, and doesn't send it itself. */
  #maker(name: string): boolean {
    // What a function of this file does is seen; of another one's, its name has to do.
    return this.#own().has(name) ? !SENDS.test(name) : this.#told.has(name) && !UPLOADS.test(name);
  }

  /** Names of this file's functions that do, and of types that become one when they are written out. */
  makers(): string[] {
    return [...this.#own()].filter((name) => !UPLOADS.test(name));
  }

  #own(): ReadonlySet<string> {
    if (!this.#makers) {
      const makers = new Set<string>();
      const uploads = new Set<string>();
      for (const token of this.#tokens) {
        const { scope } = token;
        if (scope.kind !== 'function') continue;
        if (BLOB.test(token.text) || /transfers(\/|$)/.test(token.text)) uploads.add(scope.name);
        else if (
          token.text === 'readAsDataURL' ||
          (token.kind === 'string' && token.text.startsWith('data:'))
        ) {
          makers.add(scope.name);
          if (WRITES.test(scope.name) && scope.parent?.kind === 'type') makers.add(scope.parent.name);
        }
      }
      for (const upload of uploads) makers.delete(upload);
      this.#makers = makers;
    }
    return this.#makers;
  }
}

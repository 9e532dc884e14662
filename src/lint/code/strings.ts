// Strings: texts, sums of texts and code, and JSON that is written in them.
import { type Facts, type Value } from '../model/facts.ts';
import { readJson } from '../read/json.ts';
import { addText, type Context, siteOf, type State } from './state.ts';
import type { Piece, Token } from './token.ts';

export function stringValue(state: State, token: Token, context: Context): Value {
  const inner = token.inner ?? token.start;
  const span = { start: inner, end: inner + lengthOf(token) };
  if (LIKE_JSON.test(token.text)) {
    const object = jsonIn(state, [token], context);
    if (object) return object;
  }
  addText(
    state,
    token.text,
    span,
    context.parent?.key ?? '',
    context,
    token.pieces && placesOf(token.pieces),
  );
  if (!token.pieces) return { kind: 'text', text: token.text, span };
  const parts = token.pieces.map((piece) => pieceValue(state, piece, context));
  const value: Value = { kind: 'sum', parts, span };
  state.sums.push({ value, fn: context.fn });
  return value;
}

/** Where the characters of a text stand that has `{}` for each piece of code. */
function placesOf(pieces: readonly Piece[]): (offset: number) => number {
  return (offset) => {
    let from = 0;
    for (const piece of pieces) {
      const length = 'text' in piece ? piece.text.length : HOLE;
      if (offset < from + length) return 'text' in piece ? piece.at + offset - from : piece.at;
      from += length;
    }
    return (pieces.at(-1)?.at ?? 0) + offset - from;
  };
}
const HOLE = '{}'.length;

const lengthOf = ({ pieces, text }: Token): number => {
  const last = pieces?.at(-1);
  const first = pieces?.[0];
  if (!last || !first) return text.length;
  // A hole's own length isn't kept: at least its code.
  return last.at + ('text' in last ? last.text.length : last.code.length) - first.at;
};

function pieceValue(state: State, piece: Piece, context: Context): Value {
  if ('text' in piece) {
    return { kind: 'text', text: piece.text, span: { start: piece.at, end: piece.at + piece.text.length } };
  }
  const name = piece.code
    .trim()
    .replace(/^(?:\$?this|self)(?:\.|->)|^[@$]+/, '')
    .replace(/->|::/g, '.');
  const span = { start: piece.at, end: piece.at + piece.code.length };
  const called = /^([\w.]+)\(/.exec(name)?.[1];
  if (called !== undefined) {
    return { kind: 'call', call: { callee: called, args: [], parent: context.call, span } };
  }
  if (!/^[\w.]+$/.test(name)) return { kind: 'other' };
  state.uses.push({ name, site: siteOf(context), at: piece.at });
  return { kind: 'name', name, span };
}

const LIKE_JSON = /^\s{0,40}[{[][\s\\]{0,200}["'{]/;

/** The outermost object of JSON that stands in a string, or in several that are joined. */
function jsonIn(state: State, tokens: readonly (Token | undefined)[], context: Context): Value | undefined {
  const plain = new Plain();
  for (const token of tokens)
    if (token) plain.add(token);
    else plain.addUnknown();
  const facts = readJson({ text: plain.text, path: '', extension: 'json' });
  if (facts.objects.length === 0) return undefined;
  moveInto(state, facts, (offset) => plain.at(offset), context);
  const root = facts.objects.find(({ parent }) => !parent) ?? facts.objects[0];
  return root && { kind: 'object', object: root };
}

/** `"{\"amount\":" + value + "}"`: the JSON that strings make together; `undefined` for what isn't a string. */
export function joinedJson(
  state: State,
  tokens: readonly (Token | undefined)[],
  context: Context,
): Value | undefined {
  return tokens[0] && LIKE_JSON.test(tokens[0].text) ? jsonIn(state, tokens, context) : undefined;
}

/** Texts between quotes without their escapes, and where each of their characters stands. */
class Plain {
  readonly #kept: string[] = [];
  readonly #places: number[] = [];

  get text(): string {
    return this.#kept.join('');
  }

  at(offset: number): number {
    return this.#places[offset] ?? (this.#places.at(-1) ?? 0) + 1;
  }

  /** Code in the place of a value. */
  addUnknown(): void {
    this.#push('0', this.at(this.#places.length));
  }

  add({ pieces, text, inner, start }: Token): void {
    const from = inner ?? start;
    for (const piece of pieces ?? [{ text, at: from }]) {
      if ('code' in piece) this.#push('0', piece.at);
      else this.#addText(piece.text, piece.at);
    }
  }

  #addText(text: string, from: number): void {
    for (let i = 0; i < text.length; i++) {
      if (text[i] === '\\' && i + 1 < text.length) i++;
      this.#push(text.charAt(i), from + i);
    }
  }

  #push(char: string, place: number): void {
    this.#kept.push(char);
    this.#places.push(place);
  }
}

function moveInto(state: State, facts: Facts, at: (offset: number) => number, context: Context): void {
  const site = siteOf(context);
  for (const object of facts.objects) {
    Object.assign(object.span, { start: at(object.span.start), end: at(object.span.end) });
    for (const key of object.keys) {
      Object.assign(key.span, { start: at(key.span.start), end: at(key.span.end) });
      if (key.value.kind === 'text') {
        Object.assign(key.value.span, { start: at(key.value.span.start), end: at(key.value.span.end) });
      }
    }
    object.place.names.push(...context.names);
    object.place.outer.push(...context.outer);
    state.facts.objects.push(object);
    state.sites.set(object, object.parent ? { ...site, parent: object.parent } : site);
  }
  for (const list of facts.lists) {
    Object.assign(list.span, { start: at(list.span.start), end: at(list.span.end) });
    list.place.names.push(...context.names);
    list.place.outer.push(...context.outer);
    state.facts.lists.push(list);
    state.sites.set(list, site);
  }
  for (const text of facts.texts) {
    Object.assign(text.span, { start: at(text.span.start), end: at(text.span.end) });
    text.place.names.push(...context.names);
    text.place.outer.push(...context.outer);
    state.facts.texts.push(text);
    state.sites.set(text, site);
  }
}

// Strings: texts, sums of texts and code, and JSON that is written in them.
import { type Facts, type Value } from '../facts.ts';
import { readJson } from '../read/json.ts';
import type { Piece, Token } from './tokenize.ts';
import { addText, type Context, siteOf, type State } from './state.ts';

export function stringValue(state: State, token: Token, context: Context): Value {
  const inner = token.inner ?? token.start;
  const span = { start: inner, end: inner + lengthOf(token) };
  if (LIKE_JSON.test(token.text)) {
    const object = jsonIn(state, token, context);
    if (object) return object;
  }
  addText(state, token.text, span, context.parent?.key ?? '', context);
  if (!token.pieces) return { kind: 'text', text: token.text, span };
  const parts = token.pieces.map((piece) => pieceValue(state, piece, context));
  const value: Value = { kind: 'sum', parts, span };
  state.sums.push({ value, fn: context.fn });
  return value;
}

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
  state.uses.push({ name, site: siteOf(context) });
  return { kind: 'name', name, span };
}

const LIKE_JSON = /^\s{0,40}[{[][\s\\]{0,200}["'{]/;

/** The outermost object of JSON that stands in a string. */
function jsonIn(state: State, token: Token, context: Context): Value | undefined {
  const { text, at } = unescaped(state.text, token);
  const facts = readJson({ text, path: '', extension: 'json' });
  if (facts.objects.length === 0) return undefined;
  moveInto(state, facts, at, context);
  const root = facts.objects.find(({ parent }) => !parent) ?? facts.objects[0];
  return root && { kind: 'object', object: root };
}

/** The text between the quotes without its escapes, and where each of its characters stands. */
function unescaped(source: string, token: Token): { text: string; at: (offset: number) => number } {
  const inner = token.inner ?? token.start;
  const raw = token.pieces ? source.slice(inner, token.end) : token.text;
  const kept: string[] = [];
  const places: number[] = [];
  const pieces = (token.pieces ?? []).filter((piece): piece is Piece & { code: string } => 'code' in piece);
  let hole = 0;
  for (let i = 0; i < raw.length; i++) {
    const next = pieces[hole];
    if (next && inner + i >= next.at) {
      // Code inside a string is some value.
      kept.push('0');
      places.push(inner + i);
      const rest = raw.indexOf(next.code, i);
      i = Math.max(i, rest < 0 ? i : rest + next.code.length);
      hole++;
      continue;
    }
    if (raw[i] === '\\' && i + 1 < raw.length) i++;
    kept.push(raw.charAt(i));
    places.push(inner + i);
  }
  const end = inner + raw.length;
  return { text: kept.join(''), at: (offset) => places[offset] ?? end };
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

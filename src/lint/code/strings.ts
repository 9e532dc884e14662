// Strings: texts, sums of texts and code, and JSON that is written in them.
import { addFacts, type Facts, type Span, type Value } from '../model/facts.ts';
import { readJson } from '../read/json.ts';
import { joined, type Piece as PlainPiece } from '../read/region.ts';
import { addText, type Context, type State } from './state.ts';
import type { Piece, Token } from './tokenize.ts';

const LIKE_JSON = /^\s{0,40}[{[][\s\\]{0,200}["'{]/;
const HOLE = '{}';

export function stringValue(state: State, token: Token, context: Context): Value {
  const { text, pieces, inner = token.start } = token;
  const json = joinedJson(state, [token], context);
  if (json) return json;
  const span = { start: inner, end: endOf(token) };
  addText(state, text, span, context.parent?.key ?? '', context, pieces && placesOf(pieces));
  if (!pieces) return { kind: 'text', text, span };
  const value: Value = { kind: 'sum', parts: pieces.map((piece) => pieceValue(state, piece, context)), span };
  state.sums.push({ value, fn: context.fn });
  return value;
}

const endOfPiece = (piece: Piece): number => piece.at + ('text' in piece ? piece.text : piece.code).length;
/** Where the text of a string ends. The length of a hole is not kept; it is at least the length of its code. */
function endOf({ pieces, text, inner = 0 }: Token): number {
  const last = pieces?.at(-1);
  return last ? endOfPiece(last) : inner + text.length;
}

/** The positions of the characters of a text with `{}` for each piece of code. */
function placesOf(pieces: readonly Piece[]): (offset: number) => number {
  return (offset) => {
    let from = 0;
    for (const piece of pieces) {
      const { length } = 'text' in piece ? piece.text : HOLE;
      if (offset < from + length) return 'text' in piece ? piece.at + offset - from : piece.at;
      from += length;
    }
    return (pieces.at(-1)?.at ?? 0) + offset - from;
  };
}

function pieceValue(state: State, piece: Piece, context: Context): Value {
  const span: Span = { start: piece.at, end: endOfPiece(piece) };
  if ('text' in piece) return { kind: 'text', text: piece.text, span };
  const name = piece.code
    .trim()
    .replace(/^(?:\$?this|self)(?:\.|->)|^[@$]+/, '')
    .replace(/->|::/g, '.');
  const callee = /^([\w.]+)\(/.exec(name)?.[1];
  if (callee !== undefined) return { kind: 'call', call: { callee, args: [], parent: context.call, span } };
  state.uses.add({ name, site: context, at: piece.at });
  return { kind: 'name', name, span };
}

/** The outermost object of JSON in strings: `"{\"amount\":" + value + "}"`. A token `undefined` is code. */
export function joinedJson(
  state: State,
  tokens: readonly (Token | undefined)[],
  context: Context,
): Value | undefined {
  if (!LIKE_JSON.test(tokens[0]?.text ?? '')) return undefined;
  const plain = joined(tokens.flatMap(plainPieces));
  const facts = readJson({ text: plain.text, path: '', extension: 'json' });
  const root = facts.objects.find(({ parent }) => !parent) ?? facts.objects[0];
  if (!root) return undefined;
  moveInto(state, facts, plain.at, context);
  return { kind: 'object', object: root };
}

/** A piece of code is an unknown value. */
function plainPieces(token: Token | undefined): PlainPiece[] {
  if (!token) return [{ text: '0', at: 0, raw: true }];
  const pieces = token.pieces ?? [{ text: token.text, at: token.inner ?? token.start }];
  return pieces.map((piece) => ('code' in piece ? { text: '0', at: piece.at, raw: true } : piece));
}

function moveInto(state: State, facts: Facts, at: (offset: number) => number, context: Context): void {
  addFacts(state.facts, facts, at, { names: [...context.names], outer: [...context.outer] });
  for (const object of facts.objects)
    state.sites.set(object, object.parent ? { ...context, parent: object.parent } : context);
  for (const one of [...facts.lists, ...facts.texts]) state.sites.set(one, context);
}

// Source code through its real grammar (tree-sitter) into tokens: strings whole, comments apart, patterns, imports and
// deletions marked, the enclosing functions and types known.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { Language, type Node, Parser, type TreeCursor } from 'web-tree-sitter';

import { DOCUMENT_TYPES, RELEVANT } from '../words.ts';
import { GRAMMARS, type LanguageId } from './language.ts';
import { kindOf, type NodeKind } from './node-kind.ts';
import type { Comment, Lexed, Part, Scope, Statement, Token } from './token.ts';

const parsers = new Map<LanguageId, Promise<Parser>>();
let ready: Promise<void> | undefined;

async function load(language: LanguageId, grammar: string): Promise<Parser> {
  await (ready ??= Parser.init());
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json'));
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(folder, 'wasm', `tree-sitter-${grammar}.wasm`)));
  parsers.set(language, Promise.resolve(parser));
  return parser;
}

/** `undefined` where there is no grammar. */
export async function parseCode(text: string, language: LanguageId): Promise<Lexed | undefined> {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return undefined;
  let parser = parsers.get(language);
  if (!parser) parsers.set(language, (parser = load(language, grammar)));
  const tree = (await parser).parse(text);
  if (!tree) return undefined;
  try {
    return new Walk(text).run(tree.rootNode);
  } finally {
    tree.delete();
  }
}

const IS_NAME = /^[@:]?\p{N}*[\p{L}_$][\p{L}\p{N}_$]*[?!:]?$/u;
const INNER = /(substitution|interpolation|string_content_interpolation|variable_name|escape_interpolation)$/;
const MAX_DEPTH = 4_000;

class Walk {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  #depth = 0;
  /** The first line end behind the last token. */
  #newline = -1;
  /** What is done with a list of document types may stand anywhere. */
  readonly #whole: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#whole = DOCUMENT_TYPES.test(text);
  }

  run(root: Node): Lexed {
    const scope: Scope = { name: '', kind: 'file', parent: undefined };
    const statement: Statement = { parent: undefined, first: 0, last: 0 };
    const cursor = root.walk();
    try {
      this.#visit(cursor, '', { scope, statement, passive: false, parameter: false });
    } finally {
      cursor.delete();
    }
    statement.last = this.#tokens.length;
    return { tokens: this.#tokens, comments: this.#comments };
  }

  /** `previous`: the type of the sibling before it. */
  #visit(cursor: TreeCursor, parent: string, inside: Inside, previous = ''): void {
    const type = cursor.nodeType;
    const kind = kindOf(type);
    if (kind.comment) {
      const { startIndex: start, endIndex: end } = cursor;
      this.#comments.push({ text: this.#text.slice(start, end), start, end });
      return;
    }
    if (kind.string) {
      this.#string(cursor.currentNode, inside);
      return;
    }
    if (kind.declares && !this.#whole && !RELEVANT.test(this.#text.slice(cursor.startIndex, cursor.endIndex)))
      return;
    const typed = isAnswersType(type, parent, previous) && !inside.passive;
    const here = this.#inside(cursor, type, kind, parent, typed ? { ...inside, passive: true } : inside);
    if (!cursor.gotoFirstChild()) {
      this.#leaf(cursor, type, parent, inside);
      return;
    }
    // The parser must never be called with an exhausted stack: it would not be the same afterwards.
    if (++this.#depth > MAX_DEPTH) throw new RangeError('nested too deeply');
    let before = '';
    do {
      const child = cursor.nodeType;
      if (!kind.block || !cursor.nodeIsNamed) this.#visit(cursor, type, here, before);
      else {
        const statement: Statement = { parent: inside.statement, first: this.#tokens.length, last: 0 };
        this.#visit(cursor, type, { ...here, statement }, before);
        statement.last = this.#tokens.length;
      }
      before = child;
    } while (cursor.gotoNextSibling());
    this.#depth--;
    cursor.gotoParent();
  }

  /** What holds for the children of a node. */
  #inside(cursor: TreeCursor, type: string, kind: NodeKind, parent: string, inside: Inside): Inside {
    let here = inside;
    if (kind.passive || (type === 'unary_expression' && isDelete(cursor.currentNode))) {
      here = { ...here, passive: true };
    }
    // A record's parameters are its fields.
    if (kind.parameters) here = { ...here, parameter: !parent.startsWith('record') };
    if (kind.declares) {
      const name = nameOf(cursor.currentNode);
      if (name !== undefined) {
        here = { ...here, scope: { name, kind: kind.declares, parent: inside.scope }, parameter: false };
      }
    } else if (kind.binds) {
      const node = cursor.currentNode;
      const own = node.childForFieldName('name') ?? node.childForFieldName('key');
      if (own && /function/.test(node.childForFieldName('value')?.type ?? '')) {
        here = { ...here, scope: { name: own.text, kind: 'function', parent: inside.scope } };
      }
    }
    return kind.block && here.parameter ? { ...here, parameter: false } : here;
  }

  #leaf(
    cursor: TreeCursor,
    type: string,
    parent: string,
    { scope, statement, passive, parameter }: Inside,
  ): void {
    const { startIndex: start, endIndex: end } = cursor;
    const text = this.#text.slice(start, end);
    if (text.trim() === '') return;
    const shorthand = type === 'shorthand_property_identifier' || parent === 'shorthand_field_initializer';
    const base = { scope, statement, passive, parameter };
    // Ruby's `amount:` is one token: the key and its colon.
    if (text.endsWith(':') && type.includes('key')) {
      this.#push({ kind: 'name', text: text.slice(0, -1), start, end: end - 1, shorthand: false, ...base });
      this.#push({ kind: 'symbol', text: ':', start: end - 1, end, shorthand: false, ...base });
      return;
    }
    if (type === 'simple_symbol') {
      this.#push({ kind: 'string', text: text.slice(1), start: start + 1, end, shorthand: false, ...base });
      return;
    }
    const kind = IS_NAME.test(text) ? 'name' : /^\d/.test(text) ? 'number' : 'symbol';
    this.#push({ kind, text, start, end, shorthand, ...base });
  }

  #push(token: Omit<Token, 'first'>): void {
    const first = this.#tokens.length === 0 || this.#newline < token.start;
    if (this.#newline < token.end) this.#newline = newlineAfter(this.#text, token.end);
    this.#tokens.push({ ...token, first });
  }

  #string(node: Node, { scope, statement, passive, parameter }: Inside): void {
    const parts: Part[] = [];
    const codes: { start: number; end: number }[] = [];
    collect(node, codes);
    const raw = this.#text.slice(node.startIndex, node.endIndex);
    // The opening: quotes with what may stand before them (f", @", b", """, heredoc names).
    const open =
      /^(?:<<<?[-~]?\s*["'`]?\w+["'`]?\r?\n|[A-Za-z@$]{0,3}#*(?:"""|'''|"|'|`))/.exec(raw)?.[0] ?? '';
    const quote = /(?:"""|'''|"|'|`)$/.exec(open)?.[0] ?? '';
    const body = node.startIndex + open.length;
    const closing =
      quote !== '' && raw.endsWith(quote) && raw.length >= open.length + quote.length ? quote.length : 0;
    const end = Math.max(body, node.endIndex - closing);
    let at = body;
    for (const code of codes) {
      if (code.start < at) continue;
      if (code.start > at) parts.push({ text: this.#text.slice(at, code.start), at });
      const source = this.#text.slice(code.start, code.end).replace(/^(?:\$\{|#\{|\{|\$)|\}$/g, '');
      parts.push({ code: source.trim(), at: code.start });
      at = code.end;
    }
    if (at < end) parts.push({ text: this.#text.slice(at, end), at });
    const text = parts.map((part) => ('text' in part ? part.text : '{}')).join('');
    const kind = /^regex/.test(node.type) ? 'symbol' : 'string';
    const token = {
      kind,
      text,
      start: node.startIndex,
      end: node.endIndex,
      scope,
      statement,
      passive,
      parameter,
    } as const;
    this.#push({ ...token, shorthand: false, body, parts });
  }
}

/** The type that an answer or what is unpacked is said to have: `as { amount: number }`, `json<{ amount: number }>()`. */
function isAnswersType(type: string, parent: string, previous: string): boolean {
  if (type === 'object_type') return parent === 'as_expression';
  if (type === 'type_arguments') return parent === 'call_expression';
  return type === 'type_annotation' && previous === 'object_pattern';
}

function newlineAfter(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? Infinity : found;
}

interface Inside {
  scope: Scope;
  statement: Statement;
  passive: boolean;
  parameter: boolean;
}

/** The expressions inside a string. */
function collect(node: Node, into: { start: number; end: number }[]): void {
  for (const child of node.namedChildren) {
    if (INNER.test(child.type)) into.push({ start: child.startIndex, end: child.endIndex });
    else if (/content|string|heredoc/.test(child.type)) collect(child, into);
  }
}

/** C++ has the name of a function inside its declarator. */
function nameOf(node: Node): string | undefined {
  const own = node.childForFieldName('name')?.text;
  if (own !== undefined) return own;
  const head = node.childForFieldName('declarator')?.text.slice(0, 300) ?? '';
  return /([\w~]+)\s*\(/.exec(head)?.[1]; // bounded: 300 characters
}

const isDelete = (node: Node): boolean => node.firstChild?.type === 'delete';

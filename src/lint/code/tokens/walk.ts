// A syntax tree into tokens: strings whole, comments apart, patterns, imports and deletions marked, the enclosing functions
// and types known. Without recursion: a sum of thousands of terms is as deep a tree.
import type { Node, TreeCursor } from 'web-tree-sitter';

import { ANY_PAPER, DOCUMENT_TYPES, RELEVANT, UPLOAD_PATH } from '../../model/words.ts';
import { isBare } from './bare-arguments.ts';
import { codesIn } from './inner-codes.ts';
import { isAnswersType, kindOf, type NodeKind } from './node-kind.ts';
import type { Comment, Lexed, Part, Scope, Statement, Token } from './token.ts';

/** Nearly all of them are one of these two, and are told in less time. */
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const PLAIN_SIGN = /^[!-#%-/:-@[-^`{-~]+$/;
const IS_NAME = /^[@:]?\p{N}*[\p{L}_$][\p{L}\p{N}_$]*[?!:]?$/u;

export class Walk {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  /** How deep the tree is. */
  depth = 0;
  /** The first line end behind the last token. */
  #newline = -1;
  /** What is done with a list of document types, a data URL or the constant that holds a path may stand anywhere. */
  readonly #whole: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#whole =
      DOCUMENT_TYPES.test(text) ||
      text.includes(';base64,') ||
      text.includes('current-tenant') ||
      (ANY_PAPER.test(text) && UPLOAD_PATH.test(text));
  }

  run(root: Node): Lexed {
    const scope: Scope = { name: '', kind: 'file', parent: undefined };
    const statement: Statement = { parent: undefined, first: 0, last: 0 };
    const cursor = root.walk();
    this.#walk(cursor, { scope, statement, passive: false, parameter: false });
    cursor.delete();
    statement.last = this.#tokens.length;
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #walk(cursor: TreeCursor, root: Inside): void {
    const levels: Level[] = [];
    let inside = root;
    for (;;) {
      const above = levels.at(-1);
      const deeper = this.#visit(cursor, above?.type ?? '', inside, above?.before ?? '');
      if (deeper) this.depth = Math.max(this.depth, levels.push(deeper));
      else if (!this.#next(cursor, levels)) return;
      const level = levels.at(-1);
      if (!level) return;
      inside = this.#enter(level, cursor);
    }
  }

  /** To the next sibling, of the nearest node that has one. */
  #next(cursor: TreeCursor, levels: Level[]): boolean {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      if (level.own) level.own.last = this.#tokens.length;
      level.own = undefined;
      level.before = cursor.nodeType;
      if (cursor.gotoNextSibling()) return true;
      levels.pop();
      if (level.bare) this.#bracket(')', cursor.endIndex, level.here);
      cursor.gotoParent();
    }
    return false;
  }

  /** What holds for the child under the cursor: those of a block are statements. */
  #enter(level: Level, cursor: TreeCursor): Inside {
    if (!level.block || !cursor.nodeIsNamed) return level.here;
    level.own = { parent: level.outer, first: this.#tokens.length, last: 0 };
    return { ...level.here, statement: level.own };
  }

  /** One node. Where it has children to be seen, the cursor is on the first of them. `previous`: the type of the sibling before. */
  #visit(cursor: TreeCursor, parent: string, inside: Inside, previous: string): Level | undefined {
    const type = cursor.nodeType;
    const kind = kindOf(type);
    if (kind.comment) {
      const { startIndex: start, endIndex: end } = cursor;
      this.#comments.push({ text: this.#text.slice(start, end), start, end });
      return undefined;
    }
    if (kind.string) {
      this.#string(cursor.currentNode, inside);
      return undefined;
    }
    if (kind.declares && !this.#whole && !RELEVANT.test(this.#text.slice(cursor.startIndex, cursor.endIndex)))
      return undefined;
    const typed = isAnswersType(type, parent, previous) && !inside.passive;
    const here = this.#inside(cursor, type, kind, parent, typed ? { ...inside, passive: true } : inside);
    if (!cursor.gotoFirstChild()) {
      this.#leaf(cursor, type, parent, inside);
      return undefined;
    }
    const bare = type === 'argument_list' && cursor.nodeType !== '(' && isBare(cursor);
    if (bare) this.#bracket('(', cursor.startIndex, here);
    return { type, bare, block: kind.block, here, outer: inside.statement, before: '', own: undefined };
  }

  /** One that the source does without. */
  #bracket(text: string, at: number, inside: Inside): void {
    this.#push('symbol', text, [at, at], inside);
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
      const own = node.childForFieldName('name') ?? node.childForFieldName('key') ?? exportedBy(node);
      const value = node.childForFieldName('value') ?? node.childForFieldName('right');
      if (own && /function/.test(value?.type ?? '')) {
        here = { ...here, scope: { name: own.text, kind: 'function', parent: inside.scope } };
      }
    }
    return kind.block && here.parameter ? { ...here, parameter: false } : here;
  }

  #leaf(cursor: TreeCursor, type: string, parent: string, inside: Inside): void {
    const { startIndex: start, endIndex: end } = cursor;
    const text = this.#text.slice(start, end);
    if (text.trim() === '') return;
    // Ruby's `amount:` is one token: the key and its colon.
    if (text.endsWith(':') && type.includes('key')) {
      this.#push('name', text.slice(0, -1), [start, end - 1], inside);
      this.#push('symbol', ':', [end - 1, end], inside);
      return;
    }
    if (type === 'simple_symbol') {
      this.#push('string', text.slice(1), [start + 1, end], inside);
      return;
    }
    const shorthand = type === 'shorthand_property_identifier' || parent === 'shorthand_field_initializer';
    const isName =
      PLAIN_NAME.test(text) ||
      type === 'private_property_identifier' ||
      (!PLAIN_SIGN.test(text) && IS_NAME.test(text));
    const kind = isName ? 'name' : /^\d/.test(text) ? 'number' : 'symbol';
    this.#push(kind, text, [start, end], inside, shorthand);
  }

  /** Written out: there are thousands of tokens in a file, and each is of the same shape. */
  #push(
    kind: Token['kind'],
    text: string,
    [start, end]: readonly [number, number],
    { scope, statement, passive, parameter }: Inside,
    shorthand = false,
    said?: Pick<Token, 'body' | 'parts'>,
  ): void {
    const first = this.#tokens.length === 0 || this.#newline < start;
    if (this.#newline < end) this.#newline = newlineAfter(this.#text, end);
    const token = { kind, text, start, end, first, scope, statement, passive, parameter, shorthand };
    this.#tokens.push(said ? { ...token, ...said } : token);
  }

  #string(node: Node, inside: Inside): void {
    const parts: Part[] = [];
    const codes = codesIn(node, this.#text);
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
    this.#push(kind, text, [node.startIndex, node.endIndex], inside, false, { body, parts });
  }
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

/** A node whose children are being visited. */
interface Level {
  readonly type: string;
  readonly block: boolean;
  /** Arguments that stand in no brackets. */
  readonly bare: boolean;
  /** What holds for them. */
  readonly here: Inside;
  /** The statement that the node itself stands in. */
  readonly outer: Statement;
  /** The type of the child before; empty at the first. */
  before: string;
  /** The statement that the child is. */
  own: Statement | undefined;
}

/** C++ has the name of a function inside its declarator. */
function nameOf(node: Node): string | undefined {
  const own = node.childForFieldName('name')?.text;
  if (own !== undefined) return own;
  const head = node.childForFieldName('declarator')?.text.slice(0, 300) ?? '';
  return /([\w~]+)\s*\(/.exec(head)?.[1]; // bounded: 300 characters
}

/** CommonJS: `exports.dataUrl = (path) => ...`. */
function exportedBy(node: Node): Node | null | undefined {
  const left = node.childForFieldName('left');
  const of = left?.type === 'member_expression' ? left.childForFieldName('object')?.text : undefined;
  return of === 'exports' || of === 'module.exports' ? left?.childForFieldName('property') : undefined;
}

const isDelete = (node: Node): boolean => node.firstChild?.type === 'delete';

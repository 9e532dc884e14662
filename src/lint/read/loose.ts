// One tolerant reader of JSON, JSON with comments, JavaScript literals, jq programs, and templates of them.
// Linear: it never goes back, and keeps its own stack. Anything else is passed over.
import { joined, type TreeMember, type TreeNode, treeNode } from './region.ts';

/** Nested deeper than anything that a person or a program means. */
const MAX_DEPTH = 300;
/** Of texts that are neither blank nor a comment, quoted, nor a sign. */
const WORD = /\.{0,3}([\w$@.\-?!\u0080-\uffff]{0,1000})/y;
/** What another program fills in: `{{ x }}`, `<% x %>`, `${x}`, `$x`. `{{ "amount": 5 }}` is an object. */
const HOLE =
  /\{\{(?!\s{0,8}["'][\w-]{1,60}["']\s{0,8}:)[^{}]{0,300}\}\}|\{%[^%]{0,300}%\}|<%[^%]{0,300}%>|<<\w{1,80}>>|\$\{[^{}]{0,300}\}|\$\([^()]{0,300}\)|\$\w{1,80}/y;
/** In the place of a value, `{x}` is one as well. */
const NAMED_HOLE = /\{[\w.$]{1,60}\}/y;
const LINE_END = /[ \t\r]{0,80}\n/y;
const SIGN = /:=|=>|:(?!:)|=(?!=)/y;
/** jq's `{ $amount }` is a key; any other hole in that place is not. */
const SHORT_KEY = /\$\w{1,80}(?=\s{0,8}[,}])/y;
/** `JSON.stringify({ ... })`. */
const CALLED = /[\w.]{1,40}\(\s{0,8}(?=[{[])/y;

/** The object or list at an offset. `plainKind`: what a value without quotes is; in YAML it is a text. */
export function readLoose(
  text: string,
  from = 0,
  onTooDeep?: () => void,
  plainKind: 'other' | 'text' = 'other',
): TreeNode | undefined {
  const loose = new Loose(text, from, plainKind);
  const root = loose.read();
  if (loose.isTooDeep) onTooDeep?.();
  return root;
}

interface Frame {
  readonly node: TreeNode;
  member: TreeMember | undefined;
  /** Behind the member's `:`, `=` or `=>`. */
  valued: boolean;
}

class Loose {
  readonly #stack: Frame[] = [];
  readonly #text: string;
  readonly #plainKind: 'other' | 'text';
  #at: number;

  /** Brackets below the deepest level were passed over. */
  isTooDeep = false;

  constructor(text: string, from: number, plainKind: 'other' | 'text') {
    this.#text = text;
    this.#at = from;
    this.#plainKind = plainKind;
  }

  read(): TreeNode | undefined {
    this.#skip();
    const char = this.#text[this.#at];
    if ((char !== '{' && char !== '[') || this.#take(HOLE) !== undefined) return undefined;
    const root = this.#open();
    while (this.#stack.length > 0 && this.#at < this.#text.length) this.#step();
    for (const { node } of this.#stack) node.end = this.#at;
    return root;
  }

  /** The text at this position, if it has that form; then the reader moves past it. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #open(): TreeNode {
    const isList = this.#text[this.#at] !== '{';
    const node = treeNode(isList ? 'list' : 'object', this.#at, this.#at);
    this.#stack.push({ node, member: undefined, valued: false });
    this.#at++;
    return node;
  }

  /** One thing: a bracket, a key, a sign, a value. Always moves on. */
  #step(): void {
    this.#skip();
    const frame = this.#stack.at(-1);
    const char = this.#text[this.#at];
    if (!frame || char === undefined) return;
    if (char === '}' || char === ']') this.#close(frame);
    else if (char === ',' || char === ';') {
      frame.member = undefined;
      frame.valued = false;
      this.#at++;
    } else if (frame.node.kind === 'object' && !frame.valued) this.#key(frame, char);
    else this.#value(frame, char);
  }

  #close(frame: Frame): void {
    this.#at++;
    frame.node.end = this.#at;
    this.#stack.pop();
    const parent = this.#stack.at(-1);
    if (parent) parent.valued = false;
  }

  #key(frame: Frame, char: string): void {
    if (frame.member && this.#take(SIGN) !== undefined) {
      frame.valued = true;
      return;
    }
    const start = this.#at;
    const short = this.#take(SHORT_KEY);
    if (short === undefined && this.#take(HOLE) !== undefined) return;
    if (char === '{' || char === '[') return this.#value(frame, char);
    const isQuoted = isQuote(char);
    const written = short ?? (isQuoted ? this.#quoted(char) : this.#word());
    if (written === '') {
      this.#at++;
      return;
    }
    const text = isQuoted ? written : written.replace(/^[$@]|[?!]$/g, '');
    const from = start + (isQuoted || /^[$@]/.test(written) ? 1 : 0);
    frame.member = { key: { text, start: from, end: from + text.length } };
    frame.node.members.push(frame.member);
  }

  #value(frame: Frame, char: string): void {
    const start = this.#at;
    if (frame.valued) this.#take(CALLED);
    const hole = this.#take(HOLE) ?? (frame.valued ? this.#take(NAMED_HOLE) : undefined);
    if (hole !== undefined) return this.#put(frame, treeNode('hole', start, this.#at, hole));
    const bracket = this.#text[this.#at];
    if (bracket === '{' || bracket === '[') {
      if (this.#stack.length < MAX_DEPTH) return this.#put(frame, this.#open());
      this.isTooDeep = true;
      this.#at++;
      return;
    }
    if (isQuote(char)) {
      const text = this.#quoted(char);
      const node = treeNode('text', start + 1, start + 1 + text.length, text);
      const value = text.includes('\\') ? joined([{ text, at: start + 1 }]) : undefined;
      // `"a": "x" + more`: the first piece is taken for the whole.
      return this.#put(frame, value ? { ...node, value } : node);
    }
    const bare = this.#bare();
    if (bare === '') {
      this.#at++;
      return;
    }
    const isNumber = /^(?:[-+]?[\d.]+|true|false|null|~)$/i.test(bare);
    this.#put(frame, treeNode(isNumber ? 'other' : this.#plainKind, start, start + bare.length, bare));
  }

  #put(frame: Frame, value: TreeNode): void {
    if (frame.node.kind === 'list' || !frame.member) frame.node.items.push(value);
    else frame.member.value ??= value;
    // Templates and malformed data leave the comma out.
    const isNested = value.kind === 'object' || value.kind === 'list';
    if (isNested || this.#take(LINE_END) === undefined) return;
    frame.member = undefined;
    frame.valued = false;
  }

  /** White space and comments. */
  #skip(): void {
    const text = this.#text;
    for (;;) {
      const char = text[this.#at];
      if (char === undefined) return;
      if (/\s/.test(char)) this.#at++;
      else if (char === '/' && text[this.#at + 1] === '/') this.#to('\n', 0);
      else if (char === '/' && text[this.#at + 1] === '*') this.#to('*/', 2);
      else if (char === '#' && /[\s{]/.test(text[this.#at - 1] ?? ' ')) this.#to('\n', 0);
      else return;
    }
  }

  #to(end: string, behind: number): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    this.#at = found < 0 ? this.#text.length : found + behind;
  }

  /** As it is written between the quotes. A line ends a text that has no end. */
  #quoted(quote: string): string {
    const text = this.#text;
    const start = this.#at + 1;
    let end = start;
    while (end < text.length && text[end] !== quote && (text[end] !== '\n' || quote === '`'))
      end += text[end] === '\\' ? 2 : 1;
    end = Math.min(end, text.length);
    this.#at = text[end] === quote ? end + 1 : end;
    return text.slice(start, end);
  }

  #word(): string {
    return (this.#take(WORD) ?? '').replace(/^\.+/, '');
  }

  /** A number, a name, an expression: up to the first sign that can't be part of it. */
  #bare(): string {
    const start = this.#at;
    const text = this.#text;
    let depth = 0;
    for (; this.#at < text.length; this.#at++) {
      const char = text[this.#at] ?? '';
      if (char === '(') depth++;
      else if (char === ')' && depth-- === 0) break;
      else if (char === '\n' || (depth === 0 && /[,;{}[\]]/.test(char))) break;
    }
    return text.slice(start, this.#at).trimEnd();
  }
}

const isQuote = (char: string): boolean => char === '"' || char === "'" || char === '`';

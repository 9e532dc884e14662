// One tolerant reader of object-like text: JSON, JSON with comments, JavaScript literals, jq programs, and templates of them
// with holes. Linear in the text's length: it never goes back, and keeps its own stack. Anything else is passed over.
import { joined, type TreeMember, type TreeNode, treeNode } from './region.ts';

/** Nested deeper than anything that a person or a program means. */
const MAX_DEPTH = 300;

/**
 * The object or list that begins at an offset. `onTooDeep`: called if parts of it were passed over. `plainKind`: what a value
 * without quotes is; in YAML it is a text.
 */
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
  readonly #cursor: Cursor;
  readonly #plainKind: 'other' | 'text';

  /** Brackets below the deepest level were passed over. */
  isTooDeep = false;

  constructor(text: string, from: number, plainKind: 'other' | 'text') {
    this.#plainKind = plainKind;
    this.#cursor = new Cursor(text, from);
  }

  read(): TreeNode | undefined {
    this.#cursor.skip();
    const char = this.#cursor.text[this.#cursor.at];
    if ((char !== '{' && char !== '[') || this.#cursor.isHole(false)) return undefined;
    const root = this.#open();
    while (this.#stack.length > 0 && this.#cursor.at < this.#cursor.text.length) this.#step();
    for (const { node } of this.#stack) node.end = this.#cursor.at;
    return root;
  }

  #open(): TreeNode {
    const list = this.#cursor.text[this.#cursor.at] !== '{';
    const node = this.#node(list ? 'list' : 'object', this.#cursor.at);
    this.#stack.push({ node, member: undefined, valued: false });
    this.#cursor.at++;
    return node;
  }

  #node(kind: TreeNode['kind'], start: number, text = ''): TreeNode {
    return treeNode(kind, start, this.#cursor.at, text);
  }

  /** One thing: a bracket, a key, a sign, a value. Always moves on. */
  #step(): void {
    this.#cursor.skip();
    const frame = this.#stack.at(-1);
    const char = this.#cursor.text[this.#cursor.at];
    if (!frame || char === undefined) return;
    if (char === '}' || char === ']') return this.#closed(frame);
    if (char === ',' || char === ';' || char === '\n') {
      frame.member = undefined;
      frame.valued = false;
      this.#cursor.at++;
      return;
    }
    if (frame.node.kind === 'object' && !frame.valued) this.#key(frame, char);
    else this.#value(frame, char);
  }

  #closed(frame: Frame): void {
    this.#cursor.at++;
    frame.node.end = this.#cursor.at;
    this.#stack.pop();
    const parent = this.#stack.at(-1);
    if (parent) parent.valued = false;
  }

  #key(frame: Frame, char: string): void {
    const sign = /^(?::=|=>|:(?!:)|=(?!=))/.exec(
      this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 2),
    )?.[0];
    if (sign !== undefined && frame.member) {
      this.#cursor.at += sign.length;
      frame.valued = true;
      return;
    }
    if (char === '{' || char === '[') return this.#value(frame, char);
    const quoted = char === '"' || char === "'" || char === '`';
    // jq's `{ $amount }` is a key; anything else in that place is not.
    const here = this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 92);
    const short = /^\$\w{1,80}\s{0,8}[,}]/.test(here);
    if (!quoted && !short && this.#cursor.isHole(false)) return void this.#cursor.hole();
    const start = this.#cursor.at;
    const written = quoted ? this.#cursor.quoted(char) : this.#cursor.word();
    if (written === '') {
      this.#cursor.at++;
      return;
    }
    const text = quoted ? written : written.replace(/^[$@]|[?!]$/g, '');
    const from = start + (quoted ? 1 : /^[$@]/.test(written) ? 1 : 0);
    frame.member = { key: { text, start: from, end: from + text.length } };
    frame.node.members.push(frame.member);
  }

  #value(frame: Frame, char: string): void {
    const start = this.#cursor.at;
    // `JSON.stringify({ ... })`: bounded, a name of 40 letters.
    const called = /^[\w.]{1,40}\(\s{0,8}(?=[{[])/.exec(this.#cursor.text.slice(start, start + 50));
    if (called && frame.valued) this.#cursor.at += called[0].length;
    const bracket = this.#cursor.text[this.#cursor.at];
    if ((bracket === '{' && !this.#cursor.isHole(frame.valued)) || bracket === '[') {
      if (this.#stack.length < MAX_DEPTH) return this.#put(frame, this.#open());
      this.isTooDeep = true;
      this.#cursor.at++;
      return;
    }
    if (char === '"' || char === "'" || char === '`') {
      const text = this.#cursor.quoted(char);
      const node = treeNode('text', start + 1, start + 1 + text.length, text);
      const value = text.includes('\\') ? joined([{ text, at: start + 1 }]) : undefined;
      // `"a": "x" + more`: the first piece stands for all.
      return this.#put(frame, value ? { ...node, value } : node);
    }
    if (this.#cursor.isHole(frame.valued)) {
      const hole = this.#cursor.hole();
      return this.#put(frame, this.#node('hole', start, hole));
    }
    const bare = this.#cursor.bare();
    if (bare === '') {
      this.#cursor.at++;
      return;
    }
    const isNumber = /^(?:[-+]?[\d.]+|true|false|null|~)$/i.test(bare);
    this.#put(frame, {
      ...this.#node(isNumber ? 'other' : this.#plainKind, start, bare),
      end: start + bare.length,
    });
  }

  #put(frame: Frame, node: TreeNode): void {
    if (frame.node.kind === 'list') frame.node.items.push(node);
    else if (!frame.member) frame.node.items.push(node);
    else if (!frame.member.value) frame.member.value = node;
    const nested = node.kind === 'object' || node.kind === 'list';
    if (!nested && frame.node.kind === 'object' && this.#cursor.endsLine()) {
      frame.member = undefined;
      frame.valued = false;
    }
  }
}

const SPACE = /[\s\u00a0\ufeff]/;
const WORD = /[\w$@\-\u0080-\uffff]/;
const CLOSERS: Readonly<Record<string, string>> = {
  '{{': '}}',
  '{%': '%}',
  '<%': '%>',
  '{#': '#}',
  '<<': '>>',
};

/** A place in object-like text, and what stands there. Moves forward only. */
class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** A value that ends its line ends the member: PowerShell and templates leave the comma out. */
  endsLine(): boolean {
    let at = this.at;
    while (this.text[at] === ' ' || this.text[at] === '\t' || this.text[at] === '\r') at++;
    return this.text[at] === '\n';
  }

  /** White space and comments. */
  skip(): void {
    const text = this.text;
    for (;;) {
      const char = text[this.at];
      if (char === undefined) return;
      if (SPACE.test(char)) this.at++;
      else if (char === '/' && text[this.at + 1] === '/') this.#to('\n', 0);
      else if (char === '/' && text[this.at + 1] === '*') this.#to('*/', 2);
      else if (char === '#' && /[\s{]/.test(text[this.at - 1] ?? ' ')) this.#to('\n', 0);
      else return;
    }
  }

  #to(end: string, behind: number): void {
    const found = this.text.indexOf(end, this.at + 2);
    this.at = found < 0 ? this.text.length : found + behind;
  }

  #tag(): void {
    const close = CLOSERS[this.text.slice(this.at, this.at + 2)] ?? '}}';
    this.#to(close, close.length);
  }

  /** `{{ x }}`, `${x}`, `$(x)`, `$x`, `<%= x %>`, `<<x>>`, `{x}`: something that another program puts there. */
  isHole(valued: boolean): boolean {
    const text = this.text;
    const at = this.at;
    switch (text[at]) {
      case '{':
        // `{{ "amount": 5 }}` is an object in a format string.
        if (text[at + 1] === '{') return !/^\{\{\s*["'][\w-]{1,60}["']\s*:/.test(text.slice(at, at + 90));
        return /^\{[\w.$]{1,60}\}/.test(text.slice(at, at + 64)) && valued;
      case '$':
        return /^\$[\w{(]/.test(text.slice(at, at + 2));
      case '<':
        return /^(<%|<<)/.test(text.slice(at, at + 2));
      default:
        return false;
    }
  }

  hole(): string {
    const start = this.at;
    const two = this.text.slice(start, start + 2);
    if (CLOSERS[two] !== undefined) this.#tag();
    else if (two === '${' || two === '$(' || two.startsWith('{')) {
      const close = this.text.indexOf(two === '$(' ? ')' : '}', start);
      this.at = close < 0 ? this.text.length : close + 1;
    } else {
      this.at++;
      while (this.at < this.text.length && WORD.test(this.text[this.at] ?? '')) this.at++;
    }
    return this.text.slice(start, this.at);
  }

  /** As it is written between the quotes; a hole's own quotes don't end it, nor does a line a text without an end. */
  quoted(quote: string): string {
    const text = this.text;
    const start = this.at + 1;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '\\') at++;
      else if (char === quote) {
        this.at = at + 1;
        return text.slice(start, at);
      } else if (char === '{' && text[at + 1] === '{') {
        const close = /^[^\n]{0,300}?\}\}/.exec(text.slice(at, at + 304))?.[0].length;
        if (close !== undefined) at += close - 1;
      } else if (char === '\n' && quote !== '`') {
        this.at = at;
        return text.slice(start, at);
      }
    }
    this.at = text.length;
    return text.slice(start);
  }

  word(): string {
    const start = this.at;
    if (this.text.startsWith('...', start)) this.at += 3;
    while (this.at < this.text.length && /[\w$@.\-?!\u0080-\uffff]/.test(this.text[this.at] ?? '')) this.at++;
    return this.text.slice(start, this.at).replace(/^\.+/, '');
  }

  /** A number, a name, an expression: up to what can't be part of it. */
  bare(): string {
    const start = this.at;
    const text = this.text;
    let depth = 0;
    for (; this.at < text.length; this.at++) {
      const char = text[this.at] ?? '';
      if (char === '(') depth++;
      else if (char === ')') {
        if (depth === 0) break;
        depth--;
      } else if (char === '\n' || (depth === 0 && /[,;{}[\]]/.test(char))) break;
    }
    return text.slice(start, this.at).trimEnd();
  }
}

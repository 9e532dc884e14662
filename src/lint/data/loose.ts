// One tolerant reader of object-like text: JSON, JSON with comments, JavaScript and PowerShell literals, jq programs, and
// all of them as templates, with holes where another program puts its values. Linear in the text, whatever it holds: it
// never goes back, and keeps its own stack. Knows nothing of payments; what is no object is passed over.

import { Cursor } from './cursor.ts';

export interface LooseKey {
  readonly text: string;
  /** Of the key itself, without its quotes. */
  readonly start: number;
  readonly end: number;
}

export interface LooseMember {
  readonly key: LooseKey;
  /** `undefined` where only a name stands: `{ amount }`. */
  value?: LooseNode;
}

export interface LooseNode {
  readonly kind: 'object' | 'list' | 'text' | 'hole' | 'other';
  readonly start: number;
  end: number;
  /** Of a text: as it is written, without its quotes. Of anything else that is no bracket: as it stands there. */
  text: string;
  readonly members: LooseMember[];
  readonly items: LooseNode[];
}

/** Nested deeper than anything that a person or a program means. */
const MAX_DEPTH = 300;

/** The object or list that begins at an offset, and where it ends. */
export function readLoose(text: string, from = 0): LooseNode | undefined {
  return new Loose(text, from).read();
}

interface Frame {
  readonly node: LooseNode;
  /** Closing bracket; with `{{ "a": 1 }}` of a format string, two of them. */
  readonly close: string;
  member: LooseMember | undefined;
  /** Behind the member's `:`, `=` or `=>`. */
  valued: boolean;
}

class Loose {
  readonly #stack: Frame[] = [];
  readonly #cursor: Cursor;

  constructor(text: string, from: number) {
    this.#cursor = new Cursor(text, from);
  }

  read(): LooseNode | undefined {
    this.#cursor.skip();
    const char = this.#cursor.text[this.#cursor.at];
    if ((char !== '{' && char !== '[') || this.#cursor.isHole(false)) return undefined;
    const root = this.#open();
    while (this.#stack.length > 0 && this.#cursor.at < this.#cursor.text.length) this.#step();
    for (const { node } of this.#stack) node.end = this.#cursor.at;
    return root;
  }

  #open(): LooseNode {
    if (this.#stack.length >= MAX_DEPTH) throw new RangeError('nested too deeply');
    const list = this.#cursor.text[this.#cursor.at] !== '{';
    const double = !list && this.#cursor.text[this.#cursor.at + 1] === '{';
    const node = this.#node(list ? 'list' : 'object', this.#cursor.at);
    const close = list ? (this.#cursor.text[this.#cursor.at] === '(' ? ')' : ']') : double ? '}}' : '}';
    this.#stack.push({ node, close, member: undefined, valued: false });
    this.#cursor.at += close.length;
    return node;
  }

  #node(kind: LooseNode['kind'], start: number, text = ''): LooseNode {
    return { kind, start, end: this.#cursor.at, text, members: [], items: [] };
  }

  /** One thing: a bracket, a key, a sign, a value. Always moves on. */
  #step(): void {
    this.#cursor.skip();
    const frame = this.#stack.at(-1);
    const char = this.#cursor.text[this.#cursor.at];
    if (!frame || char === undefined) return;
    if (char === '}' || char === ']' || (char === ')' && frame.close === ')')) return this.#closed(frame);
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
    const twice = frame.close === '}}' && this.#cursor.text.startsWith('}}', this.#cursor.at);
    this.#cursor.at += twice ? 2 : 1;
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
    if (
      char === '{' ||
      char === '[' ||
      (char === '@' && /[{(]/.test(this.#cursor.text[this.#cursor.at + 1] ?? ''))
    ) {
      return this.#value(frame, char);
    }
    // `rows[0].amount` reads a member, and names none.
    if (char === '.' && /[\])]/.test(this.#cursor.text[this.#cursor.at - 1] ?? '')) {
      this.#cursor.at++;
      this.#cursor.word();
      return;
    }
    const quoted = char === '"' || char === "'" || char === '`';
    // jq's `{ $amount }` is a key; anything else in that place is not.
    const short = /^\$\w{1,80}\s{0,8}[,}]/.test(
      this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 92),
    );
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
    // PowerShell's `Body = (@{ ... } | ConvertTo-Json)`.
    if (char === '(' && frame.valued && this.#cursor.text.startsWith('@{', start + 1)) this.#cursor.at += 2;
    else if (char === '@' && /[{(]/.test(this.#cursor.text[start + 1] ?? '')) this.#cursor.at++;
    // `jsonencode({ ... })`: bounded, a name of 40 letters.
    const called = /^[\w.]{1,40}\(\s{0,8}(?=[{[])/.exec(
      this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 50),
    );
    if (called && frame.valued) this.#cursor.at += called[0].length;
    const bracket = this.#cursor.text[this.#cursor.at];
    const isList = bracket === '[' || (bracket === '(' && this.#cursor.at > start);
    if ((bracket === '{' && !this.#cursor.isHole(frame.valued)) || isList)
      return this.#put(frame, this.#open());
    if (char === '"' || char === "'" || char === '`') {
      const text = this.#cursor.quoted(char);
      const node = { ...this.#node('text', start + 1, text), end: start + 1 + text.length };
      // `"a": "x" + more`: the first piece stands for all.
      return this.#put(frame, node);
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
    this.#put(frame, this.#node('other', start, bare));
  }

  #put(frame: Frame, node: LooseNode): void {
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

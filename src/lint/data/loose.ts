// One tolerant reader of object-like text: JSON, JSON with comments, JavaScript and PowerShell literals, jq programs, and
// all of them as templates, with holes where another program puts its values. Linear in the text, whatever it holds: it
// never goes back, and keeps its own stack. Knows nothing of payments; what is no object is passed over.

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
const MAX_DEPTH = 1_000;

const SPACE = /[\s\u00a0\ufeff]/;
const WORD = /[\w$@\-\u0080-\uffff]/;
const CLOSERS: Readonly<Record<string, string>> = {
  '{{': '}}',
  '{%': '%}',
  '<%': '%>',
  '{#': '#}',
  '<<': '>>',
};

/** The object or list that begins at an offset, and where it ends. */
export function readLoose(text: string, from = 0): LooseNode | undefined {
  return new Loose(text).read(from);
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
  readonly #text: string;
  readonly #stack: Frame[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(from: number): LooseNode | undefined {
    this.#at = from;
    this.#skip();
    const char = this.#text[this.#at];
    if ((char !== '{' && char !== '[') || this.#isHole()) return undefined;
    const root = this.#open();
    while (this.#stack.length > 0 && this.#at < this.#text.length) this.#step();
    for (const { node } of this.#stack) node.end = this.#at;
    return root;
  }

  #open(): LooseNode {
    if (this.#stack.length >= MAX_DEPTH) throw new RangeError('nested too deeply');
    const list = this.#text[this.#at] !== '{';
    const double = !list && this.#text[this.#at + 1] === '{';
    const node = this.#node(list ? 'list' : 'object', this.#at);
    const close = list ? (this.#text[this.#at] === '(' ? ')' : ']') : double ? '}}' : '}';
    this.#stack.push({ node, close, member: undefined, valued: false });
    this.#at += close.length;
    return node;
  }

  #node(kind: LooseNode['kind'], start: number, text = ''): LooseNode {
    return { kind, start, end: this.#at, text, members: [], items: [] };
  }

  /** One thing: a bracket, a key, a sign, a value. Always moves on. */
  #step(): void {
    this.#skip();
    const frame = this.#stack.at(-1);
    const char = this.#text[this.#at];
    if (!frame || char === undefined) return;
    if (char === '}' || char === ']' || (char === ')' && frame.close === ')')) return this.#closed(frame);
    if (char === ',' || char === ';' || char === '\n') {
      frame.member = undefined;
      frame.valued = false;
      this.#at++;
      return;
    }
    if (frame.node.kind === 'object' && !frame.valued) this.#key(frame, char);
    else this.#value(frame, char);
  }

  #closed(frame: Frame): void {
    const twice = frame.close === '}}' && this.#text.startsWith('}}', this.#at);
    this.#at += twice ? 2 : 1;
    frame.node.end = this.#at;
    this.#stack.pop();
    const parent = this.#stack.at(-1);
    if (parent) parent.valued = false;
  }

  #key(frame: Frame, char: string): void {
    const sign = /^(?::=|=>|:(?!:)|=(?!=))/.exec(this.#text.slice(this.#at, this.#at + 2))?.[0];
    if (sign !== undefined && frame.member) {
      this.#at += sign.length;
      frame.valued = true;
      return;
    }
    if (char === '{' || char === '[' || (char === '@' && /[{(]/.test(this.#text[this.#at + 1] ?? ''))) {
      return this.#value(frame, char);
    }
    const quoted = char === '"' || char === "'" || char === '`';
    // jq's `{ $amount }` is a key; anything else in that place is not.
    const short = /^\$\w{1,80}\s{0,8}[,}]/.test(this.#text.slice(this.#at, this.#at + 92));
    if (!quoted && !short && this.#isHole()) return void this.#hole();
    const start = this.#at;
    const written = quoted ? this.#quoted(char) : this.#word();
    if (written === '') {
      this.#at++;
      return;
    }
    const text = quoted ? written : written.replace(/^[$@]|[?!]$/g, '');
    const from = start + (quoted ? 1 : /^[$@]/.test(written) ? 1 : 0);
    frame.member = { key: { text, start: from, end: from + text.length } };
    frame.node.members.push(frame.member);
  }

  #value(frame: Frame, char: string): void {
    const start = this.#at;
    if (char === '@' && /[{(]/.test(this.#text[start + 1] ?? '')) this.#at++;
    const bracket = this.#text[this.#at];
    const isList = bracket === '[' || (bracket === '(' && this.#at > start);
    if ((bracket === '{' && !this.#isHole()) || isList) return this.#put(frame, this.#open());
    if (char === '"' || char === "'" || char === '`') {
      const text = this.#quoted(char);
      const node = { ...this.#node('text', start + 1, text), end: start + 1 + text.length };
      // `"a": "x" + more`: the first piece stands for all.
      return this.#put(frame, node);
    }
    if (this.#isHole()) {
      const hole = this.#hole();
      return this.#put(frame, this.#node('hole', start, hole));
    }
    const bare = this.#bare();
    if (bare === '') {
      this.#at++;
      return;
    }
    this.#put(frame, this.#node('other', start, bare));
  }

  #put(frame: Frame, node: LooseNode): void {
    if (frame.node.kind === 'list') frame.node.items.push(node);
    else if (!frame.member) frame.node.items.push(node);
    else if (!frame.member.value) frame.member.value = node;
    const nested = node.kind === 'object' || node.kind === 'list';
    if (!nested && frame.node.kind === 'object' && this.#atLineEnd()) {
      frame.member = undefined;
      frame.valued = false;
    }
  }

  /** A value that ends its line ends the member: PowerShell and templates leave the comma out. */
  #atLineEnd(): boolean {
    let at = this.#at;
    while (this.#text[at] === ' ' || this.#text[at] === '\t' || this.#text[at] === '\r') at++;
    return this.#text[at] === '\n';
  }

  /** White space, comments, and control tags of template languages. */
  #skip(): void {
    const text = this.#text;
    for (;;) {
      const char = text[this.#at];
      if (char === undefined) return;
      if (SPACE.test(char)) this.#at++;
      else if (char === '/' && text[this.#at + 1] === '/') this.#to('\n', 0);
      else if (char === '/' && text[this.#at + 1] === '*') this.#to('*/', 2);
      else if (char === '#' && /[\s{]/.test(text[this.#at - 1] ?? ' ')) this.#to('\n', 0);
      else if (text.startsWith('{%', this.#at) || text.startsWith('{#', this.#at)) this.#tag();
      else if (text.startsWith('<%', this.#at) && text[this.#at + 2] !== '=') this.#tag();
      else if (
        /^\{\{-?\s*[#/^~]?\s*(?:if|else|end|range|with|each|unless)\b/.test(
          text.slice(this.#at, this.#at + 24),
        )
      )
        this.#tag();
      else return;
    }
  }

  #to(end: string, behind: number): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    this.#at = found < 0 ? this.#text.length : found + behind;
  }

  #tag(): void {
    const close = CLOSERS[this.#text.slice(this.#at, this.#at + 2)] ?? '}}';
    this.#to(close, close.length);
  }

  /** `{{ x }}`, `${x}`, `$(x)`, `$x`, `<%= x %>`, `<<x>>`, `{x}`: something that another program puts there. */
  #isHole(): boolean {
    const text = this.#text;
    const at = this.#at;
    switch (text[at]) {
      case '{':
        // `{{ "amount": 5 }}` is an object in a format string.
        if (text[at + 1] === '{') return !/^\{\{\s*["'][\w-]{1,60}["']\s*:/.test(text.slice(at, at + 90));
        return /^\{[\w.$]{1,60}\}/.test(text.slice(at, at + 64)) && this.#stack.at(-1)?.valued === true;
      case '$':
        return /^\$[\w{(]/.test(text.slice(at, at + 2));
      case '<':
        return /^(<%|<<)/.test(text.slice(at, at + 2));
      default:
        return false;
    }
  }

  #hole(): string {
    const start = this.#at;
    const two = this.#text.slice(start, start + 2);
    if (CLOSERS[two] !== undefined) this.#tag();
    else if (two === '${' || two === '$(' || two.startsWith('{')) {
      const close = this.#text.indexOf(two === '$(' ? ')' : '}', start);
      this.#at = close < 0 ? this.#text.length : close + 1;
    } else {
      this.#at++;
      while (this.#at < this.#text.length && WORD.test(this.#text[this.#at] ?? '')) this.#at++;
    }
    return this.#text.slice(start, this.#at);
  }

  /** As it is written between the quotes; a hole's own quotes don't end it, nor does a line a text without an end. */
  #quoted(quote: string): string {
    const text = this.#text;
    const start = this.#at + 1;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '\\') at++;
      else if (char === quote) {
        this.#at = at + 1;
        return text.slice(start, at);
      } else if (char === '{' && text[at + 1] === '{') {
        const close = /^[^\n]{0,300}?\}\}/.exec(text.slice(at, at + 304))?.[0].length;
        if (close !== undefined) at += close - 1;
      } else if (char === '\n' && quote !== '`') {
        this.#at = at;
        return text.slice(start, at);
      }
    }
    this.#at = text.length;
    return text.slice(start);
  }

  #word(): string {
    const start = this.#at;
    if (this.#text.startsWith('...', start)) this.#at += 3;
    while (this.#at < this.#text.length && /[\w$@.\-?!\u0080-\uffff]/.test(this.#text[this.#at] ?? ''))
      this.#at++;
    return this.#text.slice(start, this.#at).replace(/^\.+/, '');
  }

  /** A number, a name, an expression: up to what can't be part of it. */
  #bare(): string {
    const start = this.#at;
    const text = this.#text;
    let depth = 0;
    for (; this.#at < text.length; this.#at++) {
      const char = text[this.#at] ?? '';
      if (char === '(') depth++;
      else if (char === ')') {
        if (depth === 0) break;
        depth--;
      } else if (char === '\n' || (depth === 0 && /[,;{}[\]]/.test(char))) break;
    }
    return text.slice(start, this.#at).trimEnd();
  }
}

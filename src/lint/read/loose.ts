// One tolerant reader of object-like text: JSON, JSON with comments, JavaScript literals, jq programs, and templates of them
// with holes. Linear in the text's length: it never goes back, and keeps its own stack. Anything else is passed over.
import { Cursor } from './cursor.ts';
import { joined } from './region.ts';
import { type TreeMember, type TreeNode, treeNode } from './region.ts';

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

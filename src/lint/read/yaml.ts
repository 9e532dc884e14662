// YAML, by its indentation. A line that fits nowhere, an anchor or a tag is passed over, so that charts and playbooks
// with holes are read, too. Linear.
import { type Facts, newFacts, type Reader, type Source } from '../model/facts.ts';
import { fileNames } from './json.ts';
import { readLoose } from './loose.ts';
import { joined, type Region, regionAt, type TreeMember, type TreeNode, treeNode } from './region.ts';
import { TreeFacts } from './tree-facts.ts';

const MAX_DEPTH = 200;

export const readYaml: Reader = ({ text, path }: Source): Facts => {
  const facts = newFacts();
  const tree = new TreeFacts(facts, regionAt(text, 0));
  const yaml = new Yaml(text);
  for (const root of yaml.documents()) tree.add(root, { names: fileNames(path) });
  facts.comments.push(...yaml.comments);
  if (yaml.isTooDeep) facts.isTooDeep = true;
  return facts;
};

interface Frame {
  readonly column: number;
  readonly node: TreeNode;
}

/** Bounded: a quoted key of 200 characters; a hole may be a key. */
const KEY =
  /^(?:"((?:[^"\\\n]|\\.){0,200})"|'([^'\n]{0,200})'|([^\s#"'[\]{},&*!|>%@`:-](?:[^\n:#]|:(?! |\t|\r|$|\n)|(?<!\s)#){0,200}?|-{1,3}[\w-][\w.-]{0,100}))[ \t]{0,40}:(?=[ \t\r\n]|$)/;

class Yaml {
  readonly comments: Facts['comments'] = [];
  isTooDeep = false;
  readonly #text: string;
  #at = 0;
  #frames: Frame[] = [];
  #roots: TreeNode[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  documents(): TreeNode[] {
    while (this.#at < this.#text.length) this.#line();
    return this.#roots;
  }

  #endOfLine(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#text.length : end;
  }

  #line(): void {
    const start = this.#at;
    const end = this.#endOfLine(start);
    let at = start;
    while (at < end && (this.#text[at] === ' ' || this.#text[at] === '\t')) at++;
    this.#at = end + 1;
    const first = this.#text[at];
    if (at >= end || first === '\r' || first === '%') return;
    if (first === '#') this.#comment(at, end);
    else if (at === start && /^(?:---|\.\.\.)/.test(this.#text.slice(at, at + 3))) this.#frames = [];
    else this.#content(at, at - start, end);
  }

  #comment(start: number, end: number): void {
    this.comments.push({ text: this.#text.slice(start, end), span: { start, end } });
  }

  /** The parts of a line: dashes of list items, then a key or a scalar. */
  #content(from: number, indent: number, end: number): void {
    let at = from;
    let column = indent;
    while (this.#text[at] === '-' && /[\s]|^$/.test(this.#text[at + 1] ?? '')) {
      if (!this.#open('list', column, at)) return;
      const dash = at;
      at++;
      while (at < end && this.#text[at] === ' ') at++;
      column += at - dash;
      if (at >= end || this.#text[at] === '\r') return;
    }
    const key = KEY.exec(this.#text.slice(at, Math.min(end, at + 420)));
    if (!key) return this.#scalar(at, end, column);
    if (!this.#open('object', column, at)) return;
    const written = key[1] ?? key[2] ?? key[3] ?? '';
    const start = at + (key[3] === undefined ? 1 : 0);
    const trimmed = written.trimEnd();
    const member: TreeMember = { key: { text: trimmed, start, end: start + trimmed.length } };
    this.#frames.at(-1)?.node.members.push(member);
    this.#scalar(at + key[0].length, end, column);
  }

  /** Makes the innermost open container one of a kind at a column. */
  #open(kind: 'list' | 'object', column: number, at: number): boolean {
    while (this.#frames.length > 0) {
      const top = this.#frames.at(-1) as Frame; // there is one
      if (top.column < column) break;
      if (top.column === column && top.node.kind === kind) return true;
      // A list may begin in the column of its key.
      if (top.column === column && kind === 'list' && isWaiting(top.node)) break;
      this.#frames.pop();
    }
    if (this.#frames.length >= MAX_DEPTH) {
      this.isTooDeep = true;
      return false;
    }
    const node = treeNode(kind, at, at);
    this.#put(node);
    this.#frames.push({ column, node });
    return true;
  }

  #put(node: TreeNode): void {
    const top = this.#frames.at(-1)?.node;
    if (!top) this.#roots.push(node);
    else if (top.kind === 'list') top.items.push(node);
    else {
      const member = top.members.at(-1);
      if (member && !member.value) member.value = node;
    }
    for (let i = this.#frames.length - 1; i >= 0; i--) {
      const open = this.#frames[i]?.node;
      if (open) open.end = Math.max(open.end, node.end);
    }
  }

  /** The value after a key or a dash, or on a separate line. */
  #scalar(from: number, end: number, column: number): void {
    const text = this.#text;
    let at = from;
    // Anchors and tags; a hole is a value.
    for (;;) {
      while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
      if (text[at] !== '&' && text[at] !== '!') break;
      while (at < end && text[at] !== ' ') at++;
    }
    const char = text[at];
    if (at >= end || char === '\r') return;
    if (char === '#') return this.#comment(at, end);
    if (char === '|' || char === '>') return this.#block(end, column);
    if (char === '"' || char === "'") return this.#quoted(char, at);
    const isHole = char === '{' && /^\{[{%]/.test(text.slice(at, at + 2));
    if ((char === '{' || char === '[') && !isHole) return this.#flow(at);
    const line = text.slice(at, end);
    const comment = / #/.exec(line)?.index;
    if (comment !== undefined) this.#comment(at + comment + 1, end);
    const value = line.slice(0, comment ?? line.length).trimEnd();
    const isOther = /^(?:[-+]?[\d.]+|true|false|null|~)$/i.test(value);
    this.#put(treeNode(isOther ? 'other' : 'text', at, at + value.length, value));
  }

  #flow(at: number): void {
    const node = readLoose(this.#text, at, () => (this.isTooDeep = true), 'text');
    if (!node) return;
    this.#put(node);
    this.#at = Math.max(this.#at, this.#endOfLine(node.end) + 1);
  }

  #quoted(quote: string, at: number): void {
    const start = at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== quote)
      end += quote === '"' && this.#text[end] === '\\' ? 2 : 1;
    end = Math.min(end, this.#text.length);
    const text = this.#text.slice(start, end);
    const node = treeNode('text', start, end, text);
    this.#put(
      quote === '"' && text.includes('\\') ? { ...node, value: joined([{ text, at: start }]) } : node,
    );
    this.#at = Math.max(this.#at, this.#endOfLine(end) + 1);
  }

  /** The lines of a block that are indented further than its key. */
  #block(headEnd: number, column: number): void {
    const pieces: { readonly text: string; readonly at: number; readonly raw: true }[] = [];
    let margin = -1;
    let at = headEnd + 1;
    const first = at;
    while (at < this.#text.length) {
      const end = this.#endOfLine(at);
      let content = at;
      while (content < end && this.#text[content] === ' ') content++;
      const isBlank = content >= end || this.#text[content] === '\r';
      if (!isBlank && content - at <= column) break;
      if (!isBlank && margin < 0) margin = content - at;
      const from = Math.min(at + Math.max(0, margin), end);
      pieces.push({
        text: this.#text.slice(from, Math.min(end + 1, this.#text.length)),
        at: from,
        raw: true,
      });
      at = end + 1;
    }
    this.#at = at;
    if (pieces.length === 0) return;
    const node = treeNode('text', first, Math.min(at, this.#text.length), '');
    const value: Region = joined(pieces);
    this.#put({ ...node, text: value.text, value });
  }
}

const isWaiting = ({ kind, members }: TreeNode): boolean =>
  kind === 'object' && members.at(-1)?.value === undefined;

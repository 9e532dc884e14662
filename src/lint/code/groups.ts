// Tokens as a tree of brackets and blocks. Deeper than any code goes, brackets are signs like others, so that whoever walks
// the tree may do so by calling itself.
import type { Language } from './language.ts';
import type { Token } from './token.ts';

export interface Group {
  readonly kind: 'group';
  /** `block`: indented, or from a word to its `end`. */
  readonly bracket: '{' | '(' | '[' | 'block';
  readonly items: Item[];
  readonly start: number;
  end: number;
  readonly indent: number;
}

export type Item = Token | Group;

const MAX_DEPTH = 120;
const MOST_PARAMETERS = 200;
const CLOSES: Readonly<Record<string, Group['bracket']>> = { '}': '{', ')': '(', ']': '[' };
/** Only at the beginning of a statement do they begin a block; elsewhere they are conditions behind one. */
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'unless', 'while', 'until', 'case', 'begin', 'for']);

export function groupsOf(tokens: readonly Token[], language: Language): Item[] {
  return new Grouper(tokens, language).run();
}

class Grouper {
  readonly #tokens: readonly Token[];
  readonly #language: Language;
  readonly #endWords: ReadonlySet<string>;
  readonly #root: Item[] = [];
  readonly #open: Group[] = [];
  /** Indentation of each indented block that is open. */
  readonly #indents: number[] = [0];
  #beyond = 0;

  constructor(tokens: readonly Token[], language: Language) {
    this.#tokens = tokens;
    this.#language = language;
    this.#endWords = new Set(language.endWords);
  }

  run(): Item[] {
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = this.#tokens[i];
      if (!token) break;
      if (this.#language.traits.has('indented') && token.indent >= 0)
        this.#indentTo(token, this.#tokens[i - 1]);
      this.#take(token, i);
    }
    const end = this.#tokens.at(-1)?.end ?? 0;
    for (const group of this.#open) group.end = end;
    return this.#root;
  }

  #items(): Item[] {
    return this.#open.at(-1)?.items ?? this.#root;
  }

  #take(token: Token, at: number): void {
    if (token.kind === 'sign') {
      if (token.text === '{' || token.text === '(' || token.text === '[') {
        this.#begin(token.text, token);
        return;
      }
      const bracket = CLOSES[token.text];
      if (bracket) {
        this.#finish(bracket, token.end);
        return;
      }
    }
    if (token.kind === 'name' && this.#endWords.size > 0) {
      if (token.text === 'end' && this.#open.at(-1)?.bracket === 'block') {
        this.#finish('block', token.end);
        return;
      }
      this.#items().push(token);
      // It goes on where the word stands.
      if (this.#endWords.has(token.text) && this.#opens(token, at))
        this.#begin('block', { ...token, indent: -1 });
      return;
    }
    this.#items().push(token);
  }

  /** Whether such a word begins a block here. */
  #opens(token: Token, at: number): boolean {
    const before = this.#tokens[at - 1];
    const after = this.#tokens[at + 1];
    if (before && /^(?:\.|&\.|::|:)$/.test(before.text)) return false;
    // `do:` is a key; `class: 'x'` too.
    if (after?.text === ':' && after.start === token.end) return false;
    if (CONDITIONS.has(token.text)) return token.indent >= 0 || before?.text === '=';
    if (token.text === 'do' && this.#language.name === 'ruby') return !this.#isLoop(at);
    return token.text !== 'def' || !this.#isEndless(at);
  }

  /** Ruby's `def name(x) = value`. */
  #isEndless(at: number): boolean {
    let depth = 0;
    for (let i = at + 1; i < this.#tokens.length && i < at + MOST_PARAMETERS; i++) {
      const { text, indent } = this.#tokens[i] as Token;
      if (indent >= 0 && depth === 0) return false;
      if (text === '(') depth++;
      else if (text === ')') depth--;
      else if (text === '=' && depth === 0) return true;
    }
    return false;
  }

  /** Ruby's `while x do`: the block was begun by `while`. */
  #isLoop(at: number): boolean {
    for (let i = at - 1; i >= 0 && i > at - 30; i--) {
      const token = this.#tokens[i];
      if (!token) break;
      if (token.indent >= 0) return /^(?:while|until|for)$/.test(token.text);
    }
    return false;
  }

  #begin(bracket: Group['bracket'], { start, end, indent }: Token): void {
    if (this.#open.length >= MAX_DEPTH) {
      this.#beyond++;
      return;
    }
    const group: Group = { kind: 'group', bracket, items: [], start, end, indent };
    this.#items().push(group);
    this.#open.push(group);
  }

  #finish(bracket: Group['bracket'], end: number): void {
    if (this.#beyond > 0) {
      this.#beyond--;
      return;
    }
    const found = this.#open.findLastIndex((group) => group.bracket === bracket);
    if (found < 0) return;
    for (const group of this.#open.splice(found)) {
      group.end = end;
      if (group.bracket === 'block' && this.#language.traits.has('indented')) this.#indents.pop();
    }
  }

  /** A line that begins deeper behind a colon begins a block, one that begins less deep ends some. */
  #indentTo(token: Token, before: Token | undefined): void {
    const top = this.#open.at(-1);
    if (top && top.bracket !== 'block') return;
    while (this.#indents.length > 1 && token.indent < (this.#indents.at(-1) ?? 0)) {
      this.#indents.pop();
      const group = this.#open.pop();
      if (group) group.end = before?.end ?? token.start;
    }
    if (before?.text !== ':' || token.indent <= (this.#indents.at(-1) ?? 0)) return;
    if (this.#open.length >= MAX_DEPTH) return;
    this.#begin('block', token);
    this.#indents.push(token.indent);
  }
}

export const isGroup = (item: Item | undefined, bracket?: Group['bracket']): item is Group =>
  item?.kind === 'group' && (bracket === undefined || item.bracket === bracket);
export const isSign = (item: Item | undefined, text: string): boolean =>
  item?.kind === 'sign' && item.text === text;
export const isName = (item: Item | undefined): item is Token & { kind: 'name' } => item?.kind === 'name';
export const isString = (item: Item | undefined): item is Token & { kind: 'string' } =>
  item?.kind === 'string';
export const textOf = (item: Item | undefined): string =>
  item === undefined || item.kind === 'group' ? '' : item.text;

/** The items between commas (or what else `isEnd` tells). */
export function split(items: readonly Item[], isEnd: (item: Item, i: number) => boolean): Item[][] {
  const entries: Item[][] = [];
  let from = 0;
  items.forEach((item, i) => {
    if (!isEnd(item, i)) return;
    if (i > from) entries.push(items.slice(from, i));
    from = i + 1;
  });
  if (from < items.length) entries.push(items.slice(from));
  return entries;
}

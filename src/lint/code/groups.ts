// Tokens as a tree of brackets and blocks. Below a depth that no code has, brackets are signs like others: recursion
// is safe.
import type { Language } from './language.ts';
import type { Token } from './tokenize.ts';

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
const CLOSES: ReadonlyMap<string, Group['bracket']> = new Map([
  ['}', '{'],
  [')', '('],
  [']', '['],
]);
/** Only at the beginning of a statement do they begin a block; elsewhere they are conditions behind one. */
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'unless', 'while', 'until', 'case', 'begin', 'for']);

export function groupsOf(tokens: readonly Token[], language: Language): Item[] {
  return new Grouper(tokens, language).run();
}

class Grouper {
  readonly #tokens: readonly Token[];
  readonly #isIndented: boolean;
  readonly #endWords: ReadonlySet<string>;
  readonly #root: Item[] = [];
  /** Where the next item goes. */
  #items: Item[] = this.#root;
  readonly #open: Group[] = [];
  /** Indentation of each indented block that is open. */
  readonly #indents: number[] = [0];
  #beyond = 0;

  constructor(tokens: readonly Token[], language: Language) {
    this.#tokens = tokens;
    this.#isIndented = language.traits.includes('indented');
    this.#endWords = new Set(language.endWords);
  }

  run(): Item[] {
    let before: Token | undefined;
    for (const [at, token] of this.#tokens.entries()) {
      if (this.#isIndented && token.indent >= 0) this.#indentTo(token, before);
      if (token.kind === 'sign') this.#sign(token);
      else if (token.kind === 'name' && this.#endWords.size > 0) this.#word(token, at);
      else this.#items.push(token);
      before = token;
    }
    for (const group of this.#open) group.end = before?.end ?? 0;
    return this.#root;
  }

  #sign(token: Token): void {
    const { text } = token;
    const closes = CLOSES.get(text);
    if (text === '{' || text === '(' || text === '[') this.#begin(text, token);
    else if (closes) this.#finish(closes, token.end);
    else this.#items.push(token);
  }

  #word(token: Token, at: number): void {
    if (token.text === 'end') {
      this.#finish('block', token.end);
      return;
    }
    this.#items.push(token);
    // It continues at the word.
    if (this.#endWords.has(token.text) && this.#opensBlock(token, at))
      this.#begin('block', { ...token, indent: -1 });
  }

  #opensBlock(token: Token, at: number): boolean {
    const [before, after] = [this.#tokens[at - 1], this.#tokens[at + 1]];
    // `x.class` is a name; `do: x` has a key.
    if (/^(?:\.|&\.|::|:)$/.test(before?.text ?? '')) return false;
    if (after?.text === ':' && after.start === token.end) return false;
    return !CONDITIONS.has(token.text) || token.indent >= 0 || before?.text === '=';
  }

  #begin(bracket: Group['bracket'], { start, end, indent }: Token): void {
    if (this.#open.length >= MAX_DEPTH) {
      this.#beyond++;
      return;
    }
    const group: Group = { kind: 'group', bracket, items: [], start, end, indent };
    this.#items.push(group);
    this.#open.push(group);
    this.#items = group.items;
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
      if (group.bracket === 'block' && this.#isIndented) this.#indents.pop();
    }
    this.#items = this.#open.at(-1)?.items ?? this.#root;
  }

  /** A line that begins deeper behind a colon begins a block, one that begins less deep ends some. */
  #indentTo(token: Token, before: Token | undefined): void {
    const innermost = (): Group | undefined => this.#open.at(-1);
    if (innermost() && innermost()?.bracket !== 'block') return;
    while (this.#indents.length > 1 && token.indent < (this.#indents.at(-1) ?? 0)) {
      this.#finish('block', before?.end ?? token.start);
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

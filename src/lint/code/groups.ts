// Tokens as a tree of brackets and blocks. Deeper than any code goes, brackets are signs like others, so that whoever walks
// the tree may do so by calling itself.
import type { Language } from './languages.ts';
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
    this.#endWords = new Set(language.endWords ?? []);
  }

  run(): Item[] {
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = this.#tokens[i];
      if (!token) break;
      if (this.#language.indented === true && token.indent >= 0) this.#indentTo(token, this.#tokens[i - 1]);
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
      if (group.bracket === 'block' && this.#language.indented === true) this.#indents.pop();
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

const BEGINS_REST =
  /^(?:\.|\?\.|&\.|!\.|->|\?->|::|\|>|&&|\|\||\?\?|\?|:|[+*/%]|==|===|!=|=|=>|and|or|else|catch|finally|as|\.\.)$/;
const GOES_ON =
  /^(?:[.,=+*/%&|?:<(]|=>|->|:=|&&|\|\||\?\?|\|>|\?\.|and|or|not|in|return|throw|await|=|\+=|<-|<>|\.\.)$/;

/** Statements of a block: at `;`, and where a line ends that nothing carries on. */
export function statementsOf(items: readonly Item[], language: Language): Item[][] {
  const hasSemicolons = SEMICOLONS.has(language.name);
  const statements: Item[][] = [];
  let current: Item[] = [];
  const end = (): void => {
    if (current.length > 0) statements.push(current);
    current = [];
  };
  for (const item of items) {
    if (isSign(item, ';')) {
      end();
      continue;
    }
    const before = current.at(-1);
    if (before && isNewLine(item, before, current, hasSemicolons, language)) end();
    current.push(item);
  }
  end();
  return statements;
}

const SEMICOLONS: ReadonlySet<string> = new Set(['java', 'csharp', 'cpp', 'php', 'rust', 'dart', 'perl']);

function isNewLine(
  item: Item,
  before: Item,
  current: readonly Item[],
  hasSemicolons: boolean,
  language: Language,
): boolean {
  // A block that opened with a line is told by its own indentation.
  if (isGroup(before, 'block') && language.indented === true) return true;
  if (item.indent < 0) return false;
  if (BEGINS_REST.test(textOf(item)) && !(textOf(item) === ':' && language.symbols === true)) return false;
  if (hasSemicolons) return isGroup(before, '{');
  if (before.kind === 'sign' && GOES_ON.test(before.text)) return false;
  if (before.kind === 'name' && /^(?:and|or|not|in|return|throw|await)$/.test(before.text)) {
    return before.text === 'return' && language.name !== 'typescript';
  }
  if (isGroup(item, '{') && (isGroup(before, '(') || isName(before))) return false;
  return !isAnnotations(current);
}

const MOST_ANNOTATIONS = 40;

/** Nothing but `@Name(...)` so far: they belong to what follows. */
export function isAnnotations(items: readonly Item[]): boolean {
  const [first] = items;
  if (items.length > MOST_ANNOTATIONS || !isName(first) || !/^@[A-Za-z]/.test(first.text)) return false;
  return items.every(
    (item, i) =>
      isGroup(item, '(') ||
      isSign(item, '.') ||
      (isName(item) && (item.text.startsWith('@') || isSign(items[i - 1], '.'))),
  );
}

/** Without `<...>` behind a name: what a type is made of says nothing of what is sent. */
export function withoutTypes(items: readonly Item[]): readonly Item[] {
  if (!items.some((item) => isSign(item, '<'))) return items;
  const kept: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Item;
    const before = kept.at(-1);
    const end = isSign(item, '<') && isName(before) && before.end === item.start ? closingType(items, i) : -1;
    if (end < 0) kept.push(item);
    else i = end;
  }
  return kept;
}

const MOST_TYPES = 40;

function closingType(items: readonly Item[], from: number): number {
  let depth = 0;
  for (let i = from; i < items.length && i < from + MOST_TYPES; i++) {
    const text = textOf(items[i]);
    if (text === '<') depth++;
    if (text === '>' && --depth === 0) return i;
    if (text === '&&' || text === '||') return -1;
  }
  return -1;
}

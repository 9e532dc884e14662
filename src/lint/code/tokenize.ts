// Source code of any language of the table into tokens: names, strings, numbers, signs; comments aside. One pass.
import type { Comment } from '../model/facts.ts';
import type { Language, StringForm } from './language.ts';

/** A piece of a string: its own text, or code inside it. */
export type Piece =
  { readonly text: string; readonly at: number } | { readonly code: string; readonly at: number };

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'sign';
  /** Of a string: its text without quotes, `{}` for code inside it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It is the first of its line, and how far it is indented; -1 otherwise. */
  readonly indent: number;
  /** Of a string: where its own text begins, and its pieces if there is code inside it. */
  readonly inner?: number | undefined;
  readonly pieces?: readonly Piece[] | undefined;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

const NAME = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
/** No name begins with one of these. */
const ONLY_SIGNS: ReadonlySet<string> = new Set('(){}[]<>,;:.=+-*/%&|!?^~');
const SIGN =
  /\.\.\.|===|!==|\?->|->|=>|::|\?\.|&\.|!\.|\?\?|:=|==|!=|<=|>=|<>|\|>|&&|\|\||<-|\.\.|\+=|\*\*|[^\s]/y;
const SYMBOL = /:[A-Za-z_][\w-]*[?!]?/y;
const WORDS = /(?:%[wWiI]|~w)([[({</|])/y;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };
/** Behind one of these a slash begins a regular expression. */
const BEFORE_REGEX =
  /^(?:[=([{,;:!&|?+~]|=>|&&|\|\||\?\?|===?|!==?|return|typeof|case|in|of|when|if|unless)$/;
const REGEX = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,500}\/[a-z]*/y;
const CHARACTER = /'(?:\\[^\n]{1,9}|[^'\\\n])'/y;

const BARE_HOLE = /[A-Za-z_][\w]*(?:(?:\.|->|::)[A-Za-z_]\w*)*/y;
/** A hole that would be longer than this is read as text. */
const MAX_HOLE = 500;
/** A longer list of words is none. */
const MAX_WORDS = 2_000;

export function tokenize(text: string, language: Language): Tokens {
  return new Tokenizer(text, language).run();
}

class Tokenizer {
  readonly #text: string;
  readonly #language: Language;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  /** String forms by their first character: most characters begin none. */
  readonly #strings = new Map<string, StringForm[]>();
  readonly #commentStarts: ReadonlySet<string>;
  #indent = 0;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    for (const form of language.strings) {
      const first = form.open.charAt(0);
      this.#strings.set(first, [...(this.#strings.get(first) ?? []), form]);
    }
    const comments = [...language.lineComments, ...language.blockComments.map(([open]) => open)];
    this.#commentStarts = new Set(comments.map((open) => open.charAt(0)));
  }

  run(): Tokens {
    let at = 0;
    while (at < this.#text.length) at = this.#next(at);
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #next(at: number): number {
    const char = this.#text.charAt(at);
    if (char === ' ' || char === '\t' || char === '\r') return at + 1;
    if (this.#commentStarts.has(char)) {
      const end = this.#commentEnd(at);
      if (end > at) {
        this.#comments.push({ text: this.#text.slice(at, end), span: { start: at, end } });
        return end;
      }
    }
    if (char === '\n') return this.#line(at + 1);
    const form = this.#strings.get(char)?.find(({ open }) => this.#text.startsWith(open, at));
    if (form) return this.#string(at, form);
    return this.#special(at, char) ?? this.#word(at, char);
  }

  #line(at: number): number {
    let end = at;
    while (this.#text[end] === ' ' || this.#text[end] === '\t') end++;
    this.#indent = end - at;
    return end;
  }

  /** Where the comment ends that begins there; `at` if there is none. */
  #commentEnd(at: number): number {
    const { lineComments, blockComments } = this.#language;
    for (const [open, close] of blockComments)
      if (this.#text.startsWith(open, at)) return this.#indexOf(close, at + open.length) + close.length;
    const isLine = lineComments.some((open) => this.#text.startsWith(open, at));
    return isLine ? this.#indexOf('\n', at) : at;
  }

  #indexOf(text: string, from: number): number {
    const found = this.#text.indexOf(text, from);
    return found < 0 ? this.#text.length : found;
  }

  #string(start: number, form: StringForm): number {
    const { open, close, escape, holes = [], multiline } = form;
    const text = this.#text;
    const inner = start + open.length;
    const pieces: Piece[] = [];
    let from = inner;
    let at = inner;
    for (; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === close.charAt(0) && text.startsWith(close, at)) break;
      if (char === '\n' && multiline !== true) break;
      const hole = holes.find((one) => text.startsWith(one, at));
      if (hole === undefined) {
        if (char === escape) at++;
      } else if (hole === '{' && text[at + 1] === '{') at++;
      else {
        const end = this.#holeEnd(at, hole);
        if (end === undefined) continue;
        if (at > from) pieces.push({ text: text.slice(from, at), at: from });
        pieces.push({ code: codeIn(text.slice(at, end)), at });
        from = end;
        at = end - 1;
      }
    }
    const last = Math.min(at, text.length);
    const end = text.startsWith(close, last) ? last + close.length : last;
    if (pieces.length === 0) this.#push('string', text.slice(inner, last), start, end, inner);
    else {
      if (last > from) pieces.push({ text: text.slice(from, last), at: from });
      const whole = pieces.map((piece) => ('text' in piece ? piece.text : '{}')).join('');
      this.#push('string', whole, start, end, inner, pieces);
    }
    return end;
  }

  #holeEnd(at: number, hole: string): number | undefined {
    const inside = at + hole.length;
    if (hole !== '$') return closingOf(this.#text, inside, hole.includes('(') ? '()' : '{}');
    BARE_HOLE.lastIndex = inside;
    const name = BARE_HOLE.exec(this.#text)?.[0];
    return name === undefined ? undefined : inside + name.length;
  }

  /** What only some languages have. */
  #special(at: number, char: string): number | undefined {
    const { traits } = this.#language;
    if (char === "'" && traits.includes('characters')) return this.#match(CHARACTER, at, 'number') ?? at + 1;
    if (char === ':' && traits.includes('symbols')) return this.#symbol(at);
    if ((char === '%' || char === '~') && traits.includes('symbols')) return this.#words(at);

    if (char !== '/' || !traits.includes('regex')) return undefined;
    const before = this.#tokens.at(-1)?.text;
    return before === undefined || BEFORE_REGEX.test(before) ? this.#match(REGEX, at, 'number') : undefined;
  }

  #match(pattern: RegExp, at: number, kind: Token['kind']): number | undefined {
    pattern.lastIndex = at;
    // Without the list that `exec` makes.
    if (!pattern.test(this.#text)) return undefined;
    const end = pattern.lastIndex;
    this.#push(kind, this.#text.slice(at, end), at, end);
    return end;
  }

  #symbol(at: number): number | undefined {
    SYMBOL.lastIndex = at;
    const found = /[\w:]/.test(this.#text[at - 1] ?? '') ? undefined : SYMBOL.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#push('string', found.slice(1), at, at + found.length, at + 1);
    return at + found.length;
  }

  /** `%w[a b]` as a list of strings. */
  #words(at: number): number | undefined {
    WORDS.lastIndex = at;
    const found = WORDS.exec(this.#text);
    if (!found) return undefined;
    const from = at + found[0].length;
    const open = found[1] ?? '';
    const length = this.#text.slice(from, from + MAX_WORDS).indexOf(CLOSING[open] ?? open);
    if (length < 0) return undefined;
    const end = from + length;
    this.#push('sign', '[', at, from);
    for (const word of this.#text.slice(from, end).matchAll(/\S+/g)) {
      const start = from + word.index;
      const stop = start + word[0].length;
      this.#push('string', word[0], start, stop, start);
      this.#push('sign', ',', stop, stop);
    }
    this.#push('sign', ']', end, end + 1);
    return end + 1;
  }

  #word(at: number, char: string): number {
    const end =
      (char >= '0' && char <= '9' ? this.#match(NUMBER, at, 'number') : undefined) ??
      (ONLY_SIGNS.has(char) ? undefined : this.#match(NAME, at, 'name')) ??
      this.#match(SIGN, at, 'sign');
    return end ?? at + 1;
  }

  #push(
    kind: Token['kind'],
    text: string,
    start: number,
    end: number,
    inner?: number,
    pieces?: readonly Piece[],
  ): void {
    this.#tokens.push({ kind, text, start, end, indent: this.#indent, inner, pieces });
    this.#indent = -1;
  }
}

function closingOf(text: string, from: number, [open, close]: string): number | undefined {
  let depth = 1;
  const last = Math.min(text.length, from + MAX_HOLE);
  for (let at = from; at < last; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The code of a hole without its marks: of `${base}`, `$base`, `#{base}`, `\(base)` it is `base`. */
const codeIn = (hole: string): string => hole.replace(/^(?:\\\(|[$#]?[{(]\$?|\$)/, '').replace(/[)}]$/, '');

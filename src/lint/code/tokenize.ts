// Source code of any language of the table into tokens: names, strings, numbers, signs; comments aside. One pass.
import type { Comment } from '../model/facts.ts';
import type { Language, StringForm } from './language.ts';
import { BARE_HOLE, closingOf, codeIn, type Piece, type Token } from './token.ts';

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

const NAME = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
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
const HEREDOC = /<<[~-]?(?:<\s?)?["']?([A-Z_a-z]\w*)["']?[^\n]*\n/y;

export function tokenize(text: string, language: Language): Tokens {
  return new Tokenizer(text, language).run();
}

class Tokenizer {
  readonly #text: string;
  readonly #language: Language;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  /** String forms and comments by their first character: most characters begin neither. */
  readonly #strings = new Map<string, StringForm[]>();
  readonly #commentStarts: ReadonlySet<string>;
  readonly #hasHeredocs: boolean;
  #indent = 0;
  /** How often an end was looked for to the text's own, in vain. */
  #unclosed = 0;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    for (const form of language.strings) {
      const first = form.open.charAt(0);
      const known = this.#strings.get(first);
      if (known) known.push(form);
      else this.#strings.set(first, [form]);
    }
    const comments = [...language.lineComments, ...language.blockComments.map(([open]) => open)];
    this.#commentStarts = new Set(comments.map((open) => open.charAt(0)));
    this.#hasHeredocs = language.traits.has('heredocs');
  }

  run(): Tokens {
    let at = 0;
    while (at < this.#text.length) at = this.#next(at);
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #next(at: number): number {
    const char = this.#text.charAt(at);
    if (this.#commentStarts.has(char)) {
      const end = this.#commentAt(at);
      if (end > at) return end;
    }
    if (char === '\n') return this.#line(at + 1);
    if (char === ' ' || char === '\t' || char === '\r' || char === '\f') return at + 1;
    return this.#stringAt(at, char) ?? this.#special(at, char) ?? this.#word(at);
  }

  #line(at: number): number {
    let end = at;
    while (this.#text[end] === ' ' || this.#text[end] === '\t') end++;
    this.#indent = end - at;
    return end;
  }

  #commentAt(at: number): number {
    const { lineComments, blockComments, name } = this.#language;
    for (const [open, close] of blockComments) {
      if (!this.#text.startsWith(open, at)) continue;
      const found = this.#text.indexOf(close, at + open.length);
      return this.#comment(at, found < 0 ? this.#text.length : found + close.length);
    }
    for (const open of lineComments) {
      if (!this.#text.startsWith(open, at)) continue;
      if (open === '#' && name === 'php' && this.#text[at + 1] === '[') continue;
      if (open === '#' && name === 'perl' && this.#text[at - 1] === '$') continue;
      const found = this.#text.indexOf('\n', at);
      return this.#comment(at, found < 0 ? this.#text.length : found);
    }
    return at;
  }

  #comment(start: number, end: number): number {
    this.#comments.push({ text: this.#text.slice(start, end), span: { start, end } });
    return end;
  }

  #stringAt(at: number, char: string): number | undefined {
    for (const form of this.#strings.get(char) ?? []) {
      if (!this.#text.startsWith(form.open, at)) continue;
      return this.#string(at, form);
    }
    return undefined;
  }

  #string(start: number, form: StringForm): number | undefined {
    const inner = start + form.open.length;
    const pieces: Piece[] = [];
    let from = inner;
    let at = inner;
    while (at < this.#text.length) {
      const char = this.#text.charAt(at);
      if (char === form.escape && form.holes?.some((hole) => this.#text.startsWith(hole, at)) !== true) {
        at += 2;
        continue;
      }
      if (char === form.close.charAt(0) && this.#text.startsWith(form.close, at)) break;
      if (char === '\n' && form.multiline !== true) break;
      if (char === '{' && this.#text[at + 1] === '{' && form.holes?.includes('{') === true) {
        at += 2;
        continue;
      }
      const end = form.holes ? this.#holeAt(at, form.holes) : undefined;
      if (end === undefined) {
        at++;
        continue;
      }
      if (at > from) pieces.push({ text: this.#text.slice(from, at), at: from });
      pieces.push({ code: codeIn(this.#text.slice(at, end)), at });
      at = end;
      from = at;
    }
    const last = Math.min(at, this.#text.length);
    const end = this.#text.startsWith(form.close, last) ? last + form.close.length : last;
    if (pieces.length === 0) this.#push('string', this.#text.slice(inner, last), start, end, { inner });
    else {
      if (last > from) pieces.push({ text: this.#text.slice(from, last), at: from });
      const text = pieces.map((piece) => ('text' in piece ? piece.text : '{}')).join('');
      this.#push('string', text, start, end, { inner, pieces });
    }
    return end;
  }

  #holeAt(at: number, holes: readonly string[]): number | undefined {
    for (const hole of holes) {
      if (!this.#text.startsWith(hole, at)) continue;
      const inside = at + hole.length;
      if (hole === '$') {
        BARE_HOLE.lastIndex = inside;
        const name = BARE_HOLE.exec(this.#text)?.[0];
        if (name !== undefined) return inside + name.length;
        continue;
      }
      return closingOf(this.#text, inside, hole.includes('(') ? '()' : '{}');
    }
    return undefined;
  }

  #special(at: number, char: string): number | undefined {
    const { traits } = this.#language;
    if (traits.has('characters') && char === "'") return this.#match(CHARACTER, at, 'number') ?? at + 1;
    if (traits.has('symbols') && char === ':' && !/[\w:]/.test(this.#text[at - 1] ?? '')) {
      SYMBOL.lastIndex = at;
      const found = SYMBOL.exec(this.#text)?.[0];
      if (found !== undefined) {
        const end = at + found.length;
        this.#push('string', found.slice(1), at, end, { inner: at + 1, bare: true });
        return end;
      }
    }
    if (traits.has('symbols') && (char === '%' || char === '~')) return this.#words(at);
    if (traits.has('regex') && char === '/') {
      const before = this.#tokens.at(-1)?.text;
      if (before === undefined || BEFORE_REGEX.test(before)) return this.#match(REGEX, at, 'number');
    }
    if (this.#hasHeredocs && char === '<') return this.#heredoc(at);
    return undefined;
  }

  #match(pattern: RegExp, at: number, kind: Token['kind']): number | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#push(kind, found, at, at + found.length);
    return at + found.length;
  }

  /** `%w[a b]` as a list of strings. */
  #words(at: number): number | undefined {
    WORDS.lastIndex = at;
    const found = WORDS.exec(this.#text);
    if (!found) return undefined;
    const open = found[1] ?? '[';
    const from = at + found[0].length;
    if (this.#unclosed > MOST_UNCLOSED) return undefined;
    const end = this.#text.indexOf(CLOSING[open] ?? open, from);
    if (end < 0) {
      this.#unclosed++;
      return undefined;
    }
    this.#push('sign', '[', at, from);
    for (const word of this.#text.slice(from, end).matchAll(/\S+/g)) {
      const start = from + word.index;
      this.#push('string', word[0], start, start + word[0].length, { inner: start, bare: true });
      this.#push('sign', ',', start + word[0].length, start + word[0].length);
    }
    this.#push('sign', ']', end, end + 1);
    return end + 1;
  }

  #heredoc(at: number): number | undefined {
    HEREDOC.lastIndex = at;
    const found = HEREDOC.exec(this.#text);
    const mark = found?.[1];
    if (!found || mark === undefined || this.#unclosed > MOST_UNCLOSED) return undefined;
    const inner = at + found[0].length;
    const close = new RegExp(`^[ \\t]*${mark}\\b`, 'm');
    const rest = this.#text.slice(inner);
    const length = close.exec(rest)?.index;
    if (length === undefined) {
      this.#unclosed++;
      return undefined;
    }
    this.#push('string', rest.slice(0, length), at, inner + length, { inner });
    for (const sign of found[0].slice(found[0].indexOf(mark) + mark.length).matchAll(/[),\]};]/g))
      this.#push('sign', sign[0], inner + length, inner + length);
    return inner + length + (/^[ \t]*\w+/.exec(rest.slice(length))?.[0].length ?? 0);
  }

  #word(at: number): number {
    return (
      this.#match(NAME, at, 'name') ??
      this.#match(NUMBER, at, 'number') ??
      this.#match(SIGN, at, 'sign') ??
      at + 1
    );
  }

  #push(kind: Token['kind'], text: string, start: number, end: number, more: Partial<Token> = {}): void {
    this.#tokens.push({ kind, text, start, end, indent: this.#indent, ...more });
    this.#indent = -1;
  }
}

const MOST_UNCLOSED = 50;

// Source code of languages without a grammar here (Kotlin, Swift, Elixir, Scala, Dart) into tokens: a scanner that knows
// their strings, comments and brackets, and nothing more.
import type { LanguageId } from '../../model/language.ts';
import { commentAt, stringAt, wordListAt } from './literals.ts';
import type { Comment, Lexed, Scope, Statement, Token } from './token.ts';

const NAME = /[\p{L}_$][\p{L}\p{N}_]*/uy;
const NUMBER = /\d[\w.]*/y;
const SYMBOL = /->|=>|::|\?\.|\?:|:=|==|!=|<>|\|>|&&|\|\||[^\s]/y;
const TYPE_WORDS =
  /^(class|struct|interface|enum|object|protocol|extension|defmodule|defstruct|record|trait)$/;
const FUNCTION_WORDS = /^(fun|func|def|defp|init)$/;
/** Dart says a function by its result's type: `Future<String> pay(`, `String get dataUrl =>`. */
const IS_DART = /^\s{0,8}import\s{1,4}['"](?:package|dart):/m;
const NO_RESULT = /^(return|await|new|throw|else|in|case|assert|yield|is|as|const|final|var|late)$/;
/** Swift's property that is computed: `var wanted: [Paper] {`. Bounded: 120 characters. */
const COMPUTED = /^\s?:\s?[\w[\]<>?,.: ]{1,100}\{/;
/** A line that begins so belongs to the one before. */
const GOES_ON = /^\s*(\.|\?\.|\|>|->|&&|\|\||[+*/])/;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

interface Frame {
  readonly close: string;
  readonly scope: Scope;
  readonly statement: Statement;
}

export function tokenize(text: string, language: LanguageId): Lexed {
  return new Tokenizer(text, language === 'elixir').run();
}

class Tokenizer {
  readonly #text: string;
  readonly #elixir: boolean;
  readonly #dart: boolean;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #whole: Statement = { parent: undefined, first: 0, last: 0 };
  readonly #frames: Frame[] = [];
  #scope: Scope = { name: '', kind: 'file', parent: undefined };
  #block = this.#whole;
  #statement: Statement = { parent: this.#whole, first: 0, last: 0 };
  /** A type or function that was named and whose body is still to come. */
  #pending: Scope | undefined;
  /** How many brackets are open around its name. */
  #declaredAt = 0;
  #first = true;
  /** A function whose body is one expression: what is around it, and how deep that stands. */
  #expression: { readonly scope: Scope; readonly depth: number } | undefined;

  constructor(text: string, elixir: boolean) {
    this.#text = text;
    this.#elixir = elixir;
    this.#dart = !elixir && IS_DART.test(text);
  }

  run(): Lexed {
    let at = 0;
    while (at < this.#text.length) {
      at = /\s/.test(this.#text[at] ?? '')
        ? this.#space(at)
        : (this.#comment(at) ?? this.#literal(at) ?? this.#word(at));
    }
    for (const frame of this.#frames) frame.statement.last = this.#tokens.length;
    this.#whole.last = this.#tokens.length;
    return { tokens: this.#tokens, comments: this.#comments };
  }

  /** A line that ends inside round or square brackets goes on; so does one whose next begins with a dot or an operator. */
  #space(at: number): number {
    if (this.#text[at] !== '\n') return at + 1;
    this.#first = true;
    const depth = this.#frames.at(-1)?.close;
    // The body of `def f(x): T =` stands in the next line.
    const begins = this.#expression !== undefined && this.#tokens.at(-1)?.text === '=';
    const goesOn = depth === ')' || depth === ']' || begins || GOES_ON.test(this.#text.slice(at, at + 60));
    if (!goesOn) this.#next();
    return at + 1;
  }

  #comment(at: number): number | undefined {
    const end = commentAt(this.#text, at, this.#elixir);
    if (end <= at) return undefined;
    this.#comments.push({ text: this.#text.slice(at, end), start: at, end });
    return end;
  }

  /** A string, a symbol or a list of words. */
  #literal(at: number): number | undefined {
    const words = this.#elixir ? wordListAt(this.#text, at) : undefined;
    if (words) {
      this.#push('symbol', '[', at, words.body);
      this.#open(']');
      for (const { word, start } of words.words) this.#string(word, start);
      this.#shut(']');
      this.#push('symbol', ']', words.end - 1, words.end);
      return words.end;
    }
    const string = stringAt(this.#text, at);
    if (string) {
      this.#push('string', string.text, at, string.end, { body: string.body, parts: string.parts });
      return string.end;
    }
    if (!this.#elixir || this.#text[at] !== ':' || /\w/.test(this.#text[at - 1] ?? '')) return undefined;
    const symbol = /^:([a-z_]\w*)/.exec(this.#text.slice(at, at + 80))?.[1];
    if (symbol === undefined) return undefined;
    this.#string(symbol, at + 1);
    return at + 1 + symbol.length;
  }

  #word(at: number): number {
    const [kind, value] = wordAt(this.#text, at);
    const end = at + value.length;
    if (kind === 'symbol' && (value === '}' || value === ')' || value === ']')) this.#shut(value);
    if (this.#elixir && value === 'end') this.#shut('end');
    const close = kind === 'symbol' ? CLOSING[value] : undefined;
    // The bracket of a type's body is the type's, as a grammar has it.
    const opens =
      close !== undefined && this.#pending?.kind === 'type' && close !== ']' ? this.#pending : undefined;
    this.#push(kind, value, at, end, opens ? { scope: opens } : {});
    if (close !== undefined) this.#open(close);
    if (this.#elixir && value === 'do' && this.#text[end] !== ':') this.#open('end');
    if (value === '=' || (this.#dart && value === '=>') || (this.#elixir && value === 'do')) this.#express();
    if (value === ';') {
      // Nothing but a declaration.
      if (this.#dart && this.#frames.length === this.#declaredAt) this.#pending = undefined;
      this.#next();
    }
    return end;
  }

  /** `fun f(x: T) = post(x)`: the rest of the statement is the function. */
  #express(): void {
    if (this.#pending?.kind !== 'function' || this.#frames.some(({ close }) => close === ')')) return;
    this.#expression = { scope: this.#scope, depth: this.#frames.length };
    this.#scope = this.#pending;
    this.#pending = undefined;
  }

  #next(): void {
    if (this.#expression && this.#frames.length <= this.#expression.depth) {
      if (this.#frames.length === this.#expression.depth) this.#scope = this.#expression.scope;
      this.#expression = undefined;
    }
    this.#statement = { parent: this.#block, first: this.#tokens.length, last: 0 };
  }

  #open(close: string): void {
    this.#frames.push({ close, scope: this.#scope, statement: this.#statement });
    const body = close === '}' || close === 'end';
    // Braces among its parameters are a default or a pattern, not its body.
    const own = this.#frames.length - 1 === this.#declaredAt;
    if (this.#pending && own && (body || (close === ')' && this.#pending.kind === 'type'))) {
      this.#scope = this.#pending;
      if (close !== ')') this.#pending = undefined;
    }
    if (!body) return;
    this.#block = this.#statement;
    this.#statement = { parent: this.#block, first: this.#tokens.length, last: this.#tokens.length };
  }

  #shut(close: string): void {
    const found = this.#frames.findLastIndex((frame) => frame.close === close);
    if (found === -1) return;
    const shutting = this.#frames.splice(found);
    for (const one of shutting) one.statement.last = this.#tokens.length;
    const [frame] = shutting;
    if (!frame) return;
    this.#scope = frame.scope;
    this.#statement = frame.statement;
    this.#block = frame.statement.parent ?? this.#whole;
  }

  #string(text: string, start: number): void {
    this.#push('string', text, start, start + text.length, { body: start, parts: [{ text, at: start }] });
  }

  #push(kind: Token['kind'], text: string, start: number, end: number, more: Partial<Token> = {}): void {
    const previous = this.#tokens.at(-1)?.text ?? '';
    if (kind === 'name' && /^\w+$/.test(text)) this.#declare(text, previous, end);
    this.#tokens.push({
      kind,
      text,
      start,
      end,
      first: this.#first,
      scope: this.#scope,
      statement: this.#statement,
      passive: previous === 'import',
      // Kotlin's `class Order(val amount: ...)` has its fields there.
      parameter: this.#pending?.kind === 'function' && this.#frames.length > this.#declaredAt,
      shorthand: false,
      ...more,
    });
    this.#statement.last = this.#tokens.length;
    this.#first = false;
  }

  /** What is pending was named by the last word but one: `fun Scan .`. */
  #isReceiver(): boolean {
    const [word, receiver] = this.#tokens.slice(-3);
    return FUNCTION_WORDS.test(word?.text ?? '') && receiver?.text === this.#pending?.name;
  }

  /** Behind its result's type, and outside of other functions. */
  #isTyped(previous: string, end: number): boolean {
    if (this.#scope.kind === 'function' || this.#frames.some(({ close }) => close === ')')) return false;
    if (previous === 'get') return true;
    return this.#text[end] === '(' && /^[\w>?]+$/.test(previous) && !NO_RESULT.test(previous);
  }

  #declare(name: string, previous: string, end: number): void {
    // Kotlin's `fun Scan.toDataUrl()`: the type stands before the name.
    const isModule =
      this.#elixir && this.#pending?.kind === 'type' && this.#frames.length === this.#declaredAt;
    // Elixir's `defmodule Onboarding.CustomerBody`: the last part is what it is of.
    if (
      previous === '.' &&
      this.#pending &&
      (isModule || (this.#pending.kind === 'function' && this.#isReceiver()))
    ) {
      this.#pending = { ...this.#pending, name };
      return;
    }
    const isFunction =
      FUNCTION_WORDS.test(previous) ||
      (name === 'init' && this.#scope.kind === 'type' && previous !== '.' && this.#text[end] === '(') ||
      (this.#dart && this.#isTyped(previous, end)) ||
      (previous === 'var' && COMPUTED.test(this.#text.slice(end, end + 120)));
    const kind = TYPE_WORDS.test(previous) ? 'type' : isFunction ? 'function' : undefined;
    if (!kind) return;
    this.#pending = { name, kind, parent: this.#scope };
    this.#declaredAt = this.#frames.length;
  }
}

function wordAt(text: string, at: number): [Token['kind'], string] {
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
    ['symbol', SYMBOL],
  ] as const) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  return ['symbol', text[at] ?? ' '];
}

// Source code as tokens, each with the little that structure needs: what kind it is, in which statement it stands, and
// inside which functions and types. Parser and tokenizer both produce these.

export interface Scope {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'file';
  readonly parent: Scope | undefined;
}

export interface Statement {
  readonly parent: Statement | undefined;
  /** Tokens of it and of the statements inside it. */
  first: number;
  last: number;
}

/** A part of a string: its own text, or the source of an expression inside it. */
export type Part =
  { readonly text: string; readonly at: number } | { readonly code: string; readonly at: number };

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'symbol';
  /** The source's text; of a string, its value with `{}` for expressions inside it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** First token of its line. */
  readonly first: boolean;
  readonly scope: Scope;
  readonly statement: Statement;
  /** In a destructuring pattern, an import, a deletion: names there are not sent. */
  readonly passive: boolean;
  /** In the parameters of a declaration. */
  readonly parameter: boolean;
  /** A key and value in one word: `{ amount }`. */
  readonly shorthand: boolean;
  /** Of a string: where its text begins in the source, and its parts. */
  readonly body?: number;
  readonly parts?: readonly Part[];
}

export interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Whether one scope is the other, or inside it. */
export function within(scope: Scope | undefined, outer: Scope): boolean {
  for (let at = scope; at; at = at.parent) if (at === outer) return true;
  return outer.kind === 'file';
}

/** A string that is a whole statement is documentation. */
export const isStatement = ({ statement }: Token): boolean => statement.last - statement.first === 1;

/** Where a source's lines look like code and are none. */
export interface Unsaid {
  readonly comments: readonly Comment[];
  /** Strings over several lines, and texts without quotes: regular expressions, `%w[..]`. */
  readonly blocks: readonly { readonly start: number; readonly end: number }[];
}

export function unsaidIn({ tokens, comments }: Lexed, text: string): Unsaid {
  const isBlock = (token: Token): boolean =>
    (token.kind === 'string' && text.slice(token.start, token.end).includes('\n')) || isUnquoted(token, text);
  return { comments, blocks: tokens.filter(isBlock).map(({ start, end }) => ({ start, end })) };
}

/** An expression, Ruby's `%q(..)`, a word of a list of words. */
function isUnquoted({ kind, start, body, parts, text: own }: Token, text: string): boolean {
  if (kind === 'symbol') return parts !== undefined && own.length > 1;
  if (kind !== 'string' || body === undefined) return false;
  return text[start] === '%' || (body === start && text[start - 1] !== ':' && /^[\w.-]/.test(own));
}

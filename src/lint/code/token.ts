// A token of source code, and where code inside a string ends.

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
  readonly inner?: number;
  readonly pieces?: readonly Piece[];
  /** A word of a list of words (`%w[a b]`) or a symbol (`:a`): there are no quotes. */
  readonly bare?: boolean;
}

export const BARE_HOLE = /[A-Za-z_][\w]*(?:(?:\.|->|::)[A-Za-z_]\w*)*/y;
/** A hole longer than this is no hole. */
const MAX_HOLE = 500;

export function closingOf(text: string, from: number, [open, close]: string): number | undefined {
  let depth = 1;
  const last = Math.min(text.length, from + MAX_HOLE);
  for (let at = from; at < last; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The code of a hole without its marks: of `${base}`, `$base`, `#{base}`, `\(base)` it is `base`. */
export const codeIn = (hole: string): string =>
  hole.replace(/^(?:\\\(|[$#]?[{(]\$?|\$)/, '').replace(/[)}]$/, '');

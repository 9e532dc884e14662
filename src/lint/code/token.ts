// A token of source code.

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

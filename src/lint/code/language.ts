// What the tokenizer and the structure of brackets need to know of a language.

/** How a string begins and ends, and what is inside it. */
export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** A character that takes the next one's meaning away; none: it is raw. */
  readonly escape?: '\\' | '`' | undefined;
  /** Beginnings of a part that is code: `${`, `#{`, `\(`, `{`; `$` also of a bare name. */
  readonly holes?: readonly string[];
  readonly multiline?: boolean;
}

export interface Language {
  readonly name: string;
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** Longest first. */
  readonly strings: readonly StringForm[];
  /** `'x'` is a character and `'a` a lifetime. */
  readonly characters?: boolean;
  /** `/.../` may be a regular expression. */
  readonly regex?: boolean;
  /** `:name` is a symbol, `%w[...]` or `~w(...)` a list of words. */
  readonly symbols?: boolean;
  /** Blocks by indentation behind `:`. */
  readonly indented?: boolean;
  /** Blocks from such words to `end`. */
  readonly endWords?: readonly string[];
  /** What stands between a key and its value, by bracket. */
  readonly braces: readonly string[];
  readonly parens: readonly string[];
  readonly squares: readonly string[];
  /** What joins texts. */
  readonly joins: readonly string[];
  /** Fields are declared `Type name` (Java) and not `name: Type`. */
  readonly typeFirst?: boolean;
  /** `{ a, b }` is short for `{ a: a, b: b }`. */
  readonly shorthand?: boolean;
  /** Between members of a chain. */
  readonly dots: readonly string[];
  /** A map's keys and values simply follow each other. */
  readonly pairs?: boolean;
}

export const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] as const } as const;
export const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] } as const;
export const quoted = (quote: string, more: Partial<StringForm> = {}): StringForm => ({
  open: quote,
  close: quote,
  escape: '\\',
  ...more,
});
/** The same string behind each of several prefixes. */
export const prefixed = (prefixes: readonly string[], form: StringForm): StringForm[] =>
  prefixes.map((prefix) => ({ ...form, open: prefix + form.open }));
export const ASSIGNED = ['='];
export const COLON = [':'];
export const ARROW = ['=>'];
/** Code inside a string. */
export const DOLLAR = { holes: ['${', '$'] };

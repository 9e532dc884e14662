// What the tokenizer and the structure of brackets need to know of a language. `languages.ts` has an entry for each.

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

/** Habits that several languages share. */
export type Trait =
  /** `'x'` is a character and `'a` a lifetime. */
  | 'characters'
  /** `/.../` may be a regular expression. */
  | 'regex'
  /** `a(), b()` is one expression, as minifiers write it. */
  | 'sequences'
  /** `:name` is a symbol, `%w[...]` or `~w(...)` a list of words. */
  | 'symbols'
  /** Blocks by indentation behind `:`. */
  | 'indented'
  /** Statements end with `;`, not with a line. */
  | 'semicolons'
  /** Fields are declared `Type name` (Java) and not `name: Type`. */
  | 'type-first'
  /** `{ a, b }` is short for `{ a: a, b: b }`. */
  | 'shorthand'
  /** A map's keys and values simply follow each other. */
  | 'pairs'
  /** A function is declared with a word; a name, brackets and braces are a call with a block. */
  | 'function-words'
  /** A function returns its last expression. */
  | 'last-returned'
  /** `get "/path", body`: a call without brackets. */
  | 'bare-calls'
  /** Entries in braces end with a line as well. */
  | 'line-entries'
  /** Members of a type may be parted by commas. */
  | 'comma-members'
  /** The type of a field may be written out in its place. */
  | 'inline-types'
  /** A field's name on the wire is in a text behind it. */
  | 'tags'
  /** `[Name(...)]` may come before a declaration. */
  | 'attributes'
  /** `@name` is a variable and no annotation. */
  | 'sigils';

/** An entry of the table. Fields that it leaves out are as in most languages (`COMMON`). */
export interface Language {
  readonly traits: readonly Trait[];
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** Longest first. */
  readonly strings: readonly StringForm[];
  /** Blocks that begin with one of these words and close with `end`. */
  readonly endWords: readonly string[];
  /** The signs between a key and its value in braces, and between a name and its argument. */
  readonly braces: readonly string[];
  readonly parens: readonly string[];
  /** What joins texts. */
  readonly joins: readonly string[];
  /** Between members of a chain. */
  readonly dots: readonly string[];
}

/** A string in one line. */
export const line = (open: string, holes: readonly string[] = [], close = open): StringForm => ({
  open,
  close,
  escape: '\\',
  holes,
});
/** A string that may go on over lines. */
export const lines = (open: string, holes: readonly string[] = [], close = open): StringForm => ({
  ...line(open, holes, close),
  multiline: true,
});
/** The same without escapes. */
export const raw = (open: string, close = open, holes: readonly string[] = []): StringForm => ({
  ...lines(open, holes, close),
  escape: undefined,
});
/** The same string behind each of several prefixes. */
export const prefixed = (prefixes: string, form: StringForm): StringForm[] =>
  prefixes.split(' ').map((prefix) => ({ ...form, open: prefix + form.open }));

export const COMMON: Language = {
  traits: [],
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  strings: [line('"')],
  endWords: [],
  braces: [':'],
  parens: [':'],
  joins: ['+'],
  dots: ['.', '?.', '!.', '&.', '::'],
};

/** Code inside a string. */
export const DOLLAR = ['${', '$'];

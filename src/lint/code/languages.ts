// What the tokenizer and the structure of brackets need to know of each language: a table, one entry for those that agree.

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

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] as const } as const;
const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] } as const;
const quoted = (quote: string, more: Partial<StringForm> = {}): StringForm => ({
  open: quote,
  close: quote,
  escape: '\\',
  ...more,
});
/** The same string behind each of several prefixes. */
const prefixed = (prefixes: readonly string[], form: StringForm): StringForm[] =>
  prefixes.map((prefix) => ({ ...form, open: prefix + form.open }));

const ASSIGNED = ['='];
const COLON = [':'];
const ARROW = ['=>'];
const DOT = ['.', '?.', '!.'];

const script = (name: string): Language => ({
  name,
  ...C_COMMENTS,
  strings: [quoted('`', { holes: ['${'], multiline: true }), quoted('"'), quoted("'")],
  regex: true,
  braces: COLON,
  parens: [],
  squares: [],
  joins: ['+'],
  shorthand: true,
  dots: DOT,
});

const rawPython = ['r', 'R', 'b', 'B', 'rb', 'Rb', 'br', 'rB', 'u', 'U'];
const filledPython = ['f', 'F', 'fr', 'rf', 'Rf', 'fR'];
const PYTHON: Language = {
  name: 'python',
  ...HASH_COMMENTS,
  strings: [
    ...['"""', "'''"].flatMap((quote) => [
      ...prefixed(filledPython, quoted(quote, { holes: ['{'], multiline: true })),
      ...prefixed(rawPython, quoted(quote, { multiline: true })),
      quoted(quote, { multiline: true }),
    ]),
    ...['"', "'"].flatMap((quote) => [
      ...prefixed(filledPython, quoted(quote, { holes: ['{'] })),
      ...prefixed(rawPython, quoted(quote)),
      quoted(quote),
    ]),
  ],
  indented: true,
  braces: COLON,
  parens: ASSIGNED,
  squares: [],
  joins: ['+'],
  dots: ['.'],
};

const dollar = { holes: ['${', '$'] };
const kotlinLike = (name: string, more: Partial<Language> = {}): Language => ({
  name,
  ...C_COMMENTS,
  strings: [quoted('"""', { ...dollar, multiline: true, escape: undefined }), quoted('"', dollar)],
  characters: true,
  braces: ASSIGNED,
  parens: ASSIGNED,
  squares: [],
  joins: ['+'],
  dots: DOT,
  ...more,
});

const JAVA: Language = {
  name: 'java',
  ...C_COMMENTS,
  strings: [quoted('"""', { multiline: true }), quoted('"')],
  characters: true,
  braces: [],
  parens: [],
  squares: [],
  joins: ['+'],
  typeFirst: true,
  dots: ['.', '::'],
};

const RUBY: Language = {
  name: 'ruby',
  lineComments: ['#'],
  blockComments: [['\n=begin', '\n=end']],
  strings: [
    quoted('%q(', { close: ')' }),
    quoted('%Q(', { close: ')', holes: ['#{'] }),
    quoted('"', { holes: ['#{'], multiline: true }),
    quoted("'", { multiline: true }),
    quoted('`', { holes: ['#{'] }),
  ],
  regex: true,
  symbols: true,
  endWords: ['def', 'class', 'module', 'do', 'if', 'unless', 'case', 'begin', 'while', 'until', 'for'],
  braces: [':', '=>'],
  parens: [':', '=>'],
  squares: [],
  joins: ['+'],
  dots: ['.', '&.', '::'],
};

const ELIXIR: Language = {
  name: 'elixir',
  ...HASH_COMMENTS,
  strings: [
    quoted('"""', { holes: ['#{'], multiline: true }),
    quoted('~s(', { close: ')', holes: ['#{'] }),
    quoted('~S(', { close: ')' }),
    quoted('"', { holes: ['#{'], multiline: true }),
    quoted("'"),
  ],
  symbols: true,
  endWords: ['do', 'fn'],
  braces: [':', '=>'],
  parens: COLON,
  squares: COLON,
  joins: ['<>'],
  dots: ['.'],
};

const CSHARP: Language = {
  name: 'csharp',
  ...C_COMMENTS,
  strings: [
    quoted('$"""', { close: '"""', holes: ['{'], multiline: true, escape: undefined }),
    quoted('"""', { multiline: true, escape: undefined }),
    quoted('$@"', { close: '"', holes: ['{'], multiline: true, escape: undefined }),
    quoted('@"', { close: '"', multiline: true, escape: undefined }),
    quoted('$"', { close: '"', holes: ['{'] }),
    quoted('"'),
  ],
  characters: true,
  braces: ['=', ':'],
  parens: COLON,
  squares: ASSIGNED,
  joins: ['+'],
  typeFirst: true,
  shorthand: true,
  dots: DOT,
};

const PHP: Language = {
  name: 'php',
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  strings: [quoted('"', { holes: ['{$', '$'], multiline: true }), quoted("'", { multiline: true })],
  braces: [],
  parens: [':', '=>'],
  squares: ARROW,
  joins: ['.'],
  typeFirst: true,
  dots: ['->', '?->', '::'],
};

const GO: Language = {
  name: 'go',
  ...C_COMMENTS,
  strings: [quoted('`', { escape: undefined, multiline: true }), quoted('"')],
  characters: true,
  braces: COLON,
  parens: [],
  squares: [],
  joins: ['+'],
  dots: ['.'],
};

const RUST: Language = {
  name: 'rust',
  ...C_COMMENTS,
  strings: [
    quoted('r##"', { close: '"##', escape: undefined, multiline: true }),
    quoted('r#"', { close: '"#', escape: undefined, multiline: true }),
    quoted('r"', { close: '"', escape: undefined, multiline: true }),
    quoted('"', { multiline: true }),
  ],
  characters: true,
  braces: COLON,
  parens: [],
  squares: [],
  joins: ['+'],
  shorthand: true,
  dots: ['.', '::'],
};

const SWIFT: Language = {
  name: 'swift',
  ...C_COMMENTS,
  strings: [
    quoted('#"""', { close: '"""#', escape: undefined, multiline: true }),
    quoted('"""', { holes: ['\\('], multiline: true }),
    quoted('#"', { close: '"#', escape: undefined }),
    quoted('"', { holes: ['\\('] }),
  ],
  braces: [],
  parens: COLON,
  squares: COLON,
  joins: ['+'],
  dots: DOT,
};

const DART: Language = {
  name: 'dart',
  ...C_COMMENTS,
  strings: [
    ...['"""', "'''"].map((quote) => quoted(quote, { ...dollar, multiline: true })),
    ...['"', "'"].flatMap((quote) => [
      ...prefixed(['r'], quoted(quote, { escape: undefined })),
      quoted(quote, dollar),
    ]),
  ],
  braces: COLON,
  parens: COLON,
  squares: [],
  joins: ['+'],
  typeFirst: true,
  dots: ['.', '?.', '..'],
};

const CPP: Language = {
  ...JAVA,
  name: 'cpp',
  strings: [quoted('R"(', { close: ')"', escape: undefined, multiline: true }), quoted('"')],
  braces: ASSIGNED,
  dots: ['.', '->', '::'],
};

const PERL: Language = {
  name: 'perl',
  ...HASH_COMMENTS,
  strings: [quoted('"', { holes: ['${', '$'], multiline: true }), quoted("'", { multiline: true })],
  braces: ARROW,
  parens: ARROW,
  squares: ARROW,
  joins: ['.'],
  dots: ['->', '::'],
};

const LUA: Language = {
  name: 'lua',
  lineComments: ['--'],
  blockComments: [['--[[', ']]']],
  strings: [quoted('[[', { close: ']]', escape: undefined, multiline: true }), quoted('"'), quoted("'")],
  endWords: ['function', 'do', 'then'],
  braces: ASSIGNED,
  parens: [],
  squares: [],
  joins: ['..'],
  dots: ['.', ':'],
};

const POWERSHELL: Language = {
  name: 'powershell',
  lineComments: ['#'],
  blockComments: [['<#', '#>']],
  strings: [
    quoted('@"', { close: '\n"@', escape: '`', holes: ['$(', '${', '$'], multiline: true }),
    quoted("@'", { close: "\n'@", escape: undefined, multiline: true }),
    quoted('"', { escape: '`', holes: ['$(', '${', '$'], multiline: true }),
    quoted("'", { escape: undefined, multiline: true }),
  ],
  braces: ASSIGNED,
  parens: [],
  squares: [],
  joins: ['+'],
  dots: ['.', '::'],
};

const R: Language = {
  name: 'r',
  ...HASH_COMMENTS,
  strings: [quoted('"', { multiline: true }), quoted("'", { multiline: true })],
  braces: [],
  parens: ASSIGNED,
  squares: [],
  joins: [],
  dots: ['$', '::'],
};

const JULIA: Language = {
  name: 'julia',
  lineComments: ['#'],
  blockComments: [['#=', '=#']],
  strings: [quoted('"""', { ...dollar, multiline: true }), quoted('"', { ...dollar, multiline: true })],
  endWords: ['function', 'struct', 'module', 'if', 'for', 'while', 'begin', 'do', 'let', 'try'],
  braces: [],
  parens: ['=', '=>'],
  squares: ARROW,
  joins: ['*'],
  dots: ['.'],
};

const FSHARP: Language = {
  name: 'fsharp',
  lineComments: ['//'],
  blockComments: [['(*', '*)']],
  strings: [
    quoted('$"""', { close: '"""', holes: ['{'], multiline: true, escape: undefined }),
    quoted('"""', { multiline: true, escape: undefined }),
    quoted('$"', { close: '"', holes: ['{'] }),
    quoted('"', { multiline: true }),
  ],
  braces: ['=', ':'],
  parens: ASSIGNED,
  squares: [],
  joins: ['+'],
  dots: ['.'],
};

const CLOJURE: Language = {
  name: 'clojure',
  lineComments: [';'],
  blockComments: [],
  strings: [quoted('"', { multiline: true })],
  symbols: true,
  braces: [],
  parens: [],
  squares: [],
  joins: [],
  dots: [],
  pairs: true,
};

const VISUAL_BASIC: Language = {
  name: 'vb',
  lineComments: ["'"],
  blockComments: [],
  strings: [
    quoted('$"', { close: '"', holes: ['{'], escape: undefined }),
    quoted('"', { escape: undefined }),
  ],
  braces: ASSIGNED,
  parens: [':='],
  squares: [],
  joins: ['&', '+'],
  dots: ['.'],
};

const GROOVY: Language = {
  ...kotlinLike('groovy'),
  strings: [
    quoted('"""', { ...dollar, multiline: true }),
    quoted("'''", { multiline: true }),
    quoted('"', dollar),
    quoted("'"),
  ],
  characters: false,
  braces: [],
  parens: COLON,
  squares: COLON,
  typeFirst: true,
};

const SCALA = kotlinLike('scala', {
  strings: [
    ...prefixed(['s', 'f'], quoted('"""', { ...dollar, multiline: true, escape: undefined })),
    quoted('"""', { multiline: true, escape: undefined }),
    ...prefixed(['s', 'f', 'uri'], quoted('"', dollar)),
    quoted('"'),
  ],
  braces: [],
});

const TYPESCRIPT = script('typescript');
const KOTLIN = kotlinLike('kotlin');

/** By an ending of file names, or by a name that Markdown and others give a language. */
const BY_NAME: ReadonlyMap<string, Language> = new Map<string, Language>(
  (
    [
      ['ts mts cts tsx js mjs cjs jsx vue svelte astro typescript javascript node', TYPESCRIPT],
      ['py pyi python python3', PYTHON],
      ['java', JAVA],
      ['kt kts kotlin', KOTLIN],
      ['scala sc', SCALA],
      ['groovy gradle', GROOVY],
      ['go golang', GO],
      ['cs csharp c#', CSHARP],
      ['php', PHP],
      ['rb rake ruby', RUBY],
      ['rs rust', RUST],
      ['swift', SWIFT],
      ['ex exs elixir', ELIXIR],
      ['dart', DART],
      ['c cc cpp cxx h hh hpp c++', CPP],
      ['pl pm t perl', PERL],
      ['lua', LUA],
      ['ps1 psm1 psd1 powershell pwsh', POWERSHELL],
      ['r', R],
      ['jl julia', JULIA],
      ['fs fsx fsharp', FSHARP],
      ['clj cljs cljc edn bb clojure', CLOJURE],
      ['vb', VISUAL_BASIC],
    ] as const
  ).flatMap(([names, language]) => names.split(' ').map((name): [string, Language] => [name, language])),
);

export const languageOf = (name: string): Language | undefined => BY_NAME.get(name.toLowerCase());

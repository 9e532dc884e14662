// What the tokenizer and the structure of brackets need to know of each language: a table, one entry for those that agree.
import { ARROW, ASSIGNED, C_COMMENTS, COLON, DOLLAR, type Language, prefixed, quoted } from './language.ts';
import {
  CLOJURE,
  ELIXIR,
  FSHARP,
  JULIA,
  LUA,
  PERL,
  POWERSHELL,
  PYTHON,
  R,
  RUBY,
  VISUAL_BASIC,
} from './script-languages.ts';

export type { Language, StringForm } from './language.ts';

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

const kotlinLike = (name: string, more: Partial<Language> = {}): Language => ({
  name,
  ...C_COMMENTS,
  strings: [quoted('"""', { ...DOLLAR, multiline: true, escape: undefined }), quoted('"', DOLLAR)],
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
    ...['"""', "'''"].map((quote) => quoted(quote, { ...DOLLAR, multiline: true })),
    ...['"', "'"].flatMap((quote) => [
      ...prefixed(['r'], quoted(quote, { escape: undefined })),
      quoted(quote, DOLLAR),
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

const GROOVY: Language = {
  ...kotlinLike('groovy'),
  strings: [
    quoted('"""', { ...DOLLAR, multiline: true }),
    quoted("'''", { multiline: true }),
    quoted('"', DOLLAR),
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
    ...prefixed(['s', 'f'], quoted('"""', { ...DOLLAR, multiline: true, escape: undefined })),
    quoted('"""', { multiline: true, escape: undefined }),
    ...prefixed(['s', 'f', 'uri'], quoted('"', DOLLAR)),
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

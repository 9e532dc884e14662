// The table of languages: where each differs from `COMMON`.
import { COMMON, DOLLAR, type Language, line, lines, prefixed, raw } from './language.ts';

const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] };
const QUOTES = [line('"'), line("'")];
const RAW_PYTHON = 'r R b B rb Rb br rB u U';
const FILLED_PYTHON = 'f F fr rf Rf fR';

/** `names`: the endings of file names, and the names that Markdown and others give a language. */
const TABLE: readonly ({ readonly names: string } & Partial<Language>)[] = [
  {
    names: 'ts mts cts tsx js mjs cjs jsx vue svelte astro typescript javascript node',
    traits: ['regex', 'sequences', 'shorthand', 'comma-members', 'inline-types'],
    strings: [lines('`', ['${']), ...QUOTES],
  },
  {
    names: 'java',
    traits: ['characters', 'semicolons', 'type-first'],
    strings: [lines('"""'), line('"')],
  },
  {
    names: 'c cc cpp cxx h hh hpp c++',
    traits: ['characters', 'semicolons', 'type-first'],
    strings: [raw('R"(', ')"'), line('"')],
    braces: ['='],
    dots: ['.', '->', '::'],
  },
  {
    names: 'kt kts kotlin',
    traits: ['characters', 'function-words'],
    strings: [raw('"""', '"""', DOLLAR), line('"', DOLLAR)],
    braces: ['='],
    parens: ['='],
  },
  {
    names: 'scala sc',
    traits: ['characters', 'function-words', 'last-returned'],
    strings: [
      ...prefixed('s f', raw('"""', '"""', DOLLAR)),
      raw('"""'),
      ...prefixed('s f uri', line('"', DOLLAR)),
      line('"'),
    ],
    parens: ['='],
  },
  {
    names: 'groovy gradle',
    traits: ['type-first', 'bare-calls'],
    strings: [lines('"""', DOLLAR), lines("'''"), line('"', DOLLAR), line("'")],
  },
  {
    names: 'go golang',
    traits: ['characters', 'function-words', 'inline-types', 'tags'],
    strings: [raw('`'), line('"')],
  },
  {
    names: 'cs csharp c#',
    traits: ['characters', 'semicolons', 'type-first', 'shorthand', 'attributes'],
    strings: [
      raw('$"""', '"""', ['{']),
      raw('"""'),
      raw('$@"', '"', ['{']),
      raw('@"', '"'),
      line('$"', ['{'], '"'),
      line('"'),
    ],
    braces: ['=', ':'],
  },
  {
    names: 'php',
    traits: ['semicolons', 'type-first'],
    // `#[` begins an attribute.
    lineComments: ['//', '# ', '##'],
    // The opening tag ends nothing and begins nothing.
    blockComments: [
      ['<?p', 'hp'],
      ['/*', '*/'],
    ],
    strings: [lines('"', ['{$', '$']), lines("'")],
    parens: [':', '=>'],
    joins: ['.'],
    dots: ['->', '?->', '::'],
  },
  {
    names: 'rs rust',
    traits: ['characters', 'semicolons', 'shorthand', 'function-words', 'last-returned', 'comma-members'],
    strings: [raw('r##"', '"##'), raw('r#"', '"#'), raw('r"', '"'), lines('"')],
  },
  {
    names: 'swift',
    traits: ['function-words', 'last-returned'],
    strings: [raw('#"""', '"""#'), lines('"""', ['\\(']), raw('#"', '"#'), line('"', ['\\('])],
  },
  {
    names: 'dart',
    traits: ['semicolons', 'type-first'],
    strings: [
      ...['"""', "'''"].map((quote) => lines(quote, DOLLAR)),
      ...['"', "'"].flatMap((quote) => [...prefixed('r', raw(quote)), line(quote, DOLLAR)]),
    ],
    dots: ['.', '?.', '..'],
  },
  {
    ...HASH_COMMENTS,
    names: 'py pyi python python3',
    traits: ['indented', 'function-words'],
    strings: [
      ...['"""', "'''"].flatMap((quote) => [
        ...prefixed(FILLED_PYTHON, lines(quote, ['{'])),
        ...prefixed(RAW_PYTHON, lines(quote)),
        lines(quote),
      ]),
      ...['"', "'"].flatMap((quote) => [
        ...prefixed(FILLED_PYTHON, line(quote, ['{'])),
        ...prefixed(RAW_PYTHON, line(quote)),
        line(quote),
      ]),
    ],
    parens: ['='],
  },
  {
    names: 'rb rake ruby',
    traits: ['regex', 'symbols', 'function-words', 'last-returned', 'bare-calls', 'sigils'],
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    strings: [
      line('%q(', [], ')'),
      line('%Q(', ['#{'], ')'),
      lines('"', ['#{']),
      lines("'"),
      line('`', ['#{']),
    ],
    endWords: 'def class module do if unless case begin while until for'.split(' '),
    braces: [':', '=>'],
    parens: [':', '=>'],
  },
  {
    ...HASH_COMMENTS,
    names: 'ex exs elixir',
    traits: ['symbols', 'function-words', 'last-returned', 'bare-calls', 'sigils'],
    strings: [
      lines('"""', ['#{']),
      line('~s(', ['#{'], ')'),
      line('~S(', [], ')'),
      lines('"', ['#{']),
      line("'"),
    ],
    endWords: ['do', 'fn'],
    braces: [':', '=>'],
    joins: ['<>'],
  },
  {
    ...HASH_COMMENTS,
    names: 'pl pm t perl',
    traits: ['semicolons', 'function-words', 'last-returned', 'bare-calls', 'sigils'],
    strings: [lines('"', DOLLAR), lines("'")],
    braces: ['=>'],
    parens: ['=>'],
    joins: ['.'],
    dots: ['->', '::'],
  },
  {
    names: 'lua',
    traits: ['function-words', 'bare-calls'],
    lineComments: ['--'],
    blockComments: [['--[[', ']]']],
    strings: [raw('[[', ']]'), ...QUOTES],
    endWords: ['function', 'do', 'then'],
    braces: ['='],
    joins: ['..'],
    dots: ['.', ':'],
  },
  {
    names: 'ps1 psm1 psd1 powershell pwsh',
    traits: ['function-words', 'bare-calls', 'line-entries'],
    lineComments: ['#'],
    blockComments: [['<#', '#>']],
    strings: [
      { ...lines('@"', ['$(', ...DOLLAR], '\n"@'), escape: '`' as const },
      raw("@'", "\n'@"),
      { ...lines('"', ['$(', ...DOLLAR]), escape: '`' as const },
      raw("'"),
    ],
    braces: ['='],
  },
  {
    ...HASH_COMMENTS,
    names: 'r',
    traits: ['function-words', 'last-returned'],
    strings: [lines('"'), lines("'")],
    parens: ['='],
    dots: ['$', '::'],
  },
  {
    names: 'jl julia',
    traits: ['function-words', 'last-returned'],
    lineComments: ['#'],
    blockComments: [['#=', '=#']],
    strings: [lines('"""', DOLLAR), lines('"', DOLLAR)],
    endWords: 'function struct module if for while begin do let try'.split(' '),
    parens: ['=', '=>'],
    joins: ['*'],
  },
  {
    names: 'fs fsx fsharp',
    traits: ['bare-calls', 'line-entries'],
    blockComments: [['(*', '*)']],
    strings: [raw('$"""', '"""', ['{']), raw('"""'), line('$"', ['{'], '"'), lines('"')],
    braces: ['=', ':'],
    parens: ['='],
  },
  {
    names: 'clj cljs cljc edn bb clojure',
    traits: ['symbols', 'pairs', 'last-returned'],
    lineComments: [';'],
    blockComments: [],
    strings: [lines('"')],
  },
  {
    names: 'vb',
    lineComments: ["'"],
    blockComments: [],
    strings: [
      { ...line('$"', ['{'], '"'), escape: undefined },
      { ...line('"'), escape: undefined },
    ],
    braces: ['='],
    parens: [':='],
    joins: ['&', '+'],
  },
];

const BY_NAME = new Map<string, Language>(
  TABLE.flatMap(({ names, ...own }) =>
    names.split(' ').map((name) => [name, { ...COMMON, ...own }] as const),
  ),
);

export const languageOf = (name: string): Language | undefined => BY_NAME.get(name.toLowerCase());

// The table of languages.
import { DOLLAR, type Language, language, line, lines, prefixed, raw } from './language.ts';

export type { Language, StringForm } from './language.ts';

const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] };
const RAW_PYTHON = 'r R b B rb Rb br rB u U';
const FILLED_PYTHON = 'f F fr rf Rf fR';

const JAVA = language('java', ['characters', 'semicolons', 'type-first'], {
  strings: [lines('"""'), line('"')],
  dots: ['.', '::'],
});

const KOTLIN = language('kotlin', ['characters', 'function-words'], {
  strings: [raw('"""', '"""', DOLLAR), line('"', DOLLAR)],
  braces: ['='],
  parens: ['='],
});

/** The endings of file names, and the names that Markdown and others give a language. */
const TABLE: readonly (readonly [string, Language])[] = [
  [
    'ts mts cts tsx js mjs cjs jsx vue svelte astro typescript javascript node',
    language('typescript', ['regex', 'shorthand', 'comma-members', 'inline-types'], {
      strings: [lines('`', ['${']), line('"'), line("'")],
      braces: [':'],
    }),
  ],
  [
    'py pyi python python3',
    language('python', ['indented', 'function-words'], {
      ...HASH_COMMENTS,
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
      braces: [':'],
      parens: ['='],
      dots: ['.'],
    }),
  ],
  ['java', JAVA],
  ['kt kts kotlin', KOTLIN],
  [
    'scala sc',
    language('scala', ['characters', 'function-words', 'last-returned'], {
      strings: [
        ...prefixed('s f', raw('"""', '"""', DOLLAR)),
        raw('"""'),
        ...prefixed('s f uri', line('"', DOLLAR)),
        line('"'),
      ],
      parens: ['='],
    }),
  ],
  [
    'groovy gradle',
    language('groovy', ['type-first', 'bare-calls'], {
      strings: [lines('"""', DOLLAR), lines("'''"), line('"', DOLLAR), line("'")],
      parens: [':'],
      squares: [':'],
    }),
  ],
  [
    'go golang',
    language('go', ['characters', 'function-words', 'inline-types', 'tags'], {
      strings: [raw('`'), line('"')],
      braces: [':'],
      dots: ['.'],
    }),
  ],
  [
    'cs csharp c#',
    language('csharp', ['characters', 'semicolons', 'type-first', 'shorthand', 'attributes'], {
      strings: [
        raw('$"""', '"""', ['{']),
        raw('"""'),
        raw('$@"', '"', ['{']),
        raw('@"', '"'),
        line('$"', ['{'], '"'),
        line('"'),
      ],
      braces: ['=', ':'],
      parens: [':'],
      squares: ['='],
    }),
  ],
  [
    'php',
    language('php', ['semicolons', 'type-first', 'heredocs'], {
      lineComments: ['//', '#'],
      // The opening tag ends nothing and begins nothing.
      blockComments: [
        ['<?p', 'hp'],
        ['/*', '*/'],
      ],
      strings: [lines('"', ['{$', '$']), lines("'")],
      parens: [':', '=>'],
      squares: ['=>'],
      joins: ['.'],
      dots: ['->', '?->', '::'],
    }),
  ],
  [
    'rb rake ruby',
    language(
      'ruby',
      ['regex', 'symbols', 'heredocs', 'function-words', 'last-returned', 'bare-calls', 'sigils'],
      {
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
        dots: ['.', '&.', '::'],
      },
    ),
  ],
  [
    'rs rust',
    language(
      'rust',
      ['characters', 'semicolons', 'shorthand', 'function-words', 'last-returned', 'comma-members'],
      {
        strings: [raw('r##"', '"##'), raw('r#"', '"#'), raw('r"', '"'), lines('"')],
        braces: [':'],
        dots: ['.', '::'],
      },
    ),
  ],
  [
    'swift',
    language('swift', ['function-words', 'last-returned'], {
      strings: [raw('#"""', '"""#'), lines('"""', ['\\(']), raw('#"', '"#'), line('"', ['\\('])],
      parens: [':'],
      squares: [':'],
    }),
  ],
  [
    'ex exs elixir',
    language('elixir', ['symbols', 'function-words', 'last-returned', 'bare-calls', 'sigils'], {
      ...HASH_COMMENTS,
      strings: [
        lines('"""', ['#{']),
        line('~s(', ['#{'], ')'),
        line('~S(', [], ')'),
        lines('"', ['#{']),
        line("'"),
      ],
      endWords: ['do', 'fn'],
      braces: [':', '=>'],
      parens: [':'],
      squares: [':'],
      joins: ['<>'],
      dots: ['.'],
    }),
  ],
  [
    'dart',
    language('dart', ['semicolons', 'type-first'], {
      strings: [
        ...['"""', "'''"].map((quote) => lines(quote, DOLLAR)),
        ...['"', "'"].flatMap((quote) => [...prefixed('r', raw(quote)), line(quote, DOLLAR)]),
      ],
      braces: [':'],
      parens: [':'],
      dots: ['.', '?.', '..'],
    }),
  ],
  [
    'c cc cpp cxx h hh hpp c++',
    { ...JAVA, name: 'cpp', strings: [raw('R"(', ')"'), line('"')], braces: ['='], dots: ['.', '->', '::'] },
  ],
  [
    'pl pm t perl',
    language('perl', ['semicolons', 'heredocs', 'function-words', 'last-returned', 'bare-calls', 'sigils'], {
      ...HASH_COMMENTS,
      strings: [lines('"', DOLLAR), lines("'")],
      braces: ['=>'],
      parens: ['=>'],
      squares: ['=>'],
      joins: ['.'],
      dots: ['->', '::'],
    }),
  ],
  [
    'lua',
    language('lua', ['function-words', 'bare-calls'], {
      lineComments: ['--'],
      blockComments: [['--[[', ']]']],
      strings: [raw('[[', ']]'), line('"'), line("'")],
      endWords: ['function', 'do', 'then'],
      braces: ['='],
      joins: ['..'],
      dots: ['.', ':'],
    }),
  ],
  [
    'ps1 psm1 psd1 powershell pwsh',
    language('powershell', ['function-words', 'bare-calls', 'line-entries'], {
      lineComments: ['#'],
      blockComments: [['<#', '#>']],
      strings: [
        { ...lines('@"', ['$(', ...DOLLAR], '\n"@'), escape: '`' },
        raw("@'", "\n'@"),
        { ...lines('"', ['$(', ...DOLLAR]), escape: '`' },
        raw("'"),
      ],
      braces: ['='],
      dots: ['.', '::'],
    }),
  ],
  [
    'r',
    language('r', ['function-words', 'last-returned'], {
      ...HASH_COMMENTS,
      strings: [lines('"'), lines("'")],
      parens: ['='],
      joins: [],
      dots: ['$', '::'],
    }),
  ],
  [
    'jl julia',
    language('julia', ['function-words', 'last-returned'], {
      lineComments: ['#'],
      blockComments: [['#=', '=#']],
      strings: [lines('"""', DOLLAR), lines('"', DOLLAR)],
      endWords: 'function struct module if for while begin do let try'.split(' '),
      parens: ['=', '=>'],
      squares: ['=>'],
      joins: ['*'],
      dots: ['.'],
    }),
  ],
  [
    'fs fsx fsharp',
    language('fsharp', ['bare-calls', 'line-entries'], {
      blockComments: [['(*', '*)']],
      strings: [raw('$"""', '"""', ['{']), raw('"""'), line('$"', ['{'], '"'), lines('"')],
      braces: ['=', ':'],
      parens: ['='],
      dots: ['.'],
    }),
  ],
  [
    'clj cljs cljc edn bb clojure',
    language('clojure', ['symbols', 'forms', 'last-returned'], {
      lineComments: [';'],
      blockComments: [],
      strings: [lines('"')],
      joins: [],
      dots: [],
    }),
  ],
  [
    'vb',
    language('vb', [], {
      lineComments: ["'"],
      blockComments: [],
      strings: [
        { ...line('$"', ['{'], '"'), escape: undefined },
        { ...line('"'), escape: undefined },
      ],
      braces: ['='],
      parens: [':='],
      joins: ['&', '+'],
      dots: ['.'],
    }),
  ],
];

const BY_NAME = new Map<string, Language>(
  TABLE.flatMap(([names, entry]) => names.split(' ').map((name) => [name, entry] as const)),
);

export const languageOf = (name: string): Language | undefined => BY_NAME.get(name.toLowerCase());

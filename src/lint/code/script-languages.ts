// The table of languages: those that are mostly interpreted, and those of few files.
import { DOLLAR, type Language, language, line, lines, prefixed, raw } from './language.ts';

const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] };
const RAW_PYTHON = 'r R b B rb Rb br rB u U';
const FILLED_PYTHON = 'f F fr rf Rf fR';

export const SCRIPT_LANGUAGES: readonly (readonly [string, Language])[] = [
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
  [
    'rb rake ruby',
    language('ruby', ['regex', 'symbols', 'function-words', 'last-returned', 'bare-calls', 'sigils'], {
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
    'pl pm t perl',
    language('perl', ['semicolons', 'function-words', 'last-returned', 'bare-calls', 'sigils'], {
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

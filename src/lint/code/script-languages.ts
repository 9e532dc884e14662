// Languages of scripts and of few files: their entries of the table.
import {
  ARROW,
  ASSIGNED,
  COLON,
  DOLLAR,
  HASH_COMMENTS,
  type Language,
  prefixed,
  quoted,
} from './language.ts';

export const PERL: Language = {
  name: 'perl',
  ...HASH_COMMENTS,
  strings: [quoted('"', { holes: ['${', '$'], multiline: true }), quoted("'", { multiline: true })],
  braces: ARROW,
  parens: ARROW,
  squares: ARROW,
  joins: ['.'],
  dots: ['->', '::'],
};

export const LUA: Language = {
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

export const POWERSHELL: Language = {
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

export const R: Language = {
  name: 'r',
  ...HASH_COMMENTS,
  strings: [quoted('"', { multiline: true }), quoted("'", { multiline: true })],
  braces: [],
  parens: ASSIGNED,
  squares: [],
  joins: [],
  dots: ['$', '::'],
};

export const JULIA: Language = {
  name: 'julia',
  lineComments: ['#'],
  blockComments: [['#=', '=#']],
  strings: [quoted('"""', { ...DOLLAR, multiline: true }), quoted('"', { ...DOLLAR, multiline: true })],
  endWords: ['function', 'struct', 'module', 'if', 'for', 'while', 'begin', 'do', 'let', 'try'],
  braces: [],
  parens: ['=', '=>'],
  squares: ARROW,
  joins: ['*'],
  dots: ['.'],
};

export const FSHARP: Language = {
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

export const CLOJURE: Language = {
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

export const VISUAL_BASIC: Language = {
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

const rawPython = ['r', 'R', 'b', 'B', 'rb', 'Rb', 'br', 'rB', 'u', 'U'];
const filledPython = ['f', 'F', 'fr', 'rf', 'Rf', 'fR'];
export const PYTHON: Language = {
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

export const RUBY: Language = {
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

export const ELIXIR: Language = {
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

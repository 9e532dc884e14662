// The table of languages: those that are compiled, and JavaScript and PHP.
import { DOLLAR, type Language, language, line, lines, prefixed, raw } from './language.ts';
import { SCRIPT_LANGUAGES } from './script-languages.ts';

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
    language('php', ['semicolons', 'type-first'], {
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
];

const BY_NAME = new Map<string, Language>(
  [...TABLE, ...SCRIPT_LANGUAGES].flatMap(([names, entry]) =>
    names.split(' ').map((name) => [name, entry] as const),
  ),
);

export const languageOf = (name: string): Language | undefined => BY_NAME.get(name.toLowerCase());

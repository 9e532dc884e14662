// Text from outside is made harmless before it is printed to a terminal, a log or a Markdown page.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { markdownCode, markdownCodeCell, markdownTable } from '../../../src/files/markup.ts';
import { endingOf, mediaTypeOf } from '../../../src/files/media-types.ts';
import { plain, plainLines, plainPath } from '../../../src/files/plain.ts';
import { formatMarkdown } from '../../../src/lint/format/github.ts';
import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';

describe('text from outside', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]52;c;cGF5\u0007x', 'x'],
    ['\u001b]0;title\u001b\\x', 'x'],
    ['\u009b2Jx', 'x'],
    ['a\r\nb\u2028c', 'a b c'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['a\u200bb\u2066c', 'abc'],
    ['::error file=a::x', ': :error file=a::x'],
    ['x\n::error::y', 'x ::error::y'],
    ['a ##[error]b', 'a # #[error]b'],
    ['##vso[task.x]', '# #vso[task.x]'],
    ['Größe 日本語 €', 'Größe 日本語 €'],
  ])('is printed without control sequences and log commands: %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
  it('is cut at the given length', () => {
    expect(plain('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}...`);
  });
  it('still names the same file if it is a path', () => {
    expect(plainPath('::error::x.csv')).toBe('./::error::x.csv');
    expect(plainPath('pay.csv')).toBe('pay.csv');
  });
  it('has no control character and no log command when printed, whatever it was', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u001b',
        '[',
        ']',
        '0;',
        '\u0007',
        '::',
        '##',
        '[',
        'vso[',
        '\n',
        ' ',
        '\u202e',
        '\u009d',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        for (const out of [plain(text), plainPath(text), ...plainLines(text).split('\n')]) {
          expect(out).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
          expect(out).not.toMatch(/^ *::|##\[|##vso\[/);
        }
        expect(plain(plain(text))).toBe(plain(text));
      }),
    );
  });
});

// Names in Markdown are shown as they are, and break no table.

describe('a Markdown code span', () => {
  it.each([
    ['a.js', '`a.js`'],
    ['e<f>&amp;.js', '`e<f>&amp;.js`'],
    ['a\\b.js', '`a\\b.js`'],
    ['a`b.js', '``a`b.js``'],
    ['a``b`c', '```a``b`c```'],
    ['`a', '`` `a ``'],
    ['a`', '`` a` ``'],
    [' a ', '`  a  `'],
    ['a|b', '`a|b`'],
    ['', '`  `'],
    ['a\nb\r\u2028c', '`a b c`'],
    ['a\u202eb\u0007\u001b[31mc', '`abc`'],
  ])('shows %j', (text, code) => {
    expect(markdownCode(text)).toBe(code);
  });
  it('has its pipes escaped in a table', () => {
    expect(markdownTable(['a'], [[markdownCodeCell('x|y|`z')]]).at(-1)).toBe('| ``x\\|y\\|`z`` |');
  });
});

it('a report in Markdown has one line for each finding, whatever its file is called', async () => {
  const names = ['e<f>.js', 'g`h.js', 'i|j.js', 'k\nl.js', 'm\u202en.js', 'o\u0007p.js'];
  const at = folder(Object.fromEntries(names.map((name) => [name, "get('/api/v1/current-tenant');\n"])));
  const report = await lint({
    ...{ cwd: at, paths: ['.'], ignored: [], levels: {}, asOf: '2026-06-01', cutoff: '2026-10-30' },
    ...{ minConfidence: 'medium', hosts: [], clients: [] },
  });
  const places = formatMarkdown(report)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0]);
  expect(places).toEqual([
    ...['| `e<f>.js:1`', '| ``g`h.js:1``', '| `i\\|j.js:1`', '| `k l.js:1`', '| `mn.js:1`', '| `op.js:1`'],
  ]);
});

// One table has endings and media types: a file that was written with an ending is uploaded with the same type.

describe('media types', () => {
  it.each(['.pdf', '.PDF', '.jpeg', '.jpg', '.tiff', '.docx', '.xlsx', '.csv', '.txt'])(
    'map %s to a type, and that type to an ending of the same type',
    (ending) => {
      const type = mediaTypeOf(ending);
      expect(type).not.toBe('application/octet-stream');
      expect(mediaTypeOf(endingOf(type) ?? '')).toBe(type);
    },
  );

  it('have no entry for names that every object inherits', () => {
    for (const name of ['constructor', '__proto__', 'toString', '.unknown', '']) {
      expect(mediaTypeOf(name)).toBe('application/octet-stream');
      expect(endingOf(name)).toBeUndefined();
    }
  });
});

// Foreign text between us and a terminal or a log.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { plain, plainLines, plainPath } from '../../../src/files/plain.ts';

describe('foreign text for people', () => {
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
  ])('%j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
  it('is bounded', () => {
    expect(plain('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}...`);
  });
  it('keeps a file name a file name', () => {
    expect(plainPath('::error::x.csv')).toBe('./::error::x.csv');
    expect(plainPath('pay.csv')).toBe('pay.csv');
  });
  it('lets nothing through, whatever it is given', () => {
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

// On which lines the rows of a retry file begin, and how that is kept.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { packedLines, RowLines, unpackedLines } from '../../../src/csv/row-lines.ts';

it('counts the line ends within what was written, as text and as bytes', () => {
  for (const form of [(text: string) => text, (text: string) => Buffer.from(text)]) {
    const lines = new RowLines();
    lines.wrote(form('a;b\r\n'));
    lines.row();
    lines.wrote(form('"1\n2";3\r'));
    lines.wrote(form('\n'));
    lines.row();
    lines.wrote(form('4;5\n'));
    expect(lines.starts).toEqual([2, 4]);
  }
});

it('is packed into a few characters where lines follow each other, and unpacked to the same', () => {
  expect(packedLines([2, 3, 4, 5, 8, 9])).toBe('2,1x3,3,1');
  expect(packedLines([])).toBe('');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 }), (steps) => {
      let line = 0;
      const starts = steps.map((step) => (line += step));
      expect(unpackedLines(packedLines(starts))).toEqual(starts);
    }),
  );
});

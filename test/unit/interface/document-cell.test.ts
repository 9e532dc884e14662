// A documents cell is split into its items: each item once, in order, and data URLs whole.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { splitDocuments } from '../../../src/interface/document-cell.ts';
import { SEED, trials } from '../../kit/seed.ts';
const piece = fc.constantFrom(
  'a',
  'data:',
  'data:x',
  ';',
  ';',
  ',',
  ' ',
  'base64',
  'data:image/png;base64,aGk=',
  '.pdf',
);

/** The expected items, split in the simplest way, without regard to speed. */
function simply(cell: string): string[] {
  const items: string[] = [];
  let open = '';
  for (const each of cell.split(';')) {
    const text = open === '' ? each.trim() : `${open};${each.trim()}`;
    open = text.startsWith('data:') && !text.includes(',') ? text : '';
    if (open === '' && text !== '') items.push(text);
  }
  return open === '' ? items : [...items, open];
}

it(`splits a documents cell into the same items as the simplest code (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const cell = pieces.join('');
      const items = splitDocuments(cell, (text) => text === 'a');
      expect(
        items.map((item) => (item.kind === 'id' ? item.id : item.kind === 'file' ? item.path : item.url)),
      ).toEqual(simply(cell));
    }),
    { seed: SEED, numRuns: trials(500) },
  );
});

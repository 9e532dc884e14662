// What the search of the report's page finds: the text that the page runs, run here without a page.
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { SEARCH } from '../../../src/report/page-search.ts';

interface Found {
  readonly found: boolean[] | null;
  readonly byWord: boolean;
}

/** The places of the texts in which it is found. */
function search(texts: readonly string[], typed: string): number[] {
  const find = runInNewContext(
    `${SEARCH}; (texts, typed) => JSON.stringify(finder(texts.map(folded))(typed))`,
  ) as (texts: readonly string[], typed: string) => string; // the line above
  const { found } = JSON.parse(find(texts, typed)) as Found; // what finder gives back
  return texts.flatMap((_, at) => (found === null || found[at] ? [at] : []));
}

const ID = '0b4f4c33-1399-4a9f-9d15-202613991313';
const ROWS = [
  `2\nA-0001\nSupplier 13\nBill 7\n607.60 EUR\ncreated\n${ID}`,
  `3\nA-0002\nSupplier 1\nBill 13\n1,250.50 GBP\ncreated\n${ID}`,
  `4\nA-0003\nMüller  Büromöbel KG\n\n168.13 USD\nin doubt\ntimeout`,
  `5\nA-0013\nHarbour Lane Ltd\nRent\n99.00 EUR\nnot sent\nstopped`,
];

describe('the search of the report’s page', () => {
  it.each([
    ['', [0, 1, 2, 3]],
    ['Supplier 13', [0]],
    ['supplier 1', [0, 1]],
    ['Supplier', [0, 1]],
    ['35.93 eur', []],
    ['607.60 EUR', [0]],
    ['in doubt', [2]],
    ['IN  DOUBT', [2]],
    ['müller büro', [2]],
    ['A-0003', [2]],
  ])('finds what was typed as it stands there: %j', (typed, found) => {
    expect(search(ROWS, typed)).toEqual(found);
  });

  it('looks for single words only where nothing has the whole', () => {
    expect(search(ROWS, 'Lane Harbour')).toEqual([3]);
    expect(search(ROWS, 'EUR supplier')).toEqual([0]);
    expect(search(ROWS, 'supplier nobody')).toEqual([]);
  });
});

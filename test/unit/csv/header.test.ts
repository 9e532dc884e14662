import { describe, expect, it } from 'vitest';

import { type HeaderRules, readHeader } from '../../../src/csv/header.ts';

const RULES: HeaderRules = {
  file: 'in.csv',
  delimiter: ',',
  fields: [
    'reference',
    'receiverAmount',
    'source.currency',
    'source.network',
    'destination.currency',
    'memo',
  ],
  ignorePrefix: 'x-',
  accepts: () => false,
  removed: () => undefined,
};

/** What is said of a header, each with its column. */
function said(names: string[], map?: Record<string, string | null>): string[] {
  const rules = map === undefined ? RULES : { ...RULES, map: new Map(Object.entries(map)) };
  try {
    readHeader(names, 1, rules);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('a column that the map names and the header lacks', () => {
  const map = { 'Inv no': 'reference', Total: 'receiverAmount' };

  it('is looked for among those that nothing else explains', () => {
    const [first, second, ...others] = said(['Invoice no.', 'Total'], map);
    expect(first).toMatch(/:1:1: unknown column "Invoice no\."/);
    expect(second).toBe(
      `in.csv:1:1: --map names a column "Inv no" that the header doesn't have (is it "Invoice no." now?)`,
    );
    expect(others).toEqual([]);
  });

  it('is none of several that might be it', () => {
    const [, , third] = said(['Document', 'Number', 'Total'], map);
    expect(third).toMatch(/names a column "Inv no" that the header doesn't have$/);
  });

  it('is no column of the operator, and no field', () => {
    const [first] = said(['x-note', 'memo', 'Total'], map);
    expect(first).toMatch(/names a column "Inv no" that the header doesn't have$/);
  });
});

describe('a field without its group', () => {
  it('is completed where one field alone ends so', () => {
    expect(said(['reference', 'network'])).toEqual([
      expect.stringMatching(/:1:2: unknown column "network" \(did you mean source\.network\?\)/),
    ]);
  });

  it('is not guessed where two do', () => {
    expect(said(['reference', 'currency'])[0]).not.toContain('did you mean');
  });
});

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
function said(names: string[]): string[] {
  try {
    readHeader(names, 1, RULES);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

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

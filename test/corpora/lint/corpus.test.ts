import { describe, expect, it } from 'vitest';

import { measure, playCorpus } from './corpus.ts';

describe('the corpus', async () => {
  const cases = await playCorpus();
  it('has at least 150 files, at least 40 of them without a finding', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(cases.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(40);
  });
  it('is linted with a precision of at least 0.98 and a recall of at least 0.95', () => {
    const { precision, recall } = measure(cases);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
  it.each(cases.map((one) => [one.name, one] as const))(
    'has the expected findings in %s',
    (_, { found, expected }) => expect(found).toEqual(expected),
  );
});

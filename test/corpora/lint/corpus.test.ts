import { describe, expect, it } from 'vitest';

import { measure, playCorpus } from './corpus.ts';

describe('the corpus', async () => {
  const cases = await playCorpus();
  it('is large enough, and half of it are traps or holds some', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(cases.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(40);
  });
  it('is read with precision 0.98 and recall 0.95', () => {
    const { precision, recall } = measure(cases);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, { found, expected }) =>
    expect(found).toEqual(expected),
  );
});

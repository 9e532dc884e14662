// Patterns with several **: what the library takes for a match is one here too, and no path is deep enough to stall them.
import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, it } from 'vitest';

import { isStarred, starredMatcher } from '../../../src/lint/files/starred.ts';
import { SEED } from '../../kit/seed.ts';
const part = fc.constantFrom('**', '**', 'a', 'b', 'A', 'a*', '*', '?b', 'ab', 'a**', '[ab]');
const pattern = fc
  .tuple(
    fc.constantFrom('', '/'),
    fc.array(part, { minLength: 2, maxLength: 7 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([head, parts, tail]) => head + parts.join('/') + tail)
  .filter((one) => isStarred(one));
const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'aa', 'c'), { minLength: 1, maxLength: 7 });

describe(`patterns with several ** (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  it('match what the library lets them match', () => {
    fc.assert(
      fc.property(pattern, path, fc.boolean(), (one, parts, isFolder) => {
        const expected = ignore()
          .add(one)
          .ignores(parts.join('/') + (isFolder ? '/' : ''));
        expect([one, parts.join('/'), isFolder, starredMatcher(one)(parts, isFolder)]).toEqual([
          one,
          parts.join('/'),
          isFolder,
          expected,
        ]);
      }),
      { seed: SEED, numRuns: 4_000 },
    );
  });

  it.each([
    '**/a/'.repeat(20) + 'b',
    '**/a/**/b',
    'a/**/a/**/',
    '**/*a*/**/a?/**/b',
    '**/'.repeat(1_000) + 'b',
  ])('take next to nothing for a path of 2,000 folders: %s', { retry: 2 }, (one) => {
    const before = process.cpuUsage();
    const matches = starredMatcher(one);
    matches(
      Array.from({ length: 2_000 }, () => 'a'),
      false,
    );
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });
});

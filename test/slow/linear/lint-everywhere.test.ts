// Each type of file that the linter reads, made of each construct: four times the size takes at most six times the processor's
// time. The types come from the linter's own tables.
import { describe, expect, it } from 'vitest';

import { found } from '../../kit/lint.ts';
import { CONSTRUCTS, FRAMES } from './constructs.ts';
import { whatGrowsTooFast } from './growth.ts';

const SIZE = 2_048;
/** Each type of file with each construct takes minutes; otherwise a share of them. */
const SHARES = 96;
const GIVEN_UP_MS = 5_000;

const frames = Object.entries(FRAMES).flatMap(([type, own]) => own.map((frame) => [type, frame] as const));

describe('time grows with size, in every type of file', () => {
  it.each(frames.map(([type, frame], at) => [`${type} (${frame.file})`, frame, at] as const))(
    '%s',
    { retry: 2, timeout: 600_000 },
    async (_, frame, at) => {
      const share = { at, of: SHARES, size: SIZE, endsWithinMs: GIVEN_UP_MS };
      expect(await whatGrowsTooFast(found, frame, CONSTRUCTS, share)).toEqual([]);
    },
  );
});

// Each type of file that the linter reads, made of each construct: four times the size takes at most six times the processor's
// time. The types come from the linter's own tables. PAYBATCH_LINEAR sets the smaller size
// (in characters; 2,048) and takes every construct for every type.
import { describe, expect, it } from 'vitest';

import { Looker } from '../../src/lint/look.ts';
import { type Construct, CONSTRUCTS, type Frame, FRAMES } from './constructs.ts';

const SIZE = Number(process.env['PAYBATCH_LINEAR'] ?? 2_048);
/** Each type of file with each construct takes minutes; otherwise a share of them. */
const ALL = process.env['PAYBATCH_LINEAR'] !== undefined;
const SHARES = 48;
const STEP = 3;
const TIMES = 4;
const MOST = 6;
/** Below this, what is measured is the clock and the collector. */
const FLOOR_MS = 10;
const ROUNDS = 3;

const looker = new Looker({
  ...{ cwd: '/', paths: [], asOf: '2026-06-01', cutoff: '2026-10-30' },
  ...{ minConfidence: 'low', hosts: [], clients: [] },
});

async function cpuMs(file: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  await looker.text(file, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function least(file: string, text: string, most: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best > most; round++) best = Math.min(best, await cpuMs(file, text));
  return best;
}

/** A grammar that loses itself in a text is given up after three seconds and ten milliseconds a kilobyte (code/grammars.ts). */
const GIVEN_UP_MS = 5_000;
const LOOKS = 3;

/**
 * What speaks against it. Most take so little that one look is enough; what doesn't is looked at once more, larger: a grammar
 * that has to be started anew takes as long at any size. What is still out of proportion must come to an end by itself.
 */
async function growth(frame: Frame, construct: Construct, look = 1): Promise<string[]> {
  const { file, around } = frame;
  const size = SIZE * TIMES ** (look - 1);
  const large = around(construct.make(size * TIMES));
  if ((await cpuMs(file, large)) <= FLOOR_MS * MOST) return [];
  const one = Math.max(FLOOR_MS, await least(file, around(construct.make(size)), 0));
  const four = await least(file, large, one * MOST);
  if (four <= one * MOST) return [];
  if (look < LOOKS) return growth(frame, construct, look + 1);
  if (four <= GIVEN_UP_MS) return [];
  return [`${file}: ${construct.name}: ${one.toFixed(0)} ms, then ${four.toFixed(0)} ms`];
}

const frames = Object.entries(FRAMES).flatMap(([type, own]) => own.map((frame) => [type, frame] as const));

/** Another share in each type, so that each construct is met in several. */
const shareOf = (at: number): readonly Construct[] =>
  ALL ? CONSTRUCTS : CONSTRUCTS.filter((_, i) => (i + at * STEP) % SHARES === 0);

describe('time grows with size, in every type of file', () => {
  it.each(frames.map(([type, frame], at) => [`${type} (${frame.file})`, frame, at] as const))(
    '%s',
    { timeout: 600_000 },
    async (_, frame, at) => {
      const wrong: string[] = [];
      for (const { make } of CONSTRUCTS.slice(0, 3)) await cpuMs(frame.file, frame.around(make(1_000)));
      for (const construct of shareOf(at)) wrong.push(...(await growth(frame, construct)));
      expect(wrong).toEqual([]);
    },
  );
});

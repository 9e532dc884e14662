// Whether work takes time in proportion to the size of what it is given: the processor's time at n and at 4n, which may be
// six times as much. PAYBATCH_LINEAR sets the smaller size (in characters) and takes every construct for every frame.
import type { Construct, Frame } from './constructs.ts';

const SET = process.env['PAYBATCH_LINEAR'];
const TIMES = 4;
const MOST = 6;
/** Below this, what is measured is the clock and the collector. */
const FLOOR_MS = 10;
const ROUNDS = 3;
const LOOKS = 3;
const STEP = 3;

export type Work = (file: string, text: string) => Promise<unknown>;

async function cpuMs(work: Work, file: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  await work(file, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function least(work: Work, file: string, text: string, most: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best > most; round++)
    best = Math.min(best, await cpuMs(work, file, text));
  return best;
}

/**
 * What speaks against it. Most take so little that one look is enough; what doesn't is looked at once more, larger: what has to be
 * started anew takes as long at any size. What is still out of proportion must come to an end by itself.
 */
async function growth(
  work: Work,
  { file, around }: Frame,
  { name, make }: Construct,
  { size, endsWithinMs = 0 }: Share,
): Promise<string[]> {
  for (let look = 1; ; look++) {
    const now = (SET === undefined ? size : Number(SET)) * TIMES ** (look - 1);
    const large = around(make(now * TIMES));
    if ((await cpuMs(work, file, large)) <= FLOOR_MS * MOST) return [];
    const one = Math.max(FLOOR_MS, await least(work, file, around(make(now)), 0));
    const four = await least(work, file, large, one * MOST);
    if (four <= one * MOST) return [];
    if (look < LOOKS) continue;
    if (four <= endsWithinMs) return [];
    return [`${file}: ${name}: ${one.toFixed(0)} ms, then ${four.toFixed(0)} ms`];
  }
}

export interface Share {
  /** Which frame of all. */
  readonly at: number;
  /** One in so many constructs is taken. */
  readonly of: number;
  /** Characters. */
  readonly size: number;
  /** For work that is given up. */
  readonly endsWithinMs?: number;
}

/** Another share of the constructs in each frame, so that each construct is met in several. */
export async function whatGrowsTooFast(
  work: Work,
  frame: Frame,
  constructs: readonly Construct[],
  share: Share,
): Promise<string[]> {
  const { at, of } = share;
  for (const { make } of constructs.slice(0, 3)) await cpuMs(work, frame.file, frame.around(make(1_000)));
  const wrong: string[] = [];
  for (const [i, construct] of constructs.entries()) {
    if (SET === undefined && (i + at * STEP) % of !== 0) continue;
    wrong.push(...(await growth(work, frame, construct, share)));
  }
  return wrong;
}

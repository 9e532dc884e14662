// Who waits for a server that went away hears of it once, and once that it is back; whoever hears of trouble alone, when it lasts.
import { describe, expect, it } from 'vitest';

import { reachReporter } from '../../../src/cli/render/ledger-words.ts';
import { type Reach, ReachNotices } from '../../../src/ledger/postgres/reach.ts';
import { verbatim } from '../../../src/message.ts';
import { fakeIo } from '../../kit/io.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function told(play: (reaching: ReachNotices) => void): Reach[] {
  const said: Reach[] = [];
  play(new ReachNotices((reach) => said.push(reach)));
  return said;
}

describe('a server that goes away', () => {
  it('is told once, and once more that it is back', () => {
    const said = told((reaching) => {
      reaching.answered(0);
      for (let at = 1_000; at <= 45_000; at += 500) reaching.failed(refused, at - 100, at);
      reaching.answered(46_000);
      reaching.answered(47_000);
    });
    expect(said.map(({ is }) => is)).toEqual(['away', 'lasting', 'back']);
    expect(said[0]?.why).toEqual(verbatim('connect ECONNREFUSED'));
    expect(said[2]?.forMs).toBe(45_100);
  });

  it('is not told where others are answered meanwhile, nor of a server that says no', () => {
    const said = told((reaching) => {
      for (let at = 0; at < 60_000; at += 1_000) {
        reaching.answered(at);
        reaching.failed(refused, at - 40_000, at + 500);
      }
      for (let at = 60_000; at < 90_000; at += 500) reaching.failed(new Error('no such table'), at, at);
    });
    expect(said).toEqual([]);
  });

  it.each([
    [false, ['warn', 'warn']],
    [true, ['warn', 'error', 'error']],
  ])('is said with the gravity that it has: trouble alone %s', (isQuiet, levels) => {
    const heard: (string | undefined)[] = [];
    const io = { ...fakeIo('/'), isQuiet, err: (_: string, level?: string) => heard.push(level) };
    const say = reachReporter(io, 'postgres://db/x', 'work');
    for (const is of ['away', 'lasting', 'back'] as const) say({ is, forMs: 1, why: verbatim('gone') });
    expect(heard).toEqual(isQuiet ? levels : ['warn', 'warn']);
  });
});

// A clock that is set back between a run that found a row in doubt and the word that resolved it: the ledger's order decides, and
// no list calls a row in doubt that doubts does not know.
import { expect, it, onTestFinished, vi } from 'vitest';

import { inDoubt, RUN } from '../kit/in-doubt.ts';

const HOUR_MS = 60 * 60_000;

it.each([
  ['not-created', [], /R-1 +not_sent .*resolved as not-created by ann/],
  ['created', ['--transfer-id', 'T-1'], /R-1 +created .*T-1: note: resolved as created \(T-1\) by ann/],
] as const)(
  'a resolution that seems older than a run that found the row in doubt: %s',
  async (as, more, shown) => {
    const one = await inDoubt();
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 24 * HOUR_MS);
    onTestFinished(() => void vi.restoreAllMocks());
    const again = await one.say([...RUN(one.at), '--json'], {});
    expect(again.code).toBe(3);
    const { runId: found } = JSON.parse(again.out) as { runId: string };
    clock.mockImplementation(() => now() + 22 * HOUR_MS);
    const say = (...args: string[]) => one.say(args, {});
    const word = ['--as', as, '--reason', 'asked', '--by', 'ann', '--yes', ...more];
    expect((await say('resolve', found, '--line', '2', ...word)).code).toBe(0);
    for (const line of ['3', '4'])
      await say('resolve', found, '--line', line, '--as', 'not-created', '--reason', 'asked', '--yes');
    expect((await say('doubts')).out).toBe('No row is in doubt.\n');
    expect((await say('status', found)).out).toMatch(shown);
    expect((await say('status')).out).not.toMatch(/PERHAPS|in_doubt|in doubt:/);
    const sent = await one.say([...RUN(one.at), '--json'], {});
    const { runId } = JSON.parse(sent.out) as { runId: string };
    const { out } = await say('status', found);
    expect(out).toMatch(new RegExp(`R-2 +created .*created since by run ${runId} \\(line 3\\)`));
    expect(out).not.toContain('idempotency');
  },
);

// A clock that is set back between a run that found a row in doubt and the word that settled it: what is said of the row goes by the
// ledger's order, and no list calls a row in doubt that doubts does not know.
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { HOUR_MS, sentAgain } from './sent-again.ts';

/** In doubt since the first night, found so by a run a day later; then the clock is two hours behind. */
async function setBack() {
  const one = await sentAgain(['rent'], [{ fail: 1, isCalled: false }]);
  const run = async (): Promise<{ code: number; runId: string }> => {
    const { code, out } = await one.say(['run', join(one.folder, 'r.csv'), '--alike-ok', '--json']);
    return { code, runId: (JSON.parse(out) as { runId: string }).runId };
  };
  const found = await run();
  expect(found.code).toBe(3);
  const clock = vi.mocked(Date.now);
  const before = clock.getMockImplementation() ?? (() => 0);
  clock.mockImplementation(() => before() - 2 * HOUR_MS);
  const word = (as: string, ...more: string[]) =>
    one.say([
      'resolve',
      found.runId,
      '--line',
      '2',
      '--as',
      as,
      '--reason',
      'asked',
      '--by',
      'ann',
      '--yes',
      ...more,
    ]);
  return { ...one, run, found: found.runId, word };
}

describe('a word that seems older than the run that found the row in doubt', () => {
  it.each([
    ['not-created', [], /R-0 +not_sent .*resolved as not-created by ann/],
    ['created', ['--transfer-id', 'T-1'], /R-0 +created .*T-1: resolved as created \(T-1\) by ann/],
  ] as const)('settles it for that run too (%s)', async (as, more, shown) => {
    const { say, found, word } = await setBack();
    expect((await word(as, ...more)).code).toBe(0);
    expect((await say(['doubts'])).out).toBe('No row is in doubt.\n');
    expect((await say(['status', found])).out).toMatch(shown);
    const list = (await say(['status'])).out;
    expect(list).not.toMatch(/PERHAPS|in_doubt|is in doubt/);
    expect((await say(['report', found, '--format', 'md'])).out).not.toMatch(/nobody knows|idempotency/);
  });
  it('and what was sent since is created without a key that the service never had', async () => {
    const { say, found, word, run } = await setBack();
    expect((await word('not-created')).code).toBe(0);
    const { code, runId } = await run();
    expect(code).toBe(0);
    const { out } = await say(['status', found]);
    expect(out).toMatch(new RegExp(`R-0 +created .*created since by run ${runId} \\(line 2\\)`));
    expect(out).not.toContain('idempotency');
  });
});

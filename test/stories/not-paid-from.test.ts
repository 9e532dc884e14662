// From when on a row in doubt may be called not paid: whoever comes at the time that was told is not sent away again.
import { describe, expect, it } from 'vitest';

import { fromMinute } from '../../src/report/words.ts';
import { inDoubt } from '../kit/in-doubt.ts';

describe('the minute from which on not-created may be said', () => {
  it.each([
    ['2026-11-26T15:55:23.001Z', '15:56'],
    ['2026-11-26T15:55:00.001Z', '15:56'],
    ['2026-11-26T15:55:00.000Z', '15:55'],
    ['2026-11-26T23:59:30.000Z', '00:00'],
  ])('of %s is %s', (at, text) => expect(fromMinute(new Date(at))).toBe(text));

  it('is told by resolve and by the report alike, and then it may', async () => {
    const one = await inDoubt();
    const { doubts } = JSON.parse((await one.say(['doubts', '--json'])).out) as {
      doubts: { earliestNotCreated: string }[];
    };
    const text = fromMinute(new Date(doubts[0]?.earliestNotCreated ?? ''));
    const word = ['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'asked', '--json'];
    expect((await one.say(word, {})).err).toContain(`look again at ${text} UTC`);
    const html = (await one.say(['report', 'last'], {})).out;
    expect(html).toContain(`can be recorded from ${text} UTC on`);
    const told = new Date(doubts[0]?.earliestNotCreated ?? '');
    const then = told.setUTCSeconds(told.getTime() % 60_000 === 0 ? 0 : 60, 0);
    const { code, err } = await one.say(word, { now: () => then });
    expect(code, err).toBe(0);
  });
});

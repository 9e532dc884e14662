// If a statement puts a row back in doubt, paybatch gives the reason wherever it shows the row. An ordinary
// confirmation does not resolve the row as not created again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { inDoubt } from '../../kit/in-doubt.ts';

const wordOf = (run: string): string[] =>
  `resolve ${run} --line 2 --as not-created --reason asked --by ann`.split(' ');

it('a row that a statement put back in doubt shows why, and needs --correct to be resolved again', async () => {
  const one = await inDoubt();
  const word = wordOf(one.runId);
  expect((await one.say(word)).code).toBe(0);
  const file = join(one.at, 's.csv');
  writeFileSync(file, 'id,reference,amount,currency\nT-7,R-1,10.00,GBP\n');
  const back = ['reconcile', one.runId, '--statement', file, '--yes', '--by', 'bea'];
  expect((await one.say(back)).code).toBe(3);
  const bare = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'");
  const why = 'UTC by bea: statement line 2, by reference, amount and currency';
  for (const shown of [
    ['doubts'],
    ['doubts', '--csv'],
    ['doubts', '--json'],
    ['status', one.runId],
    ['report', one.runId],
    ['report', one.runId, '--format', 'md'],
    ['report', one.runId, '--format', 'json'],
  ]) {
    const { out } = await one.say(shown);
    const part = shown[1] === '--json' ? why.slice(12) : shown[0] === 'status' ? why.slice(0, 10) : why;
    expect(bare(out), shown.join(' ')).toContain(part);
    if (shown[1] !== '--json') expect(out).not.toContain('SHA-256');
  }
  const again = await one.say([...word, '--yes']);
  expect([again.code, bare(again.err)]).toEqual([2, expect.stringContaining(why)]);
  expect(again.err).toContain('--correct');
  const corrected = await one.say([...word, '--correct']);
  expect([corrected.code, bare(corrected.err)]).toEqual([
    0,
    expect.stringMatching(/ was now .*resolved as not created, and put back in doubt/),
  ]);
  expect((await one.say(['doubts'])).out).not.toContain('R-1');
});

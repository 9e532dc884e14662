// NAME.retry.txt of rows that were only not begun, or not reached: nothing in them needs correcting.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { place, RUN } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const reasons = (at: string): string =>
  readFileSync(join(at, 'in.retry.txt'), 'utf8').replace(/run 20\S+\)/, 'run RUN)');
const STOPPED = ['--max-in-doubt', '1'];

describe('the reasons beside a retry file', () => {
  it('of a run that only stopped say that nothing needs correcting', async () => {
    const { at, say } = await place();
    expect((await say([...RUN(at), ...STOPPED], {})).code).toBe(3);
    expect(reasons(at)).toMatch(
      /^5 rows of in\.csv not paid, and why \(run RUN\)\.\nThe rows themselves are in in\.retry\.csv, in this order\.\nNothing in them needs correcting: run in\.csv again, by the same command\.\n\n(line \d {2}R-\d {2}10\.00 GBP {2}not_sent\n {4}the run stopped first: [^\n]+\n){5}$/,
    );
    // And so it is.
    await say(RUN(at), {});
    expect(existsSync(join(at, 'in.retry.txt'))).toBe(false);
  });
  it('of a single row speak of one', async () => {
    const { at, say } = await place();
    writeFileSync(join(at, 'in.csv'), payouts(numbered(2)));
    await say([...RUN(at), ...STOPPED], {});
    expect(reasons(at)).toMatch(
      /\nNothing in it needs correcting: run in\.csv again, by the same command\.\n\nline 3 /,
    );
  });
  it('are those of each row where one of them is invalid', async () => {
    const { at, say } = await place();
    writeFileSync(join(at, 'in.csv'), payouts([...numbered(5), { reference: 'B-1', receiverAmount: 'x' }]));
    await say([...RUN(at), ...STOPPED], {});
    const text = reasons(at);
    expect(text).toContain('Keep the reference of a row that you correct');
    expect(text).not.toContain('Nothing in them needs correcting');
    expect(text.match(/\nline \d {2}R-\d {2}10\.00 GBP {2}not_sent\n/g)).toHaveLength(4);
  });
});

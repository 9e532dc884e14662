// NAME.retry.txt of rows that were only not begun, or not reached: nothing in them needs correcting, and it says so once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ReasonsOnce } from '../../../src/batch/results/reasons-once.ts';
import { place, RUN } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const reasons = (at: string): string =>
  readFileSync(join(at, 'in.retry.txt'), 'utf8').replace(/run 20\S+\)/, 'run RUN)');
const STOPPED = ['--max-in-doubt', '1'];

describe('the reasons beside a retry file', () => {
  it('of a run that only stopped say that nothing needs correcting, and each once with its lines', async () => {
    const { at, say } = await place();
    expect((await say([...RUN(at), ...STOPPED], {})).code).toBe(3);
    expect(reasons(at)).toMatch(
      /^5 rows of in\.csv not paid, and why \(run RUN\)\.\nThe rows themselves are in in\.retry\.csv, in this order\.\nNothing in them needs correcting: run in\.csv again, by the same command\.\n\n5 rows, lines 3 to 7 {2}not_sent\n {4}the run stopped first: [^\n]+\n$/,
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
      /\nNothing in it needs correcting: run in\.csv again, by the same command\.\n\nline 3 {2}not_sent\n/,
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

describe('reasons, each once', () => {
  it('have stretches of lines, whose lines need not follow each other: a cell may have breaks', () => {
    const once = new ReasonsOnce();
    for (const [at, line] of [
      [1, 2],
      [2, 5],
      [4, 9],
      [5, 10],
      [7, 12],
    ] as const)
      once.add(at, line, 'not_sent', ['the run stopped first: a signal']);
    once.add(6, 11, 'failed  HTTP 503', ['could not be reached', 'nor again']);
    expect(once.text()).toBe(
      '5 rows, lines 2 to 5, 9 to 10, 12  not_sent\n    the run stopped first: a signal\nline 11  failed  HTTP 503\n    could not be reached\n    nor again\n',
    );
  });
  it('are bounded: of many lines the first, and of many reasons the first, and all are counted', () => {
    const lines = new ReasonsOnce();
    for (let at = 0; at < 100_000; at += 2) lines.add(at, at + 2, 'not_sent', ['stopped']);
    expect(lines.text()).toMatch(/^50000 rows, lines 2, 4, 6, .*, 400 and further on {2}not_sent\n/);
    const many = new ReasonsOnce();
    for (let at = 0; at < 1_000; at++) many.add(at, at + 2, 'failed', [`reason ${at}`]);
    expect(many.text().split('\n')).toHaveLength(102);
    expect(many.text()).toMatch(/\n950 more, for other reasons: the results have them\.\n$/);
  });
});

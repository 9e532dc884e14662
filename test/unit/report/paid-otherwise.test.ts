// Rows that a run could not pay and that a later one has, corrected, under their references: no report may call them unpaid.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Place, place, RUN } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const ROWS = numbered(4);
const WRONG = payouts(ROWS.map((row, at) => (at < 2 ? { ...row, receiverAmount: '10.001' } : row)));

/** Two rows of four wrong; corrected in the retry file, that one run, and the first file once more. */
async function corrected(meanwhile: (one: Place) => void = () => undefined): Promise<Place> {
  const one = await place(await sandbox());
  writeFileSync(join(one.at, 'in.csv'), WRONG);
  await one.say(RUN(one.at), {});
  const retry = join(one.at, 'in.retry.csv');
  writeFileSync(retry, readFileSync(retry, 'utf8').replaceAll('10.001', '10.55'));
  meanwhile(one);
  await one.say(['run', retry], {});
  return one;
}

const said = async ({ say }: Place, run: string, format: string): Promise<string> =>
  (await say(['report', run, '--format', format])).out;

describe('report of rows that were paid with other content', () => {
  it('calls none of them unpaid, and tells nobody to correct them, whichever run it is of', async () => {
    const one = await corrected();
    const reasons = (name: string): string => readFileSync(join(one.at, name), 'utf8');
    expect(reasons('in.retry.txt')).toMatch(
      /^2 rows of in\.csv not paid .*\n.*\nKeep the reference of a row/,
    );
    await one.say(RUN(one.at), {});
    expect(reasons('in.retry-2.txt')).toMatch(/^2 rows of in\.csv not paid [^]*do not correct this row/);
    const { runs } = JSON.parse((await one.say(['status', '--json'])).out) as { runs: { id: string }[] };
    for (const { id } of [runs[0], runs[2]].flatMap((run) => run ?? [])) {
      for (const format of ['md', 'html']) {
        const text = await said(one, id, format);
        expect(text).toContain('2 of 4 rows paid, 2 sent with other content under a reference');
        expect(text).toContain('nothing to correct, and nothing to pay by hand');
        expect(text).not.toMatch(/in the retry file|[Nn]ot paid<|Not paid \|/);
      }
      expect(await said(one, id, 'md')).toMatch(
        /\| GBP \| 40.002 \(4 rows\) \| .*20.00 \(2 rows\) \| 20.002 \(2 rows\) \|/,
      );
      expect(await said(one, id, 'md')).toMatch(/10\.55 GBP/);
    }
  });
  it('warns where what was sent under them may have been paid', async () => {
    const one = await corrected(({ service }) => {
      service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    });
    const { runs } = JSON.parse((await one.say(['status', '--json'])).out) as { runs: { id: string }[] };
    const text = await said(one, runs[1]?.id ?? '', 'md');
    expect(text).toContain('nothing to pay by hand');
    expect(text).toMatch(/perhaps paid under its reference, with other content/);
    expect(text).not.toContain('in the retry file');
  });
});

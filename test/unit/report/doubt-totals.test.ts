// Totals of runs that share a row with different amounts: each column is about what it says, and a doubt that several runs show
// can be told for one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { GOOD, payouts } from '../../kit/payouts.ts';
import { sentAgain } from '../../stories/sent-again.ts';

interface Told {
  readonly totals: Record<string, Record<string, string>>;
  readonly sentOtherwise?: object;
  readonly doubts: readonly { amount: string; line: number; sentBy: object; ifPaid: string }[];
}

/** 10.00 was executed, and called not created or not; then a run of the row with 12.00 (line 3) leaves it in doubt. */
async function corrected(isCalled: boolean) {
  const one = await sentAgain(['rent'], [{ fail: 1, isCalled }]);
  const { service, folder, say, runs } = one;
  service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
  const file = join(folder, 'c.csv');
  const row = { ...GOOD, memo: 'rent', reference: 'R-0', receiverAmount: '12.00' };
  writeFileSync(file, payouts([row]).replace('\n', '\n\n'));
  const ran = await say(['run', file, '--alike-ok', '--json']);
  expect(ran.code).toBe(3);
  const { runId } = JSON.parse(ran.out) as { runId: string };
  const report = async (run: string, format: string) => (await say(['report', run, '--format', format])).out;
  const told = async (run: string) => JSON.parse(await report(run, 'json')) as Told;
  return { ...one, first: runs[0] ?? '', second: runId, report, told };
}

it('a row that another amount may have been paid for is in no column of what is in doubt', async () => {
  const { first, second, report, told } = await corrected(true);
  const md = await report(first, 'md');
  expect(md).toContain('| currency | to be paid | perhaps paid with other content |');
  expect(md).toContain(
    '“Perhaps paid with other content” is told by what this file says; what was sent instead',
  );
  expect(await report(first, 'html')).toContain('Perhaps paid with other content');
  expect(await told(first)).toMatchObject({ totals: { GBP: { not_sent: '10.00' } }, doubts: [] });
  expect(await report(second, 'md')).toContain('| currency | to be paid | in doubt |');
  expect(await told(second)).toMatchObject({
    totals: { GBP: { in_doubt: '12.00' } },
    doubts: [{ amount: '12.00' }],
  });
});

it('a doubt that two runs show is one, and what was sent stands beside the totals of what was not', async () => {
  const { first, second, told } = await corrected(false);
  const sentBy = { run: first, line: 2 };
  const [one, other] = [await told(first), await told(second)];
  expect(one).toMatchObject({
    totals: { GBP: { in_doubt: '10.00' } },
    doubts: [{ amount: '10.00', sentBy }],
  });
  expect(one).not.toHaveProperty('sentOtherwise');
  expect(other).toMatchObject({
    totals: { GBP: { in_doubt: '12.00' } },
    sentOtherwise: { rows: 1, sent: { GBP: '10.00' }, here: { GBP: '12.00' } },
    doubts: [{ amount: '10.00', line: 3, sentBy }],
  });
  // The sending that is meant is named, whichever run is shown.
  expect(other.doubts[0]?.ifPaid).toContain(`${first} --line 2 `);
});

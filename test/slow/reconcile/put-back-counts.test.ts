// Sendings of one row that were each called not created, and a statement that has them all: one row goes back in doubt, and it is said
// that it may have been paid more than once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { sentAgain } from '../../kit/sent-again.ts';

const NOT = ['--as', 'not-created', '--reason', 'support said no', '--by', 'ann', '--yes', '--sure'];

/** Executed with 10.00, corrected and executed with 12.00; each was called not created. */
async function twoCalled() {
  const one = await sentAgain(['rent'], [{ fail: 1 }]);
  const { service, folder, say, line, read } = one;
  service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
  const file = join(folder, 'c.csv');
  writeFileSync(file, payouts([{ ...GOOD, memo: 'rent', reference: 'R-0', receiverAmount: '12.00' }]));
  expect((await say(['run', file, '--alike-ok'])).code).toBe(3);
  const second = new Date(Date.now()).toISOString();
  expect((await say(['resolve', 'last', '--line', '2', ...NOT])).code).toBe(0);
  const other = `${service.store.transfers[1]?.id ?? ''},${ACCOUNT},12.00,GBP,${second},rent`;
  return {
    ...one,
    first: () => read([line(0)]),
    held: () => read([line(0)], '--yes'),
    both: (...more: string[]) => read([line(0), other], ...more),
  };
}

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('are one row to whoever reads the statement', async () => {
  const { both, say } = await twoCalled();
  const asked = await both();
  expect(bare(asked.out)).toMatch(
    /\b1 row called not created may have been paid after all: line 2 .* line 2 /,
  );
  expect(bare(asked.out)).toContain('1 row called not created is left so');
  const { out, code } = await both('--yes');
  expect([code, bare(out)]).toEqual([
    3,
    expect.stringContaining('1 row called not created is in doubt again'),
  ]);
  expect(out).not.toContain('2 rows');
  expect(bare(out)).toContain(
    '1 row of these was sent more than once, and the statement may have more than one',
  );
  expect((await say(['doubts', '--json'])).out.match(/"line":/g)).toHaveLength(1);
});

it('and to a program, which is told which of them is in doubt', async () => {
  const { both } = await twoCalled();
  const { rows } = JSON.parse((await both('--yes', '--json')).out) as {
    rows: { amount: string; backInDoubt?: boolean }[];
  };
  expect(rows.map(({ backInDoubt }) => backInDoubt)).toEqual([true, false]);
});

it.each(['first', 'held'] as const)(
  'the command that is shown names the run of the sending that was found (%s)',
  async (how) => {
    const one = await twoCalled();
    const { out } = await one[how]();
    const [, command = ''] = /paybatch (resolve .*)/.exec(bare(out).trim()) ?? [];
    const [run] = one.runs;
    expect(command).toContain(`${run ?? ''} --line 2 --as created`);
    const args = command.replaceAll('"', '').replace('how you know', 'seen').split(' ');
    const said = await one.say([...args, '--yes']);
    expect([said.code, said.err]).toEqual([0, expect.stringMatching(/10\.00 +GBP/)]);
  },
);

// A yes that is given late: what was shown has changed while the question stood, by another person or by a run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { LATER_MS, place } from '../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Row R-0, executed and never answered; two terminals, the second while the question of the first one stands. */
async function executed() {
  const one = await place(await sandbox());
  const { service, at } = one;
  const file = join(at, 'r.csv');
  /** Runs the file, or a corrected one. */
  const run = async (amount = '10.00', kind?: '500-after' | '500-before') => {
    writeFileSync(file, payouts([{ ...GOOD, reference: 'R-0', memo: 'rent', receiverAmount: amount }]));
    service.faults.clear();
    if (kind) service.faults.add({ kind, operation: 'createTransfer', first: 1 });
    const ran = await one.say(['run', file, '--alike-ok', '--json'], {});
    return { ...ran, runId: (JSON.parse(ran.out) as { runId: string }).runId };
  };
  const { runId, code } = await run('10.00', '500-after');
  expect(code).toBe(3);
  const id = service.store.transfers[0]?.id ?? '';
  const resolve = (as: readonly string[], by: string, of = runId) => [
    ...['resolve', of, '--line', '2', '--reason', 'seen', '--by', by, '--as', ...as],
  ];
  const notCreated = async () =>
    expect((await one.say([...resolve(['not-created'], 'ann'), '--yes'])).code).toBe(0);
  writeFileSync(
    join(at, 's.csv'),
    `Transfer ID,External Account ID,Amount,Currency,Created At,Memo\n${id},${ACCOUNT},10.00,GBP,${new Date().toISOString()},rent\n`,
  );
  const reconcile = ['reconcile', runId, '--statement', join(at, 's.csv')];
  /** On a terminal, and answered with yes after `meanwhile`. */
  const asked = (args: readonly string[], meanwhile: () => Promise<unknown>) =>
    one.say(args, {
      ...{ now: () => Date.now() + LATER_MS, interactive: true },
      ask: () => meanwhile().then(() => 'yes'),
    });
  return { ...one, id, run, resolve, notCreated, reconcile, asked };
}

describe('a late yes to resolve overturns nobody', () => {
  it('who has resolved as created meanwhile what a statement had put back', async () => {
    const { resolve, asked, notCreated, reconcile, id, run, service, say } = await executed();
    await notCreated();
    expect((await say([...reconcile, '--yes'])).code).toBe(3);
    const said = await asked([...resolve(['not-created'], 'ann'), '--correct'], () =>
      say([...resolve(['created', '--transfer-id', id], 'bob'), '--yes']),
    );
    expect([said.code, bare(said.err)]).toEqual([
      2,
      expect.stringContaining(`now it is resolved as created (${id})`),
    ]);
    expect((await run()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('and is not about another sending than the one that was shown', async () => {
    const { resolve, asked, run, service, say } = await executed();
    expect((await say([...resolve(['created', '--transfer-id', 'typo'], 'bob'), '--yes'])).code).toBe(0);
    const said = await asked([...resolve(['not-created'], 'ann'), '--correct'], async () => {
      await say([...resolve(['not-created'], 'bob'), '--yes', '--correct']);
      const sent = await run('12.00', '500-after');
      expect(sent.code).toBe(3);
      const paid = ['created', '--transfer-id', service.store.transfers[1]?.id ?? ''];
      expect((await say([...resolve(paid, 'bob', sent.runId), '--yes'])).code).toBe(0);
    });
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('has changed since it was shown')]);
    expect((await run('12.00')).code).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
});

describe('a late yes to reconcile', () => {
  it('changes no doubt that a later sending made', async () => {
    const { asked, notCreated, run, reconcile, say } = await executed();
    await notCreated();
    let later = '';
    const said = await asked(reconcile, async () => {
      later = (await run('12.00', '500-after')).runId;
    });
    expect([said.code, bare(said.err)]).toEqual([
      3,
      expect.stringContaining('it has changed since it was shown: now it is in doubt'),
    ]);
    expect((await say(['doubts'])).out).toContain(later);
  });
  it('says that a row may be paid twice which a run has paid meanwhile', async () => {
    const { asked, notCreated, run, reconcile, service } = await executed();
    const said = await asked(reconcile, async () => {
      await notCreated();
      expect((await run()).code).toBe(0);
    });
    const second = service.store.transfers[1]?.id ?? '';
    expect(bare(said.err)).toContain(
      `now it is created (${second}). If it was sent again, it may have been paid twice`,
    );
    expect(said.code).toBe(3);
  });
});

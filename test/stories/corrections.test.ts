// A resolution that a person corrects: the next run, the results written before it, the transfer id, the confirmation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { ids, inDoubt, LATER_MS, place, RUN } from '../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const word = (line: string, ...more: string[]): string[] => [
  ...['resolve', 'last', '--line', line, '--reason', 'r'],
  ...more,
];
const created = (id: string): string[] => ['--as', 'created', '--transfer-id', id];

describe('a resolution', () => {
  it('frees its transfer id for another row when it is corrected', async () => {
    const one = await inDoubt();
    expect((await one.say(word('2', ...created('T-1')))).code).toBe(0);
    expect((await one.say(word('3', ...created('T-1')))).err).toContain('T-1 is recorded for line');
    expect((await one.say(word('2', ...created('T-2'), '--correct'))).code).toBe(0);
    expect((await one.say(word('3', ...created('T-1')))).code).toBe(0);
    expect((await one.say(word('4', ...created('T-2')))).err).toContain('T-2 is recorded for line');
  });
  it('can be corrected despite earlier results, but not after the row was sent again', async () => {
    const one = await inDoubt();
    await one.say(word('2', ...created('T-1')));
    expect((await one.say(RUN(one.at), {})).code).toBe(3);
    expect(results(join(one.at, 'in.results.csv'))[0]).toMatchObject({
      status: 'created',
      transferId: 'T-1',
    });
    expect((await one.say(word('2', '--as', 'not-created', '--correct', '--yes'))).code).toBe(0);
    const executed = one.service.store.transfers.length;
    const again = await one.say(RUN(one.at), {});
    expect([again.code, again.err]).toEqual([3, expect.not.stringContaining("doesn't know it")]);
    expect(one.service.store.transfers).toHaveLength(executed + 1);
    // The row was sent again, so its resolution cannot be corrected any more.
    const late = await one.say(word('2', ...created('T-1'), '--correct', '--yes'));
    expect([late.code, late.err]).toEqual([
      2,
      expect.stringContaining('it was paid twice: tell the service'),
    ]);
  });
  it('is shown with account, amount, old id and new id before it is corrected', async () => {
    const one = await inDoubt();
    await one.say(word('2', ...created('T-1')));
    const correct = word('2', ...created('T-2'), '--correct');
    const later = { now: () => Date.now() + LATER_MS };
    const { err, code } = await one.say(correct, { ...later, interactive: true, answer: 'no' });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`R-1.*${ACCOUNT}.*10\\.00.*GBP.*created T-1 +created T-2`));
    expect(err).toMatch(/was +now/);
    // This is the age of the payment, not of the resolution.
    expect(err).toMatch(/\b11 minutes ago\b/);
    expect(err).not.toContain('PAYS');
  });
  it('prints a warning that the next run pays the row when it is corrected to not-created', async () => {
    const one = await inDoubt();
    await one.say(word('2', ...created('T-1')));
    const back = await one.say(word('2', '--as', 'not-created', '--correct'));
    expect([back.code, back.err]).toEqual([0, expect.stringMatching(/created T-1 +not-created/)]);
    expect(back.err).toMatch(/WARNING: line 2 of run \S+ counts as paid now[^]*PAYS this row: 10\.00 GBP/);
  });
  it('as not-created prints what the next run pays, and is refused the second time', async () => {
    const one = await inDoubt();
    const all = ['resolve', 'last', '--line', '2', '--line', '3', '--as', 'not-created', '--reason', 'asked'];
    const said = await one.say([...all, '--sure', '--yes']);
    expect([said.code, said.err.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        'If you record not-created, the next run of this file PAYS these rows: 20.00 GBP.',
      ),
    ]);
    const again = await one.say(word('2', '--as', 'not-created', '--sure'));
    expect(again.code).toBe(2);
    expect(again.err).toContain('it is resolved as not-created, and the next run of its file sends it');
  });
  it('is refused if the last run does not have the row, and the message names paybatch doubts', async () => {
    const one = await inDoubt();
    writeFileSync(
      join(one.at, 'other.csv'),
      payouts([{ ...GOOD, reference: 'O-1', memo: 'other', receiverAmount: '77.00' }]),
    );
    await one.say(['run', join(one.at, 'other.csv'), '--concurrency', '1'], {});
    const { code, err } = await one.say(word('3', ...created('T-1')));
    expect(code).toBe(2);
    expect(err).toContain('has no row in doubt with line 3. paybatch doubts');
  });
  it('cannot be corrected to not-created soon after the attempt, and no question is asked', async () => {
    const one = await inDoubt();
    await one.say(word('2', ...created('T-1')), {});
    const back = word('2', '--as', 'not-created', '--correct');
    const { err, code, asked } = await one.say(back, { interactive: true, answer: 'yes' });
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain('the service may still execute the last attempt');
  });
});

describe('a transfer id in other capitals', () => {
  it('is the same id: resolve refuses it for another row, and a statement with it proves nothing', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    expect((await one.say(word('2', ...created(id)))).code).toBe(0);
    const twice = await one.say(word('3', ...created(` ${id.toUpperCase()} `)));
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('is recorded for line')]);
    const own = id.toUpperCase();
    writeFileSync(join(one.at, 's.csv'), `id,reference,amount,currency\n${own},R-2,10.00,GBP\n`);
    const shown = await one.say(['reconcile', 'last', '--statement', join(one.at, 's.csv'), '--yes']);
    expect([shown.code, shown.out]).toEqual([3, expect.stringContaining('Nothing is proven')]);
  });
});

// Another person or a run changes a row while a question about it waits for an answer. Then the answer is yes.

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** R-0 is in doubt, but executed. `asked` lets something else happen while a question waits for its answer. */
async function executed() {
  const one = await place(await sandbox());
  const { service, at } = one;
  const file = join(at, 'r.csv');
  /** Runs the file with this amount. */
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
  /** Runs a command on a terminal, and answers yes after `meanwhile`. */
  const asked = (args: readonly string[], meanwhile: () => Promise<unknown>) =>
    one.say(args, {
      ...{ now: () => Date.now() + LATER_MS, interactive: true },
      ask: () => meanwhile().then(() => 'yes'),
    });
  return { ...one, id, run, resolve, notCreated, reconcile, asked };
}

describe('a late yes to resolve', () => {
  it('changes nothing if another person has resolved the row meanwhile', async () => {
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
  it('changes nothing if a run has sent the row again meanwhile', async () => {
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
  it('does not resolve a row that is in doubt again from a later run', async () => {
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
  it('prints that a row may have been paid twice if a run has paid it meanwhile', async () => {
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

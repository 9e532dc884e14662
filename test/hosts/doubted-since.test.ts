// A row falls in doubt after another run was queued. A queued row that may be the same payment is held, as if the row
// had been in doubt when the file was read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { COLUMNS, GOOD, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const ONE = { ...GOOD, reference: 'INV-1', memo: 'Invoice 1' };
const LIKE = { ...GOOD, reference: 'RX-9', memo: 'Goods delivered in May' };
const OTHER = { ...GOOD, reference: 'RX-10', receiverAmount: '777.00', memo: 'Tools' };

/** Queues a run of LIKE and OTHER. Then ONE falls in doubt in a separate run. */
async function queued(more: readonly string[] = []) {
  const faults = [{ kind: '500-after', operation: 'createTransfer', first: 1 } as const];
  const own = await Company.make(server, { service: { faults } });
  writeFileSync(join(own.at, 'next.csv'), payouts([LIKE, OTHER], COLUMNS));
  writeFileSync(join(own.at, 'one.csv'), payouts([ONE], COLUMNS));
  const id = await own.detach('next.csv', more);
  const one = await own.run(['run', 'one.csv', '--yes']);
  expect(one.code, one.stderr).toBe(3);
  expect(own.paid).toBe(1);
  const work = async () => {
    const end = await own.run(['work', '--until-empty']);
    const told = await own.run(['results', id, '--out', 'next.results.csv']);
    const rows = results(join(own.at, 'next.results.csv'));
    return { end, told, rows, statuses: rows.map(({ status }) => status) };
  };
  return { own, work };
}

describe('a row that falls in doubt while other rows are queued', () => {
  it('causes the possible duplicate to be held, and no other row', async () => {
    const { own, work } = await queued();
    const { rows, statuses, told } = await work();
    expect(statuses).toEqual(['not_sent', 'created']);
    expect(rows[0]).toMatchObject({ errorCode: 'alike' });
    expect(rows[0]?.['errorMessage']).toMatch(/possible duplicate/);
    expect(told.code).toBe(1);
    expect(own.paid).toBe(2);
    await own.whole();
  });

  it('causes no row to be held if the run was submitted with --alike-ok', async () => {
    const { own, work } = await queued(['--alike-ok']);
    expect((await work()).statuses).toEqual(['created', 'created']);
    expect(own.paid).toBe(3);
  });

  it('causes a row to be held that the worker has not sent yet', async () => {
    const faults = [{ kind: '500-after', operation: 'createTransfer', first: 1 } as const];
    const own = await Company.make(server, { service: { faults } });
    writeFileSync(join(own.at, 'one.csv'), payouts([ONE], COLUMNS));
    writeFileSync(join(own.at, 'next.csv'), payouts([LIKE, OTHER], COLUMNS));
    const ids = [await own.detach('one.csv'), await own.detach('next.csv')];
    const end = await own.run(['work', '--until-empty', '--concurrency', '1']);
    expect(end.code, end.stderr).toBe(0);
    await Promise.all(ids.map((id, at) => own.run(['results', id, '--out', `${at}.results.csv`])));
    const statuses = [0, 1].flatMap((at) =>
      results(join(own.at, `${at}.results.csv`)).map(({ status }) => status),
    );
    expect(statuses).toEqual(['in_doubt', 'not_sent', 'created']);
    expect(own.paid).toBe(2);
  });
});

/**
 * Queues ONE, and pauses its worker after the intent, or with `isOut` while the request is in progress. Another worker
 * then ends the run, with ONE in doubt.
 */
async function pausedOver({ isOut = false } = {}) {
  const faults = [{ kind: 'slow', operation: 'createTransfer', ms: 1_500 } as const];
  const own = await Company.make(server, isOut ? { rows: 1, service: { faults } } : { rows: 1 });
  writeFileSync(join(own.at, 'one.csv'), payouts([ONE], COLUMNS));
  writeFileSync(join(own.at, 'next.csv'), payouts([LIKE, OTHER], COLUMNS));
  const id = await own.detach('one.csv');
  const { child, over } = own.start(
    ['work', '--until-empty'],
    isOut ? {} : { PAYBATCH_TEST_CRASH: 'after-intent:1:SIGSTOP' },
  );
  const begun = isOut
    ? () => own.service.store.calls.get('createTransfer') ?? 0
    : async () => (await own.ask('SELECT * FROM @intents')).length;
  await expect.poll(async () => begun(), { timeout: 30_000, interval: 20 }).toBe(1);
  // Without `isOut` the worker pauses itself. If it were paused here before that, it would pause again once woken.
  if (isOut) child.kill('SIGSTOP');
  const other = await own.run(['work', '--until-empty']);
  expect(other.code, other.stderr).toBe(0);
  const wake = async () => {
    child.kill('SIGCONT');
    await over;
    mkdirSync(join(own.at, 'told'));
    await own.run(['results', id, '--wait', '--out', 'told/one.results.csv']);
    return results(join(own.at, 'told/one.results.csv')).map(({ status }) => status);
  };
  return { own, id, wake };
}

describe('a paused host that comes back after its run has ended', () => {
  it('pays its row in doubt, and the possible duplicate stays held', async () => {
    const { own, wake } = await pausedOver();
    const next = async () => {
      const end = await own.run(['run', 'next.csv', '--yes', '--quiet']);
      return { code: end.code, rows: results(join(own.at, 'next.results.csv')).map(({ status }) => status) };
    };
    expect(await next()).toEqual({ code: 1, rows: ['not_sent', 'created'] });
    expect(await wake()).toEqual(['created']);
    expect(await next()).toEqual({ code: 1, rows: ['not_sent', 'created'] });
    expect(own.paid).toBe(2);
    await own.whole();
  });

  it('reports a payment that was resolved as not-created: no run sends the row until it is corrected', async () => {
    const { own, id, wake } = await pausedOver({ isOut: true });
    await expect.poll(() => own.paid).toBe(1);
    const word = ['resolve', id, '--line', '2', '--as', 'not-created', '--reason', 'asked'];
    const said = await own.run([...word, '--sure', '--host-gone', '--yes']);
    expect(said.code, said.stderr).toBe(0);
    await wake();
    const again = await own.run(['run', 'one.csv', '--yes']);
    expect(again.code, again.stderr).toBe(3);
    const [row] = results(join(own.at, 'one.results.csv'));
    expect(row).toMatchObject({ status: 'not_sent', errorCode: 'contradicted' });
    expect(row?.['errorMessage']).toMatch(
      /came back and reports that it was paid.*--correct --as created --transfer-id/s,
    );
    expect(own.paid).toBe(1);
    const [{ id: transferId = '' } = {}] = own.service.store.transfers as { id?: string }[];
    const corrected = [
      'resolve',
      id,
      '--line',
      '2',
      '--correct',
      '--as',
      'created',
      '--transfer-id',
      transferId,
    ];
    const right = await own.run([...corrected, '--reason', 'seen', '--yes']);
    expect(right.code, right.stderr).toBe(0);
    expect((await own.run(['run', 'one.csv', '--yes'])).code).toBe(0);
    expect(own.paid).toBe(1);
  });

  it.each([
    ['the row waits for its turn', ['--concurrency', '1']],
    ['the row waits for the first transfer', []],
  ])(
    'reports its payment before another run sends the row again: the row is not sent (%s)',
    async (_, flags) => {
      const faults = [{ kind: 'slow', operation: 'createTransfer', ms: 5_000 } as const];
      const own = await Company.make(server, { rows: 1, service: { faults } });
      writeFileSync(join(own.at, 'one.csv'), payouts([ONE], COLUMNS));
      writeFileSync(join(own.at, 'two.csv'), payouts([OTHER, ONE], COLUMNS));
      const id = await own.detach('one.csv');
      const { child, over } = own.start(['work', '--until-empty'], {});
      const calls = (): number => own.service.store.calls.get('createTransfer') ?? 0;
      await expect.poll(calls, { timeout: 30_000, interval: 20 }).toBe(1);
      child.kill('SIGSTOP');
      expect((await own.run(['work', '--until-empty'])).code).toBe(0);
      await expect.poll(() => own.paid, { timeout: 20_000 }).toBe(1);
      const word = ['resolve', id, '--line', '2', '--as', 'not-created', '--reason', 'asked'];
      expect((await own.run([...word, '--sure', '--host-gone', '--yes'])).code).toBe(0);
      const going = own.start(['run', 'two.csv', '--yes', ...flags], {});
      await expect.poll(calls, { timeout: 30_000, interval: 20 }).toBe(2);
      child.kill('SIGCONT');
      await over;
      await going.over;
      const [, row] = results(join(own.at, 'two.results.csv'));
      expect(row).toMatchObject({ reference: 'INV-1', status: 'not_sent', errorCode: 'contradicted' });
      expect(own.paid).toBe(2);
    },
  );
});

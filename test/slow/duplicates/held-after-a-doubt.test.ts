// However a doubt ends, the payment that was held beside it goes out without a person's word in one case alone: neither was paid.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { results } from '../../kit/cli.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { held, LIKE, ONE, TOOLS } from './held.ts';
import { ids, LATER_MS } from '../../kit/in-doubt.ts';
import { COLUMNS, GOOD, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

describe('a row that was held', () => {
  it('is nothing to settle, and whoever tries is told which row is', async () => {
    const { say } = await held('500-before');
    const word = [
      'resolve',
      'last',
      '--line',
      '2',
      '--as',
      'created',
      '--transfer-id',
      GOOD.customerId ?? '',
    ];
    const { code, err } = await say([...word, '--reason', 'asked', '--yes']);
    expect(code).toBe(2);
    const plainly = err.replaceAll(/\s+/g, ' ');
    expect(plainly).toMatch(/line 2 of run \S+ was never sent.*may be the same payment as line 2 of run/);
  });

  it.each([
    [
      'date',
      '2026-11-22-001',
      'Payment run 2026-11-22, INV-77',
      '2026-11-23-001',
      'Payment run 2026-11-23, INV-77',
    ],
    ['batch', 'P0017-3', 'Batch 17 Invoice 4711', 'P0018-3', 'Batch 18 Invoice 4711'],
    ['time', 'S-2', 'salary 2026-11-22 10:00', 'S-3', 'salary 2026-11-22 11:30'],
  ])(
    'stays so when the doubt was created, if its memo keeps its number beside another %s',
    async (_, ...texts) => {
      const [reference, memo, then, thenMemo] = texts;
      const one = { ...GOOD, reference, memo };
      const { run, settle, times, ...here } = await held('500-after', one, {
        ...GOOD,
        reference: then,
        memo: thenMemo,
      });
      await settle('created', '--transfer-id', ids(here)[0] ?? '');
      expect(await run('next', '--quiet')).toMatchObject({ code: 4, rows: ['not_sent', 'created'] });
      expect(times()).toBe(1);
    },
  );

  it('stays so when an answer under an idempotency key says that the doubt was created', async () => {
    const service = await sandbox({
      idempotencyHeader: 'Idempotency-Key',
      faults: [{ kind: 'reset-after', operation: 'createTransfer', first: 7 }],
    });
    const at = folder({ 'one.csv': payouts([ONE], COLUMNS), 'next.csv': payouts([LIKE, TOOLS], COLUMNS) });
    const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
    const shared = { profile: { ...DEFAULT_PROFILE, idempotency }, clock: new JumpingClock() };
    const run = async (name: string, more: object = {}) => {
      const [file, out] = [join(at, `${name}.csv`), join(at, `${name}.results.csv`)];
      await runIn(at, service.url, { ...shared, file, results: out, retry: join(at, 'r.csv'), ...more });
      return results(out).map(({ status }) => status);
    };
    expect(await run('one')).toEqual(['in_doubt']);
    expect(await run('one')).toEqual(['created']);
    expect(await run('next')).toEqual(['not_sent', 'created']);
    expect(service.store.transfers).toHaveLength(2);
    expect(await run('next', { alikeOk: true })).toEqual(['created', 'created']);
  });

  it.each([
    ['one', 'next'],
    ['next', 'one'],
  ])(
    'and its doubt that was not created: of %s and %s, run in turn, the second is held',
    async (first, second) => {
      const { run, settle, times, why } = await held('500-before');
      expect(why).toContain('send this row or that one again: one of them, not both');
      await settle('not-created');
      expect(await run(first, '--quiet')).toMatchObject({ code: 0 });
      const then = await run(second, '--quiet');
      expect(then.code).toBe(4);
      expect(then.rows[0]).toBe('not_sent');
      expect(then.why).toMatch(/may be the same payment as .* which was paid/);
      expect(times()).toBe(1);
      expect((await run(second, '--alike-ok')).rows[0]).toBe('created');
      expect(times()).toBe(2);
    },
  );

  it('and its doubt that was not created, and then refused: it is held all the same', async () => {
    const { run, settle, times, service } = await held('500-before');
    await settle('not-created');
    service.faults.add({ kind: '401', operation: 'createTransfer' });
    expect((await run('one')).rows).toEqual(['failed']);
    service.faults.clear();
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    expect(await run('one', '--quiet')).toMatchObject({ code: 4, rows: ['not_sent'] });
    expect(times()).toBe(1);
  });

  it('and its doubt: a single call asks the same', async () => {
    const { run, settle, say } = await held('500-before');
    await settle('not-created');
    expect(await run('one')).toMatchObject({ code: 0 });
    const now = () => Date.now() + LATER_MS;
    const body = JSON.stringify({
      customerId: GOOD['customerId'],
      source: {
        currency: GOOD['source.currency'],
        network: GOOD['source.network'],
        walletId: GOOD['source.walletId'],
      },
      destination: {
        currency: GOOD['destination.currency'],
        externalAccountId: GOOD['destination.externalAccountId'],
      },
      purposeOfPayment: GOOD['purposeOfPayment'],
      receiverAmount: Number(GOOD['receiverAmount']),
      memo: LIKE.memo,
    });
    const call = await say(['api', 'createTransfer', '--data', body, '--reference', 'RX-9', '--yes'], {
      now,
    });
    expect(call.code, call.err).toBe(2);
    expect(call.err).toMatch(/may be the same payment/);
  });
});

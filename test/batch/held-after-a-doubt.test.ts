// However a doubt ends, the payment that was held beside it goes out without a person's word in one case alone: neither was paid.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import { results } from '../support/cli.ts';
import { JumpingClock } from '../support/clock.ts';
import { folder } from '../support/folder.ts';
import { ids, LATER_MS, place } from '../support/in-doubt.ts';
import { COLUMNS, GOOD, payouts } from '../support/payouts.ts';
import { runIn } from '../support/run.ts';
import { sandbox } from '../support/sandbox.ts';

const TOOLS = { ...GOOD, reference: 'T-1', receiverAmount: '777.00', memo: 'Tools' };
type Row = Readonly<Record<string, string>>;

const ONE = { ...GOOD, reference: 'INV-1', memo: 'Invoice 1' };
const LIKE = { ...GOOD, reference: 'RX-9', memo: 'Goods delivered in May' };

/** `one` is in doubt, so `like` was held, with which another row stands in its file. */
async function held(kind: '500-after' | '500-before', one: Row = ONE, like: Row = LIKE) {
  const service = await sandbox({ faults: [{ kind, operation: 'createTransfer', first: 1 }] });
  const here = await place(service);
  writeFileSync(join(here.at, 'one.csv'), payouts([one], COLUMNS));
  writeFileSync(join(here.at, 'next.csv'), payouts([like, TOOLS], COLUMNS));
  const run = async (file: string, ...more: string[]) => {
    const { code, err } = await here.say(['run', join(here.at, `${file}.csv`), '--yes', ...more]);
    const rows = results(join(here.at, `${file}.results.csv`));
    return { code, err, rows: rows.map(({ status }) => status), why: rows[0]?.['errorMessage'] ?? '' };
  };
  expect((await run('one')).rows).toEqual(['in_doubt']);
  const first = await run('next');
  expect(first).toMatchObject({ code: 4, rows: ['not_sent', 'created'] });
  const settle = async (...as: string[]) => {
    const { out } = await here.say(['doubts', '--json']);
    const { doubts } = JSON.parse(out) as { doubts: [{ run: string }] };
    const word = [
      'resolve',
      doubts[0].run,
      '--line',
      '2',
      '--as',
      ...as,
      '--reason',
      'asked',
      '--sure',
      '--yes',
    ];
    const said = await here.say(word);
    expect(said.code, said.err).toBe(0);
  };
  return { ...here, run, settle, why: first.why, times: () => service.store.transfers.length - 1 };
}

describe('a row that was held', () => {
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
      expect(why).toContain('run this again, or that, and not both');
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

// The developer's balances around a run that leaves rows in doubt: what they hint at, where it is shown, and that nothing
// is done about it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { balanceMoveText } from '../../../src/cli/render/balance-move.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { debitOf, price } from '../../../src/sandbox/prices.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const COST = debitOf(price(1, 'USDC', 'GBP', '10.10'));

async function setUp(faults: FaultSpec[], funded = 'true') {
  const service = await sandbox({ faults });
  const rows = numbered(4, { useDeveloperFunds: funded, receiverAmount: '10.10' });
  const at = folder({ 'in.csv': payouts(rows) });
  const say = async (...args: string[]) => {
    const io = fakeIo(at, { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(at, 'l.db') });
    const code = await program(args, io);
    return { code, out: io.said.out, err: io.said.err };
  };
  return { service, at, say, run: ['run', join(at, 'in.csv'), '--concurrency', '1'] };
}

const fault = (kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}): FaultSpec => ({
  kind,
  operation: 'createTransfer',
  ...more,
});

describe('developer-funded rows in doubt', () => {
  it.each([
    ['executed', [fault('500-after', { first: 2 })], /as if all of those in doubt had been executed/],
    ['not executed', [fault('500-before', { first: 2 })], /as if none of those in doubt had been executed/],
    [
      'executed in part',
      [fault('500-before', { first: 1 }), fault('500-after', { first: 1 })],
      /as if some of those in doubt had been executed \(\d+\.\d+\)/,
    ],
  ] as const)(
    'that were %s: the balances say so, at the end, in doubts and in status',
    async (_, faults, says) => {
      const { say, run, service } = await setUp([...faults]);
      const ran = await say(...run);
      expect(ran.code).toBe(3);
      expect(ran.out).toMatch(says);
      expect(ran.out).toContain(
        `the 2 created cost ${String(Number(COST) * 2)} and the 2 in doubt (lines 2, 3) cost`,
      );
      expect((await say('doubts')).out).toMatch(says);
      expect((await say('status', 'last')).out).toMatch(says);
      const { balances } = JSON.parse((await say('doubts', '--json')).out) as { balances: object[] };
      expect(balances).toMatchObject([{ balances: [{ currency: 'USDC', inDoubt: { rows: 2 } }] }]);
      // Never acted upon.
      const executed = service.store.transfers.length;
      expect((await say(...run)).code).toBe(3);
      expect(service.store.transfers).toHaveLength(executed);
      expect(JSON.parse((await say('doubts', '--json')).out)).toHaveProperty('doubts.length', 2);
    },
  );
  it('say which are settled by now, and no more once all are', async () => {
    const { say, run } = await setUp([fault('500-after', { first: 2 })]);
    await say(...run);
    const settle = async (line: string): Promise<void> => {
      const word = ['--as', 'created', '--transfer-id', `T-${line}`, '--reason', 'seen'];
      expect((await say('resolve', 'last', '--line', line, ...word)).code).toBe(0);
    };
    await settle('2');
    const half = (await say('status', 'last')).out;
    expect(half).toContain('the 2 in doubt (lines 2, 3) cost');
    expect(half).toContain('Settled since: line 2.');
    expect((await say('doubts')).out).toContain('Settled since: line 2.');
    await settle('3');
    expect((await say('status', 'last')).out).not.toContain('Hint');
  });
  it('have no hint where balances can not be read, in whatever way', async () => {
    for (const kind of ['status-before', 'garbage', 'reset-before'] as const) {
      const { say, run } = await setUp([
        fault('500-after', { first: 1 }),
        { kind, operation: 'getDeveloperBalances', status: 403 },
      ]);
      const ran = await say(...run);
      expect([ran.code, ran.out]).toEqual([3, expect.not.stringContaining('Hint')]);
    }
  });
  it('have one without quotes, that tells the balances alone', async () => {
    const { say, run } = await setUp([fault('500-after', { first: 1 })]);
    const ran = await say(...run, '--no-quote');
    expect(ran.out).toMatch(
      /Hint: the developer balance went from 1000000 to \S+ USDC.*no telling what that says/,
    );
  });
  it('are all that balances are read for', async () => {
    const own = await setUp([fault('500-after', { first: 1 })], '');
    expect((await own.say(...own.run)).out).not.toContain('Hint');
    expect(own.service.store.calls.get('getDeveloperBalances')).toBeUndefined();
    const good = await setUp([]);
    expect((await good.say(...good.run)).code).toBe(0);
    const asked = good.service.store.calls.get('getDeveloperBalances');
    // Where everything is settled there is nothing to compare: the look at the funds alone reads them.
    await good.say(...good.run);
    expect(good.service.store.calls.get('getDeveloperBalances')).toBe((asked ?? 0) + 1);
  });
  it('a later run that finds them in doubt counts nothing of them as its own', async () => {
    const { say, run, at } = await setUp([fault('500-after', { first: 1 })]);
    await say(...run);
    writeFileSync(
      join(at, 'in.csv'),
      payouts(numbered(6, { useDeveloperFunds: 'true', receiverAmount: '10.10' })),
    );
    const again = await say(...run, '--alike-ok');
    expect([again.code, again.out]).toEqual([3, expect.not.stringContaining('Hint')]);
  });
});

describe('the words', () => {
  const move = {
    currency: 'USDC',
    before: '100',
    after: '90',
    created: { rows: 1, cost: '4' },
    inDoubt: { rows: 1, cost: '6' },
  };
  it.each([
    [
      {},
      /went from 100 to 90 USDC during the run \(10 less\).*of the rows that the developer funds, the one created cost 4 and the one in doubt cost 6: as if the one in doubt had been executed\./,
    ],
    [{ after: '96' }, /as if the one in doubt had not been executed/],
    [
      { after: '100', created: { rows: 0, cost: '0' } },
      /stayed at 100 USDC.*none was created and the one in doubt cost 6.*had not been executed/,
    ],
    [{ after: '95', created: { rows: 1, cost: '5', fees: '1' } }, /had not been executed/],
    [
      { after: '91', created: { rows: 1, cost: '5', fees: '1' }, inDoubt: { rows: 1, cost: '6', fees: '1' } },
      /as if the one in doubt had been executed/,
    ],
    [{ after: '120' }, /\(20 more\).*fits neither all nor none/],
    [{ inDoubt: { rows: 2, cost: null } }, /the 2 in doubt cost what is not known: no telling/],
    [{ currency: 'US\u001b[31m' }, /^[\x20-\x7e\u2400-\u243f]*$/],
  ])('%j', (more, expected) => {
    expect(balanceMoveText({ ...move, ...more })).toMatch(expected);
  });
});

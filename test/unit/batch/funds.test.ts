// The cost of a file compared with the developer's balances: exact sums, and the refusal with --require-funds.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { balancesOf } from '../../../src/batch/funds/balances.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { debitOf, price } from '../../../src/sandbox/prices.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { command } from '../../kit/io.ts';
import { numbered, payouts, WALLET } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

const funded = (count: number): string =>
  payouts(numbered(count, { useDeveloperFunds: 'true', receiverAmount: '10.10' }));
/** What one such row costs, fee included. */
const COST = Number(debitOf(price(1, 'USDC', 'GBP', '10.10')));

async function setUp(csv: string, options: Partial<SandboxOptions> = {}, faults: FaultSpec[] = []) {
  const service = await sandbox({ ...options, faults });
  const at = folder({ 'in.csv': csv });
  const say = (...args: string[]) =>
    command(at, [...args, '--ledger', join(at, 'l.db')], serviceEnv(service.url));
  return { service, at, say, file: join(at, 'in.csv') };
}

describe('the balances in a response', () => {
  const cases: [string, Record<string, string> | undefined][] = [
    ['{"balances":[{"currency":"USDC","available":"12.50"}]}', { USDC: '12.50' }],
    ['[{"asset":"USDC","balance":12.500000000000000001}]', { USDC: '12.500000000000000001' }],
    ['{"data":[{"currency":"USDC","available":1},{"currency":"USDC","available":2}]}', { USDC: '3' }],
    ['{"balances":[{"currency":"USDC","available":"1","balance":"9"}]}', { USDC: '1' }],
    ['{"balances":[{"currency":"USDC"},{"available":"4"}]}', undefined],
    ['{"USDC":"1"}', undefined],
    ['no JSON', undefined],
  ];
  it.each(cases)('are read, or reported as unreadable: %s', (text, expected) => {
    const found = balancesOf(text, DEFAULT_PROFILE);
    if (expected === undefined) expect(found).toHaveProperty('unreadable');
    else
      expect(
        'of' in found && Object.fromEntries([...found.of].map(([key, sum]) => [key, sum.toString()])),
      ).toEqual(expected);
  });
});

describe('a run with --require-funds', () => {
  it('is refused if the balance is too low, and sends nothing', async () => {
    const { service, at } = await setUp(funded(4), { balance: '20' });
    await expect(runIn(at, service.url, { requireFunds: true })).rejects.toThrow(
      /the rows of your own wallet cost [\d.]+ USDC, but its balance is 20/,
    );
    expect(service.store.transfers).toHaveLength(0);
  });
  it('is refused if the last digit is missing, and runs if the balance is exact', async () => {
    const needed = (4 * COST).toFixed(6);
    const enough = await setUp(funded(4), { balance: needed });
    expect((await runIn(enough.at, enough.service.url, { requireFunds: true })).exitCode).toBe(0);
    const short = await setUp(funded(4), { balance: (4 * COST - 0.000001).toFixed(6) });
    await expect(runIn(short.at, short.service.url, { requireFunds: true })).rejects.toThrow(
      /: 0\.000001 USDC are missing/,
    );
  });
  it('needs funds only for the rows that are still to be paid', async () => {
    const { service, at } = await setUp(funded(4), { balance: (4 * COST).toFixed(6) }, [
      { kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 },
    ]);
    expect((await runIn(at, service.url, { requireFunds: true, concurrency: 1 })).exitCode).toBe(1);
    expect((await runIn(at, service.url, { requireFunds: true })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(4);
  });
  it.each<[string, FaultSpec, RegExp]>([
    [
      'quotes that are refused',
      { kind: 'status-before', status: 422, operation: 'quoteTransfer', first: 1 },
      /the cost of 1 rows is unknown/,
    ],
    [
      'balances that cannot be read',
      { kind: 'no-id', operation: 'getDeveloperBalances' },
      /the balances of your own wallet can't be read/,
    ],
    [
      'balances that are refused',
      { kind: 'status-before', status: 403, operation: 'getDeveloperBalances' },
      /the balances of your own wallet can't be read: .*403/,
    ],
  ])('is refused because of %s', async (_, fault, expected) => {
    const { service, at } = await setUp(funded(2), {}, [fault]);
    await expect(runIn(at, service.url, { requireFunds: true })).rejects.toThrow(expected);
    expect(service.store.transfers).toHaveLength(0);
  });
  it('is refused without quotes', async () => {
    const { service, at } = await setUp(funded(6), { balance: '1' });
    await expect(runIn(at, service.url, { quote: false, requireFunds: true })).rejects.toThrow(
      /is unknown without quotes/,
    );
    expect(service.store.calls.get('quoteTransfer')).toBeUndefined();
  });
  it('does not read the balances if wallets fund all rows', async () => {
    const { service, at } = await setUp(payouts(numbered(3)));
    await runIn(at, service.url, { requireFunds: true });
    expect(service.store.calls.get('getDeveloperBalances')).toBeUndefined();
  });
});

describe('paybatch funds', () => {
  const mixed = payouts([
    ...numbered(2, { useDeveloperFunds: 'true', receiverAmount: '10.10' }),
    { reference: 'W', receiverAmount: '5.00' },
    { reference: 'E', receiverAmount: '7.00', 'destination.currency': 'EUR' },
    { reference: 'bad', receiverAmount: '-1' },
  ]);
  it('prints totals, costs, balances and missing amounts', async () => {
    const { service, say, file } = await setUp(mixed, { balance: '20' });
    const { code, out } = await say('funds', file, '--json');
    const report = JSON.parse(out) as Record<string, unknown>;
    expect(code).toBe(1);
    expect(report).toMatchObject({
      rows: 5,
      invalid: 1,
      toBeSent: 4,
      totals: { GBP: '25.20', EUR: '7.00' },
      balances: { USDC: '20', USDCT: '20' },
    });
    expect(report['sources']).toMatchObject([
      {
        funding: 'developer',
        currency: 'USDC',
        network: 'ethereum',
        rows: 2,
        cost: String(+(2 * COST).toFixed(6)),
      },
      { funding: 'wallet', walletId: WALLET, rows: 2, totals: { GBP: '5.00', EUR: '7.00' } },
    ]);
    expect(report['shortfalls']).toMatchObject([
      { currency: 'USDC', missing: String(+(2 * COST - 20).toFixed(6)) },
    ]);
    expect([service.store.transfers.length, service.store.calls.get('quoteTransfer')]).toEqual([0, 4]);
    const words = await say('funds', file);
    expect(words.out).toMatch(/SHORT: the rows of your own wallet cost/);
    expect(words.out).toMatch(/wallet 16fd2706.*not shown by the service/);
  });
  it('leaves out rows that were paid before', async () => {
    const { say, file } = await setUp(funded(3));
    await say('run', file);
    const { code, out } = await say('funds', file, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { rows: 3, toBeSent: 0, sources: [] }]);
  });
  it('refuses a customer file', async () => {
    const { say, file } = await setUp('businessLegalName\nX\n');
    expect(await say('funds', file)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/customers have no price/),
    });
  });
  it('is the earlier name of quote --funds, a flag that check does not have', async () => {
    const { say, file } = await setUp(funded(2), { balance: '20' });
    const [quoted, named] = [await say('quote', file, '--funds'), await say('funds', file)];
    expect(quoted).toEqual(named);
    expect((await say('check', file, '--funds')).err).toContain('unknown flag --funds');
  });
});

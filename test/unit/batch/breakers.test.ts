// When a run stops starting rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { CircuitBreaker, WalletBreakers } from '../../../src/batch/send/breakers.ts';
import { FirstTransferGate } from '../../../src/batch/send/transfer-gate.ts';
import { retryLines } from '../../../src/cli/render/money-lines.ts';
import { nextSteps } from '../../../src/cli/render/next-steps.ts';
import type { CallOutcome } from '../../../src/client/outcome.ts';
import { DEFAULT_PROFILE, profileSchema } from '../../../src/interface/profile.ts';
import { results, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts, WALLET } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { saying, sayOf, verbatim } from '../../kit/words.ts';

/** Observes until it halts; the number of calls that took, or null. */
function haltsAfter(after: number, failures: readonly boolean[]): number | null {
  const breaker = new CircuitBreaker(after);
  for (const [i, failed] of failures.entries()) {
    breaker.observe(failed ? verbatim('it broke') : undefined);
    if (breaker.isTripped) return i + 1;
  }
  return null;
}

const pattern = (unit: string, times: number): boolean[] =>
  Array.from(unit.repeat(times), (mark) => mark === 'x');

describe('a halt', () => {
  it('comes with as many failures in a row as asked for', () => {
    expect(haltsAfter(5, pattern('x', 9))).toBe(5);
    expect(haltsAfter(1, pattern('.x', 9))).toBe(2);
  });
  it('does not come when others succeed in between', () => {
    expect(haltsAfter(5, pattern('xxxx.', 100))).toBeNull();
    expect(haltsAfter(Infinity, pattern('x', 1000))).toBeNull();
  });
  it('says the flag, and the last failure', () => {
    const breaker = new CircuitBreaker(2);
    for (const failed of pattern('x', 2))
      breaker.observe(failed ? verbatim('the service responded with 500') : undefined);
    expect(sayOf(breaker.reason)).toBe(
      '2 consecutive systemic failures (--halt-after 2); the last: the service responded with 500',
    );
  });
});

describe('a service that can not be reached', () => {
  const few = () => folder({ 'in.csv': payouts(numbered(2)) });
  it('halts a file of fewer rows than failures in a row would', async () => {
    const service = await sandbox();
    await service.stop();
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({
      exitCode: 4,
      stopped: saying(/^no call reached the service; the last: token: /),
    });
    expect(end.tally.count('failed')).toBe(2);
  });
  it('is not one that has answered once', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'quoteTransfer' }] });
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({ exitCode: 1, stopped: undefined });
  });
});

// Refusals for lack of funds: they stop the rows of their wallet, and nobody else's.

const OTHER = '16fd2706-8baf-433b-82eb-8c7fada847db';

const out = (at: string): string => join(at, 'in.results.csv');

/** One wallet has money for one row of ten, the other for all. */
async function twoWallets(count: number) {
  const service = await sandbox();
  service.store.debit(OTHER, 'USDC', '0');
  service.store.debit(WALLET, 'USDC', '999980');
  const rows = numbered(count).map((row, i) => (i % 2 === 0 ? row : { ...row, 'source.walletId': OTHER }));
  return { service, at: folder({ 'in.csv': payouts(rows) }) };
}

it('a retry file’s reasons say that nothing needs correcting', async () => {
  const service = await sandbox();
  service.store.debit(WALLET, 'USDC', '999980');
  const at = folder({ 'in.csv': payouts(numbered(4)) });
  await runIn(at, service.url, { concurrency: 1 });
  const text = readFileSync(join(at, 'in.retry.txt'), 'utf8');
  expect(text).toMatch(
    /\nFirst top up the wallet from which the rows are paid\.\nDo not correct them: run in\.csv again/,
  );
  expect(text).not.toContain('do not change its reference');
});

describe('a wallet that is short of funds', () => {
  it('ends its own rows after as many refusals in a row as halt a run, and the others are paid', async () => {
    const { service, at } = await twoWallets(40);
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 3 });
    expect(statuses(out(at))).toEqual({ created: 21, rejected: 3, not_sent: 16 });
    expect(end.exitCode).toBe(4);
    expect(sayOf(end.stopped)).toMatch(
      /^wallet 16fd2706.*7da \(USDC on ethereum\) is short of funds: 3 consecutive refusals/,
    );
    const held = results(out(at)).filter(({ status }) => status === 'not_sent');
    expect(new Set(held.map(({ errorCode }) => errorCode))).toEqual(new Set(['insufficient_funds']));
    expect(service.store.transfers).toHaveLength(21);
  });
  it('ends them too where many are under way and none was answered yet', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(60)) });
    const end = await runIn(at, service.url, { concurrency: 20, haltAfter: 1, timeoutMs: 30_000 });
    expect(statuses(out(at))).toEqual({ rejected: 1, not_sent: 59 });
    expect(end.exitCode).toBe(4);
  });
  it('is not one that ran out with the last row: nothing was turned away', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 3 });
    expect(end).toMatchObject({ exitCode: 1, stopped: undefined, short: 3 });
    expect(retryLines(end)).toEqual([
      expect.stringMatching(/in\.retry\.csv contains the 3 rows that this run did not pay/),
      '- 3 rows refused for lack of funds: top up the wallet.',
    ]);
    expect(nextSteps(end, { isPlanned: false })).toEqual([
      'Top up the wallet from which the rows are paid.',
      'Run the same command again: no row is paid twice.',
    ]);
  });
  it('a run that stops because the service refuses every row does not ask for corrections', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 3 });
    const stopped = { code: 'halted', params: {} };
    expect(nextSteps({ ...end, exitCode: 4, stopped, short: 0 }, { isPlanned: false })).toEqual([
      'The service refused 3 rows. If the reason is the same for all, the rows are not wrong: check the settings (paybatch doctor).',
      'Run the same command again: it continues where this run stopped.',
    ]);
  });
  it("is told apart from the developer's, which is told apart by currency and network", async () => {
    const service = await sandbox();
    service.store.debit(null, 'USDC', '999999');
    const rows = numbered(8).map((row, i) => ({ ...row, useDeveloperFunds: i % 2 === 0 ? 'true' : '' }));
    const at = folder({ 'in.csv': payouts(rows) });
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 2 });
    expect(statuses(out(at))).toEqual({ created: 4, rejected: 2, not_sent: 2 });
    expect(sayOf(end.stopped)).toContain("the developer's wallet (USDC on ethereum)");
  });
  it('goes on with the same command once there is money', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(10)) });
    await runIn(at, service.url, { concurrency: 1, haltAfter: 2 });
    const funded = await sandbox();
    const end = await runIn(at, funded.url, { concurrency: 1 });
    expect(end.exitCode).toBe(0);
    expect(funded.store.transfers).toHaveLength(10);
  });
});

describe('the pattern for such refusals', () => {
  const refused = (status: number, code: string, message: string): CallOutcome => ({
    outcome: 'rejected',
    status,
    code,
    message: verbatim(message),
    text: JSON.stringify({ code, message }),
    attempts: [],
    systemic: false,
    halt: false,
  });
  const accepted: CallOutcome = { outcome: 'accepted', status: 201, text: '{}', attempts: [] };
  const row = { body: { source: { walletId: 'w' } } } as Parameters<WalletBreakers['of']>[0]; // what is looked at
  const purse = (profile = DEFAULT_PROFILE) => new WalletBreakers(2, profile).of(row);

  it.each([
    [402, 'payment_required', 'x', true],
    [422, 'insufficient_funds', 'x', true],
    [400, 'bad', 'Insufficient balance for this wallet', true],
    [422, 'INSUFFICIENT-BALANCE', '', true],
    [422, 'invalid', 'amount 402 is too much', false],
    [403, 'forbidden', 'no', false],
  ])('%i %s %s: %s', (status, code, message, expected) => {
    expect(purse().observe(refused(status, code, message))).toBe(expected);
  });
  it('is a setting, and one that is no expression is refused', () => {
    const profile = { ...DEFAULT_PROFILE, insufficientFunds: '^422 E17 ' };
    expect(purse(profile).observe(refused(422, 'E17', 'no cover'))).toBe(true);
    expect(purse(profile).observe(refused(402, 'E18', ''))).toBe(false);
    expect(profileSchema.safeParse({ insufficientFunds: '(' }).success).toBe(false);
  });
  it('counts in a row: another answer begins anew, an unknown one says nothing', () => {
    const one = purse();
    const short = refused(402, '', '');
    one.observe(short);
    one.observe(accepted);
    one.observe(short);
    expect(sayOf(one.reason)).toBe('');
    one.observe({ ...refused(500, '', ''), outcome: 'in_doubt' } as CallOutcome); // the same fields
    one.observe(short);
    expect(one.reason).toBeDefined();
  });
});

// The first creation goes alone, and lets all others go when it was answered.

/** `count` rows that ask for their turn at once; `over` of each as soon as it has one. */
async function asked(count: number) {
  const gate = new FirstTransferGate();
  const begun: ((answered: boolean) => Promise<void>)[] = [];
  const ask = (): void => {
    void gate.enter().then((over) => begun.push(over));
  };
  for (let at = 0; at < count; at++) ask();
  await setImmediate();
  const end = async (at: number, answered: boolean): Promise<void> => {
    await begun[at]?.(answered);
    await setImmediate();
  };
  return { begun, end, ask };
}

describe('the first creation of a run', () => {
  it('goes alone', async () => {
    expect((await asked(400)).begun.length).toBe(1);
  });
  it('lets all that wait go at once when it was answered, and whoever comes later', async () => {
    const { begun, end, ask } = await asked(400);
    await end(0, true);
    expect(begun.length).toBe(400);
    ask();
    await setImmediate();
    expect(begun.length).toBe(401);
  });
  it('lets the next one go alone when it was not', async () => {
    const { begun, end, ask } = await asked(3);
    await end(0, false);
    expect(begun.length).toBe(2);
    ask();
    await end(1, false);
    expect(begun.length).toBe(3);
    await end(2, true);
    expect(begun.length).toBe(4);
  });
  it('is whoever comes next, where nobody waits', async () => {
    const { begun, end, ask } = await asked(1);
    await end(0, false);
    ask();
    ask();
    await setImmediate();
    expect(begun.length).toBe(2);
  });
});

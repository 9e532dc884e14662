// When a run starts no more rows: the circuit breaker, the breaker of each wallet, and the first transfer alone.
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

/** The number of observed calls until the breaker trips; null if it does not trip. */
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

describe('the circuit breaker', () => {
  it('trips after the set number of consecutive failures', () => {
    expect(haltsAfter(5, pattern('x', 9))).toBe(5);
    expect(haltsAfter(1, pattern('.x', 9))).toBe(2);
  });
  it('does not trip when calls succeed in between, or without a limit', () => {
    expect(haltsAfter(5, pattern('xxxx.', 100))).toBeNull();
    expect(haltsAfter(Infinity, pattern('x', 1000))).toBeNull();
  });
  it('names the flag and the last failure in its reason', () => {
    const breaker = new CircuitBreaker(2);
    for (const failed of pattern('x', 2))
      breaker.observe(failed ? verbatim('the service responded with 500') : undefined);
    expect(sayOf(breaker.reason)).toBe(
      '2 consecutive systemic failures (--halt-after 2); the last: the service responded with 500',
    );
  });
});

describe('a service that cannot be reached', () => {
  const few = () => folder({ 'in.csv': payouts(numbered(2)) });
  it('stops a run that has fewer rows than --halt-after', async () => {
    const service = await sandbox();
    await service.stop();
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({
      exitCode: 4,
      stopped: saying(/^no call reached the service; the last: token: /),
    });
    expect(end.tally.count('failed')).toBe(2);
  });
  it('is not reported once the service has sent a response', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'quoteTransfer' }] });
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({ exitCode: 1, stopped: undefined });
  });
});

// Refusals for lack of funds stop the rows of their wallet only.

const OTHER = '16fd2706-8baf-433b-82eb-8c7fada847db';

const out = (at: string): string => join(at, 'in.results.csv');

/** WALLET has funds for one row, OTHER for all of its rows. */
async function twoWallets(count: number) {
  const service = await sandbox();
  service.store.debit(OTHER, 'USDC', '0');
  service.store.debit(WALLET, 'USDC', '999980');
  const rows = numbered(count).map((row, i) => (i % 2 === 0 ? row : { ...row, 'source.walletId': OTHER }));
  return { service, at: folder({ 'in.csv': payouts(rows) }) };
}

it('in.retry.txt asks to top up the wallet, and not to correct rows refused for lack of funds', async () => {
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
  it('stops its rows after --halt-after refusals in a row, and rows of other wallets are paid', async () => {
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
  it('stops its rows after one refusal when 20 rows may be in progress', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(60)) });
    const end = await runIn(at, service.url, { concurrency: 20, haltAfter: 1, timeoutMs: 30_000 });
    expect(statuses(out(at))).toEqual({ rejected: 1, not_sent: 59 });
    expect(end.exitCode).toBe(4);
  });
  it('does not stop the run when no row is left to skip', async () => {
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
  it('is not blamed for other refusals: the next steps are to check the settings and run again', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 3 });
    const stopped = { code: 'halted', params: {} };
    expect(nextSteps({ ...end, exitCode: 4, stopped, short: 0 }, { isPlanned: false })).toEqual([
      'The service refused 3 rows. If the reason is the same for all, the rows are not wrong: check the settings (paybatch doctor).',
      'Run the same command again: it continues where this run stopped.',
    ]);
  });
  it("can be the developer's wallet, and then stops only the rows with useDeveloperFunds", async () => {
    const service = await sandbox();
    service.store.debit(null, 'USDC', '999999');
    const rows = numbered(8).map((row, i) => ({ ...row, useDeveloperFunds: i % 2 === 0 ? 'true' : '' }));
    const at = folder({ 'in.csv': payouts(rows) });
    const end = await runIn(at, service.url, { concurrency: 1, haltAfter: 2 });
    expect(statuses(out(at))).toEqual({ created: 4, rejected: 2, not_sent: 2 });
    expect(sayOf(end.stopped)).toContain("the developer's wallet (USDC on ethereum)");
  });
  it('has its rows paid by the same command after a top-up', async () => {
    const service = await sandbox({ balance: '1' });
    const at = folder({ 'in.csv': payouts(numbered(10)) });
    await runIn(at, service.url, { concurrency: 1, haltAfter: 2 });
    const funded = await sandbox();
    const end = await runIn(at, funded.url, { concurrency: 1 });
    expect(end.exitCode).toBe(0);
    expect(funded.store.transfers).toHaveLength(10);
  });
});

describe('refusals for lack of funds', () => {
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
  const row = { body: { source: { walletId: 'w' } } } as Parameters<WalletBreakers['of']>[0]; // all that `of` reads
  const purse = (profile = DEFAULT_PROFILE) => new WalletBreakers(2, profile).of(row);

  it.each([
    [402, 'payment_required', 'x', true],
    [422, 'insufficient_funds', 'x', true],
    [400, 'bad', 'Insufficient balance for this wallet', true],
    [422, 'INSUFFICIENT-BALANCE', '', true],
    [422, 'invalid', 'amount 402 is too much', false],
    [403, 'forbidden', 'no', false],
  ])('are recognized by status, code and message: %i %s %s (%s)', (status, code, message, expected) => {
    expect(purse().observe(refused(status, code, message))).toBe(expected);
  });
  it('are recognized by the pattern of the profile, which must be a valid regular expression', () => {
    const profile = { ...DEFAULT_PROFILE, insufficientFunds: '^422 E17 ' };
    expect(purse(profile).observe(refused(422, 'E17', 'no cover'))).toBe(true);
    expect(purse(profile).observe(refused(402, 'E18', ''))).toBe(false);
    expect(profileSchema.safeParse({ insufficientFunds: '(' }).success).toBe(false);
  });
  it('count only in a row: an accepted transfer resets the count, a row in doubt does not', () => {
    const one = purse();
    const short = refused(402, '', '');
    one.observe(short);
    one.observe(accepted);
    one.observe(short);
    expect(sayOf(one.reason)).toBe('');
    one.observe({ ...refused(500, '', ''), outcome: 'in_doubt' } as CallOutcome); // has the same fields
    one.observe(short);
    expect(one.reason).toBeDefined();
  });
});

// The first transfer goes alone. The others start when it gets a response.

/** `count` transfers that enter the gate at once. `begun`: the function that ends each transfer that may go. */
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

describe('the first transfer of a run', () => {
  it('goes alone', async () => {
    expect((await asked(400)).begun.length).toBe(1);
  });
  it('releases all waiting and all later transfers when it gets a response', async () => {
    const { begun, end, ask } = await asked(400);
    await end(0, true);
    expect(begun.length).toBe(400);
    ask();
    await setImmediate();
    expect(begun.length).toBe(401);
  });
  it('is followed by one transfer at a time until one of them gets a response', async () => {
    const { begun, end, ask } = await asked(3);
    await end(0, false);
    expect(begun.length).toBe(2);
    ask();
    await end(1, false);
    expect(begun.length).toBe(3);
    await end(2, true);
    expect(begun.length).toBe(4);
  });
  it('leaves the next transfer to go alone when it gets no response and no transfer waits', async () => {
    const { begun, end, ask } = await asked(1);
    await end(0, false);
    ask();
    ask();
    await setImmediate();
    expect(begun.length).toBe(2);
  });
});

// The payment history, which the checks across runs read.
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { foldedPayee, median } from '../../../src/ledger/history.ts';
import { folder } from '../../kit/folder.ts';
import { after, claims, newRun, openedLedger, paidTo, resolution, sent } from '../../kit/ledger.ts';

async function pay(
  ledger: FileLedger,
  run: string,
  n: number,
  account: string,
  amount: string,
): Promise<void> {
  const key = `p:r:${run}-${n}`;
  const place = { key, line: n + 2, sequence: n, createdId: `t-${key}` };
  await sent(ledger, run, 'created', { ...place, amount, ...paidTo(account), payee: 'Acme' });
}

const habitsIn = async (ledger: FileLedger, ...accounts: string[]) =>
  [...(await ledger.history.habits(accounts)).values()]
    .flat()
    .map(({ account, of, median: usual }) => [account, of, usual]);

describe('earlier payments', () => {
  it('are the created rows, by account and by payee', async () => {
    const ledger = openedLedger();
    await ledger.begin(newRun('a'), claims());
    for (let n = 0; n < 6; n++) await pay(ledger, 'a', n, n % 2 === 0 ? 'A' : 'B', `${n + 1}`);
    expect(await habitsIn(ledger, 'A', 'B', 'C')).toEqual([
      ['A', 3, null],
      ['B', 3, null],
    ]);
    expect((await ledger.history.lastPaid(['acme'])).get('acme')?.account).toBe('B');
    for (let n = 6; n < 30; n++) await pay(ledger, 'a', n, 'A', `${n}`);
    // Only the last 20 payments count. The run and line of the last one are known.
    expect(await habitsIn(ledger, 'A')).toEqual([['A', 20, '19.5']]);
    const habit = (await ledger.history.habits(['A'])).get('A')?.[0];
    expect(await ledger.history.placeOf(habit?.entry ?? 0)).toEqual({ runId: 'a', line: 31 });
  });
  it('include a row resolved as created, until that is corrected to not-created', async () => {
    const ledger = openedLedger();
    await ledger.begin(newRun('a'), claims());
    const doubt = { key: 'p:r:d', line: 9, sequence: 9 };
    await sent(ledger, 'a', 'in_doubt', { ...doubt, account: 'B', payee: 'Bob' });
    expect(await habitsIn(ledger, 'B')).toEqual([]);
    await ledger.resolve(resolution('created', doubt));
    expect(await habitsIn(ledger, 'B')).toEqual([['B', 1, null]]);
    await ledger.resolve(resolution('not-created', { ...doubt, correct: true, at: after(91), sure: true }));
    expect(await habitsIn(ledger, 'B')).toEqual([]);
    expect((await ledger.history.lastPaid(['bob'])).size).toBe(0);
  });
  it('include a row that was sent again with its idempotency key', async () => {
    const ledger = openedLedger();
    await ledger.begin(newRun('a'), claims());
    const row = { key: 'p:r:d', idempotencyKey: 'i', idempotencyHeader: 'I' };
    await sent(ledger, 'a', 'in_doubt', { ...row, ...paidTo('B'), payee: 'Bob' });
    await sent(ledger, 'a', 'created', { ...row, body: paidTo('B').body, resend: true });
    expect(await habitsIn(ledger, 'B')).toEqual([['B', 1, null]]);
    expect((await ledger.history.lastPaid(['bob'])).get('bob')).toEqual({ account: 'B', entry: 3 });
  });
  it('give one total for each file, that of its last run; retry files and single calls have none', async () => {
    const ledger = openedLedger();
    const end = async (id: string, total: string | undefined, more: Parameters<typeof newRun>[1]) => {
      await ledger.begin(newRun(id, more), claims());
      await ledger.finish(id, after(1), 0, {}, total === undefined ? total : { gbp: total });
    };
    await end('a', '5', { batchId: 'one' });
    await end('b', '8', { batchId: 'one' });
    await end('c', '6', { batchId: 'two', parent: 'one' });
    await end('d', '7', { batchId: 'call', fileHash: null });
    await end('e', undefined, { batchId: 'refused' });
    expect(await ledger.history.fileTotals('GBP', [])).toEqual([{ total: '8', runId: 'b', file: 'f.csv' }]);
    expect(await ledger.history.fileTotals('GBP', ['one'])).toEqual([]);
  });
  it('are only those of the same environment', async () => {
    const path = join(folder(), 'l.db');
    const [one, other] = [openedLedger(path, 'one'), openedLedger(path, 'other')];
    await one.begin(newRun('a'), claims());
    await pay(one, 'a', 0, 'A', '5');
    expect(await habitsIn(other, 'A')).toEqual([]);
    expect(await habitsIn(one, 'A')).toHaveLength(1);
  });
});

describe('values that the checks compare', () => {
  it('a median is exact: the middle value, or the mean of the two in the middle', () => {
    expect(median(['3', '1', '2'])).toBe('2');
    expect(median(['0.1', '0.2'])).toBe('0.15');
    expect(median(['123456789012345678.01', '123456789012345678.03'])).toBe('123456789012345678.02');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 20 }), (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        const middle = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as [number, number];
        expect(Number(median(numbers.map(String)))).toBe((middle[0] + middle[1]) / 2);
      }),
    );
  });
  it('names of payees are compared without case, width and repeated spaces', () => {
    expect(foldedPayee(' ＡＣＭＥ \u00a0 Ltd')).toBe('acme ltd');
  });
});

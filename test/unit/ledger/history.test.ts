// What was paid before: taken in once, taken back where a person does, the same in however many steps and for whoever only
// looks.
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { foldedPayee, median } from '../../../src/ledger/history.ts';
import { folder } from '../../kit/folder.ts';
import { after, claims, newRun, openedLedger, resolution, sent } from '../../kit/ledger.ts';

const body = (account: string, amount: string, currency = 'GBP'): string =>
  `{"destination":{"currency":"${currency}","externalAccountId":"${account}"},"receiverAmount":${amount}}`;

async function begun(ledger: FileLedger, id: string, more: Parameters<typeof newRun>[1] = {}): Promise<void> {
  await ledger.begin(newRun(id, more), claims());
}

async function pay(
  ledger: FileLedger,
  run: string,
  n: number,
  account: string,
  amount: string,
  payee?: string,
): Promise<void> {
  const key = `payouts:r:${run}-${n}`;
  const place = { key, line: n + 2, sequence: n, createdId: `t-${key}` };
  await sent(ledger, run, 'created', { ...place, body: body(account, amount), payee });
}

async function picture(ledger: FileLedger) {
  const known = await ledger.history.habits(['A', 'B']);
  return {
    habits: ['A', 'B'].flatMap((account) => known.get(account) ?? []),
    payees: [...(await ledger.history.lastPaid(['acme', 'other']))],
    files: await ledger.history.fileTotals('GBP', []),
  };
}

describe('what was paid before', () => {
  it('is the same for whoever only looks and for whoever has it written', async () => {
    const ledger = openedLedger();
    await begun(ledger, 'a');
    for (let n = 0; n < 6; n++) await pay(ledger, 'a', n, n % 2 === 0 ? 'A' : 'B', `${n + 1}`, 'Acme');
    const looked = await picture(ledger);
    await ledger.history.catchUp();
    expect(await picture(ledger)).toEqual(looked);
    expect(looked.habits.map(({ account, of, median: usual }) => [account, of, usual])).toEqual([
      ['A', 3, null],
      ['B', 3, null],
    ]);
    expect(looked.payees[0]?.[1].account).toBe('B');
    expect(looked.files).toEqual([{ total: '21', runId: 'a' }]);
    for (let n = 6; n < 12; n++) await pay(ledger, 'a', n, 'A', '7', 'Acme');
    const more = await picture(ledger);
    expect(more.habits).toContainEqual(expect.objectContaining({ account: 'A', of: 9, median: '7' }));
    await ledger.history.catchUp();
    expect(await picture(ledger)).toEqual(more);
  });
  it('leaves out what a person says was never made, and takes in what was made after all', async () => {
    const ledger = openedLedger();
    await begun(ledger, 'a');
    await pay(ledger, 'a', 0, 'A', '5', 'Acme');
    const doubt = { key: 'payouts:r:d', line: 9, sequence: 9, body: body('B', '8') };
    await sent(ledger, 'a', 'in_doubt', doubt);
    await ledger.history.catchUp();
    expect((await picture(ledger)).files).toEqual([{ total: '5', runId: 'a' }]);
    await ledger.resolve(resolution('created', { key: 'payouts:r:d', line: 9 }));
    await ledger.history.catchUp();
    expect((await picture(ledger)).files).toEqual([{ total: '13', runId: 'a' }]);
    const correct = { key: 'payouts:r:d', line: 9, correct: true, at: after(90), sure: true };
    await ledger.resolve(resolution('created', { ...correct, createdId: 't-10' }));
    expect((await picture(ledger)).files).toEqual([{ total: '13', runId: 'a' }]);
    await ledger.resolve(resolution('not-created', { ...correct, at: after(91) }));
    const looked = await picture(ledger);
    expect(looked.files).toEqual([{ total: '5', runId: 'a' }]);
    expect(looked.habits.map(({ account }) => account)).toEqual(['A']);
    await ledger.history.catchUp();
    expect(await picture(ledger)).toEqual(looked);
  });
  it('adds a retry to the file that it retries, and single calls to none', async () => {
    const ledger = openedLedger();
    await begun(ledger, 'a', { batchId: 'one' });
    await pay(ledger, 'a', 0, 'A', '5');
    await begun(ledger, 'b', { batchId: 'two', parent: 'one' });
    await pay(ledger, 'b', 0, 'A', '6');
    await begun(ledger, 'c', { batchId: 'three', parent: 'two' });
    await pay(ledger, 'c', 0, 'A', '7');
    await begun(ledger, 'd', { batchId: 'call', fileHash: null });
    await pay(ledger, 'd', 0, 'A', '8');
    expect(await ledger.history.fileTotals('GBP', [])).toEqual([{ total: '18', runId: 'c' }]);
    expect(await ledger.history.fileTotals('GBP', ['one'])).toEqual([]);
    expect((await picture(ledger)).habits[0]?.of).toBe(4);
  });
  it("is its environment's own, whoever takes it in", async () => {
    const path = join(folder(), 'l.db');
    const [one, other] = [openedLedger(path, 'one'), openedLedger(path, 'other')];
    await begun(one, 'a');
    await pay(one, 'a', 0, 'A', '5');
    await other.history.catchUp();
    expect((await picture(other)).habits).toEqual([]);
    expect((await picture(one)).habits).toHaveLength(1);
  });
  it('knows the last place of a payment', async () => {
    const ledger = openedLedger();
    await begun(ledger, 'a');
    await pay(ledger, 'a', 3, 'A', '5');
    const [habit] = (await picture(ledger)).habits;
    expect(await ledger.history.placeOf(habit?.entry ?? 0)).toEqual({ runId: 'a', line: 5 });
  });
});

describe('figures', () => {
  it('a median is exact, and half of the middle two', () => {
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
  it('names are compared without case, width and doubled spaces', () => {
    expect(foldedPayee(' ＡＣＭＥ \u00a0 Ltd')).toBe('acme ltd');
  });
});

// The summary of what was paid before: the same as the tables say, whatever has become of a payment, and nothing at all where it
// isn't sure.
import { join } from 'node:path';

import fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { foldedPayee } from '../../../src/ledger/history.ts';
import { habitRecord, payeeRecord, Summary } from '../../../src/ledger/history-summary.ts';
import { FileDriver } from '../../../src/ledger/sqlite/driver.ts';
import { verifyLedger } from '../../../src/ledger/sqlite/chain/verify.ts';
import { SqliteHistory } from '../../../src/ledger/sqlite/history/history.ts';
import { Summaries } from '../../../src/ledger/sqlite/history/summaries.ts';
import type { FileLedger } from '../../../src/ledger/sqlite/file-ledger.ts';
import type { Question } from '../../../src/ledger/store/question.ts';
import { type Known, merged, packed, TOO_FEW } from '../../../src/ledger/summary-records.ts';
import { folder } from '../../kit/folder.ts';
import { after, claims, newRun, openedLedger, resolution, sent } from '../../kit/ledger.ts';
import { trials } from '../../kit/seed.ts';

const body = (account: string, amount: string): string =>
  `{"destination":{"currency":"GBP","externalAccountId":"${account}"},"receiverAmount":${amount}}`;

const pay = (ledger: FileLedger, n: number, account: string, payee: string, amount = '10') =>
  sent(ledger, 'a', 'created', {
    ...{ key: `payouts:r:${n}`, line: n + 2, sequence: n, createdId: `t-${n}` },
    ...{ body: body(account, amount), payee },
  });

async function begun(path = join(folder(), 'l.db')): Promise<FileLedger> {
  const ledger = openedLedger(path);
  await ledger.begin(newRun('a'), claims());
  return ledger;
}

function within<T>(path: string, look: (db: InstanceType<typeof Database>) => T): T {
  const db = new Database(path);
  try {
    return look(db);
  } finally {
    db.close();
  }
}
const isWhole = (path: string): boolean => within(path, (db) => new Summaries(db, 1).isWhole());
const partsOf = (path: string): number => within(path, (db) => new Summaries(db, 1).parts().length);
const found = (path: string) => verifyLedger({ path, inUse: false, seen: [] }).findings;

describe('a summary', () => {
  it('finds what was put in last, and nothing else', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'Ünï', '');
    const median = fc.constantFrom(undefined, '', '10', '0.000001', `1${'0'.repeat(60)}`, '12.5');
    const change = fc.tuple(name, name, median, fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 6 }), (parts) => {
        const habits = new Map<string, string | undefined>();
        const payees = new Map<string, boolean>();
        const stored = parts.map((changes) => {
          const records = changes.flatMap(([one, two, usual, isLast]): Known[] => {
            habits.set(`${one} ${two}`, usual);
            payees.set(`${one} ${two}`, isLast);
            return [habitRecord(one, two, usual), payeeRecord(one, two, isLast)];
          });
          return packed(records);
        });
        const summary = new Summary(merged([new Uint8Array(0), ...stored]));
        for (const [key, usual] of habits) {
          const [one = '', two = ''] = key.split(' ');
          // What a float can't hold is looked up.
          const wanted =
            usual === undefined || usual.length > 40
              ? undefined
              : usual === ''
                ? TOO_FEW
                : Math.fround(Number(usual));
          expect(summary.usual(one, two)).toBe(wanted);
        }
        for (const [key, isLast] of payees) {
          const [one = '', two = ''] = key.split(' ');
          expect(summary.isAt(one, two)).toBe(isLast);
        }
        expect([summary.usual('z', 'GBP'), summary.isAt('z', 'a')]).toEqual([undefined, false]);
      }),
    );
  });

  it('finds each of many', () => {
    const all = Array.from({ length: 20_000 }, (_, i) => habitRecord(`account ${i}`, 'GBP', `${i + 1}`));
    const summary = new Summary(merged([new Uint8Array(0), packed(all)]));
    expect(summary.records).toBe(20_000);
    for (let i = 0; i < 20_000; i++) expect(summary.usual(`account ${i}`, 'GBP')).toBe(i + 1);
    expect(summary.usual('account 20000', 'GBP')).toBeUndefined();
  });

  it('reads a payee as the tables do, however it is spelt', () => {
    const odd = fc.constantFrom(
      ' A',
      'a ',
      'A  b',
      'A b',
      '',
      ' ',
      'ＡＣＭＥ',
      'ſ',
      'İ',
      '\u0085',
      'a\tb',
      'x\u200by',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string(), odd), (payee) => {
        expect(payeeRecord(payee, 'A', true)).toEqual(payeeRecord(foldedPayee(payee), 'A', true));
      }),
    );
  });
});

describe('the summary of a ledger', () => {
  it('is what its tables say, after whatever was paid and taken back', { timeout: 60_000 }, async () => {
    const account = fc.constantFrom('A', 'B', 'C');
    const payee = fc.constantFrom('acme', 'ACME ', 'Öl', '');
    const step = fc.oneof(
      fc.record({
        do: fc.constant('pay' as const),
        account,
        payee,
        amount: fc.constantFrom('5', '7.25', '9'),
      }),
      fc.record({ do: fc.constant('take back' as const), at: fc.nat(40) }),
      fc.record({ do: fc.constant('catch up' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const ledger = await begun();
        let n = 0;
        for (const one of steps) {
          if (one.do === 'pay') await pay(ledger, n++, one.account, one.payee, one.amount);
          else if (one.do === 'catch up') {
            await ledger.history.catchUp();
            expect(await ledger.history.summary()).toBeInstanceOf(Summary);
            expect(isWhole(ledger.path)).toBe(true);
          } else if (n > 0) {
            const at = one.at % n;
            const word = { key: `payouts:r:${at}`, line: at + 2, correct: true, sure: true, at: after(90) };
            await ledger.resolve(resolution('not-created', word)).catch(() => undefined); // perhaps taken back already
          }
        }
        await ledger.history.catchUp();
        expect(isWhole(ledger.path)).toBe(true);
        await ledger.close();
      }),
      { numRuns: trials(8) },
    );
  });

  it('says nothing while something was paid that it does not hold', async () => {
    const ledger = await begun();
    await ledger.history.catchUp();
    expect((await ledger.history.summary())?.records).toBe(0);
    await pay(ledger, 0, 'A', 'acme');
    expect(await ledger.history.summary()).toBeUndefined();
    await ledger.history.catchUp();
    const summary = await ledger.history.summary();
    expect([summary?.usual('A', 'GBP'), summary?.isAt('Acme', 'A'), summary?.isAt('Acme', 'B')]).toEqual([
      TOO_FEW,
      true,
      false,
    ]);
    await pay(ledger, 1, 'B', 'ACME');
    await ledger.history.catchUp();
    const now = await ledger.history.summary();
    expect([now?.isAt('acme', 'A'), now?.isAt('acme', 'B')]).toEqual([false, true]);
  });

  it('of a copy is made by the next run', async () => {
    const ledger = await begun();
    for (let n = 0; n < 7; n++) await pay(ledger, n, `A${n % 3}`, `p${n}`);
    await ledger.history.catchUp();
    await ledger.close();
    within(ledger.path, (db) => db.exec('DELETE FROM summaries'));
    const again = openedLedger(ledger.path);
    expect(await again.history.summary()).toBeUndefined();
    expect(partsOf(ledger.path)).toBe(0);
    expect(found(ledger.path)).toEqual([]);
    await again.history.catchUp();
    expect((await again.history.summary())?.records).toBe(10);
    expect(isWhole(ledger.path)).toBe(true);
    expect(found(ledger.path)).toEqual([]);
  });

  it(
    'is whole after each step of a long way, so that a kill leaves nothing false',
    { timeout: 60_000 },
    async () => {
      const ledger = await begun();
      await ledger.history.catchUp();
      const all = Array.from({ length: 4_500 }, (_, n) => n);
      await Promise.all(all.map((n) => pay(ledger, n, `A${n}`, `p${n % 900}`)));
      await ledger.close();
      within(ledger.path, (db) => {
        const step = new FileDriver(db, Date.now).transaction(function* ({ changes }): Question<boolean> {
          yield [];
          return new SqliteHistory(db, 1).step(changes);
        });
        expect(step).toBe(true); // and here its process is killed
      });
      expect(isWhole(ledger.path)).toBe(true);
      const again = openedLedger(ledger.path);
      expect(await again.history.summary()).toBeUndefined();
      await again.history.catchUp();
      expect((await again.history.summary())?.records).toBe(4_500 + 900);
      expect(isWhole(ledger.path)).toBe(true);
      expect(partsOf(ledger.path)).toBe(1); // what has changed was put together
    },
  );

  it.each([
    [
      'a figure',
      `UPDATE summaries SET data = CAST(substr(data, 1, 8) || X'0000803f' || substr(data, 13) AS BLOB)`,
    ],
    ['nothing', `UPDATE summaries SET data = X''`],
    ['a piece', `UPDATE summaries SET data = CAST(data || X'00' AS BLOB)`],
    ['a text', `UPDATE summaries SET data = 'x'`],
    ['another part', `UPDATE summaries SET part = 3`],
    ['somebody else', `UPDATE summaries SET environment = 7`],
  ])('that was edited is found: %s', async (_, change) => {
    const ledger = await begun();
    for (let n = 0; n < 6; n++) await pay(ledger, n, 'A', 'acme');
    await ledger.history.catchUp();
    await ledger.close();
    expect(found(ledger.path)).toEqual([]);
    within(ledger.path, (db) => db.exec(change));
    expect(found(ledger.path)).toMatchObject([{ kind: 'changed', where: 'summaries' }]);
  });
});

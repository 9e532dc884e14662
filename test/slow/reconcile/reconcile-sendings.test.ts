// reconcile, and sendings that a person called not created: what they may have paid settles nothing else, be it a later sending of
// the same row or a row of another run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { HOUR_MS, sentAgain } from '../../kit/sent-again.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a later sending that is in doubt', () => {
  const first = { fail: 1 };
  const later = { fail: 1, executed: false, isCalled: false };
  it.each([24 * HOUR_MS, HOUR_MS / 2])(
    'is not settled by the line of the one before, which was called not created (%d ms apart)',
    async (apartMs) => {
      const { line, read, say, at } = await sentAgain(['rent'], [first, later], apartMs);
      const day = new Date(at(0)).toISOString().slice(0, 10);
      for (const own of [
        line(0),
        line(0, { id: 'BANK-1', memo: '' }),
        line(0, { at: day }),
        line(0, { at: '' }),
      ]) {
        const { code, out } = await read([own], '--yes');
        expect([code, bare(out)], own).toEqual([3, expect.not.stringContaining('settled as created')]);
        expect((await say(['doubts'])).out).toContain('R-0');
      }
      const { out } = await read([line(0)]);
      expect(bare(out)).toMatch(/may have been paid twice|can't tell whether|which was called not created/);
      expect(out).not.toContain('keeps the later payment');
    },
  );
  it('is settled by a line that is plainly its own', async () => {
    const { line, read, say } = await sentAgain(
      ['rent'],
      [
        { ...first, executed: false },
        { ...later, executed: true },
      ],
    );
    const { code, out } = await read([line(0)], '--yes');
    expect([code, bare(out)]).toEqual([0, expect.stringContaining('1 row settled as created')]);
    expect((await say(['doubts'])).out).not.toContain('R-0');
  });
});

describe('a row of another run that looks the same', () => {
  const alike = payouts([{ ...GOOD, reference: 'B-1', memo: 'rent' }]);
  /** Row A: executed on the first night, called not created, and then `how`. */
  async function other(how: 'waits' | 'paid again' | 'corrected and paid' | 'corrected and refused') {
    const one = await sentAgain(['rent'], how === 'paid again' ? [{ fail: 1 }, { fail: 0 }] : [{ fail: 1 }]);
    const { service, folder, say } = one;
    const run = async (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      const ran = await say(['run', join(folder, name), '--alike-ok', '--concurrency', '1']);
      service.faults.clear();
      return ran.code;
    };
    if (how.startsWith('corrected')) {
      const status = 400;
      if (how.endsWith('refused'))
        service.faults.add({ kind: 'status-before', status, operation: 'createTransfer', first: 1 });
      const corrected = payouts([{ ...GOOD, reference: 'R-0', memo: 'rent', receiverAmount: '12.00' }]);
      expect(await run('c.csv', corrected)).toBe(how.endsWith('refused') ? 1 : 0);
    }
    service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
    expect(await run('b.csv', alike)).toBe(3);
    return one;
  }
  it.each(['waits', 'paid again', 'corrected and paid', 'corrected and refused'] as const)(
    'and was never executed is not settled by the payment that was called not created (which %s)',
    async (how) => {
      const { line, read, say, service } = await other(how);
      const { transfers } = service.store;
      const all = transfers.map(({ id }, nth) => {
        const amount = nth === 1 && how === 'corrected and paid' ? '12.00' : '10.00';
        // What was paid under an id of the service is there under that.
        return line(nth, { id: nth === 0 ? 'BANK-1' : id, amount, at: new Date(Date.now()).toISOString() });
      });
      const { code, out } = await read(all, '--yes');
      expect([code, bare(out)]).toEqual([3, expect.not.stringContaining('settled as created')]);
      expect(bare(out)).toContain('and so could line 2 of run');
      expect((await say(['doubts'])).out).toContain('B-1');
    },
  );
});

describe('what accounts for a payment', () => {
  it('is not a sending of another run that was called not created', async () => {
    const alike = payouts([{ ...GOOD, reference: 'B-1', memo: 'rent' }]);
    const one = await sentAgain(['rent'], [{ fail: 1 }, { fail: 0 }]);
    const { folder, say, service, line, read } = one;
    writeFileSync(join(folder, 'b.csv'), alike);
    const run = ['run', join(folder, 'b.csv'), '--alike-ok', '--json'];
    service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
    expect((await say(run)).code).toBe(3);
    const not = ['--as', 'not-created', '--reason', 'no', '--yes', '--sure'];
    expect((await say(['resolve', 'last', '--all', ...not])).code).toBe(0);
    expect((await say(run)).code).toBe(0);
    const third = service.store.transfers[2]?.id ?? '';
    const at = new Date(Date.now()).toISOString();
    const lines = [line(0), line(1), line(2, { id: third, at })];
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([0, expect.any(String)]);
    const own = await say(['reconcile', one.runs[1] ?? '', '--statement', join(folder, 's.csv')]);
    expect([own.code, bare(own.out)]).toEqual([3, expect.stringContaining('may have been paid twice')]);
  });
  it('is the corrected payment, whose line bears the reference', async () => {
    const { folder, say, service } = await sentAgain(['rent'], [{ fail: 1, executed: false }]);
    writeFileSync(
      join(folder, 'c.csv'),
      payouts([{ ...GOOD, reference: 'R-0', memo: 'rent', receiverAmount: '12.00' }]),
    );
    expect((await say(['run', join(folder, 'c.csv'), '--alike-ok'])).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
    const at = new Date(Date.now()).toISOString();
    writeFileSync(
      join(folder, 's.csv'),
      `Transfer ID,External Account ID,Amount,Currency,Created At,Memo,Reference\nBK-1,${ACCOUNT},12.00,GBP,${at},rent,R-0\n`,
    );
    const { code, out } = await say(['reconcile', 'last', '--statement', join(folder, 's.csv')]);
    expect([code, bare(out)], out).toEqual([0, expect.not.stringContaining('paid twice')]);
  });
  it('is settled in the same reading, which no longer calls it a doubt', async () => {
    const nights = [{ fail: 1 }, { fail: 1, isCalled: false }];
    const { line, read } = await sentAgain(['rent'], nights);
    const { out } = await read([line(0), line(1)], '--yes');
    expect(bare(out)).toContain('1 row settled as created');
    expect(bare(out)).toContain('keeps the payment that was settled now');
    expect(bare(out)).not.toContain('is in doubt. If');
  });
});

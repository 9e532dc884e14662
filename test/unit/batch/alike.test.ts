// Payments that look like one already made, in whatever file: refused unless they are meant, at the service's own count.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { found, likeness, LookAlikes, otherText } from '../../../src/batch/plan/alike/alike.ts';
import type { RowRecord } from '../../../src/ledger/ledger.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 86_400_000;
const bare = COLUMNS.filter((name) => name !== 'reference');
const renamed = (count: number): Record<string, string>[] =>
  numbered(count).map((row, i) => ({ ...row, reference: `NEW-${i}` }));

describe('a file that looks like one that was paid', () => {
  it.each<[string, string, string]>([
    ['without references, then with', payouts(numbered(4), bare), payouts(numbered(4))],
    ['with references, then without', payouts(numbered(4)), payouts(numbered(4), bare)],
    ['without references, saved again', payouts(numbered(4), bare), `${payouts(numbered(4), bare)}\n`],
    ['with other references', payouts(numbered(4)), payouts(renamed(4))],
    [
      'half of it, with other references',
      payouts(numbered(4)),
      payouts([...renamed(2), { reference: 'X', memo: 'x' }, { reference: 'Y', memo: 'y' }]),
    ],
  ])('%s: refused, unless it is meant', async (_, first, second) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': first });
    const paid = await runIn(at, service.url);
    writeFileSync(join(at, 'in.csv'), second);
    await expect(runIn(at, service.url)).rejects.toMatchObject({
      code: 'alike',
      message: expect.stringContaining(paid.runId) as string,
    });
    await expect(runIn(at, service.url, { batchId: 'another' })).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(4);
    expect((await runIn(at, service.url, { alikeOk: true })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(8);
  });

  it.each([
    ['2026.10', '2026.1'],
    ['1-20', '20-Jan'],
    ['12345678901234567', '12345678901234500'],
  ])('in one row of ten, whose reference %s a spreadsheet has spelt %s, refuses', async (before, after) => {
    const file = (last: string) => payouts([...numbered(9), { reference: last, memo: 'the tenth' }]);
    const at = folder({ 'in.csv': file(before) });
    const service = await sandbox();
    await runIn(at, service.url);
    writeFileSync(join(at, 'in.csv'), file(after));
    await expect(runIn(at, service.url)).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(10);
    expect((await runIn(at, service.url, { alikeOk: true })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(11);
  });
  it('in fewer than half of its rows, with references: a warning for each', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(4)) });
    await runIn(at, service.url);
    const others = numbered(3).map((row, i) => ({ ...row, reference: `O-${i}`, memo: `other ${i}` }));
    writeFileSync(join(at, 'in.csv'), payouts([...renamed(2), ...others]));
    const said: Warning[] = [];
    const checked = (_: unknown, warnings: readonly Warning[]): void => void said.push(...warnings);
    expect((await runIn(at, service.url, { hooks: { checked } })).exitCode).toBe(0);
    expect(said.map(({ firstLine, field }) => [firstLine, field])).toEqual([
      [2, 'reference'],
      [3, 'reference'],
    ]);
    expect(service.store.transfers).toHaveLength(9);
  });

  it('is no longer refused once the time is over; a doubt is, for ever', async () => {
    const service = await sandbox({
      faults: [{ kind: 'reset-after', operation: 'createTransfer', first: 1 }],
    });
    const rows = numbered(2).map((row, n) => ({ ...row, receiverAmount: `1${n}.00` }));
    const at = folder({ 'in.csv': payouts(rows, bare) });
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock, concurrency: 1 });
    clock.nowMs += 400 * DAY_MS;
    writeFileSync(join(at, 'in.csv'), payouts(rows.slice(0, 1), bare));
    await expect(runIn(at, service.url, { clock })).rejects.toThrow(/in doubt/);
    writeFileSync(join(at, 'in.csv'), payouts(rows.slice(1), bare));
    expect((await runIn(at, service.url, { clock })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(3);
  });
});

describe('look-alikes beyond those that are kept', () => {
  it('are told by the first line, in whatever order they were found', () => {
    const pair = (line: number) => {
      const row = {
        line,
        sequence: line,
        fingerprint: '',
        key: '',
        reference: '',
        batchId: '',
        contents: () => [],
      };
      return { row, other: record(`k${line}`, ''), likeness: 'repeats' } as const;
    };
    expect(found([pair(4), pair(3)])).toMatchObject({
      line: 3,
      rows: 2,
      examples: [[3], [4]].map(([at]) => [at, {}]),
    });
  });
  const record = (key: string, fingerprint: string): RowRecord =>
    // what the look reads of it
    ({ key, fingerprint, state: 'created', reference: null, updatedAt: new Date(0) }) as RowRecord;
  const candidate = (line: number, fingerprint: string) => {
    const key = `own-${line}`;
    return { line, sequence: line, fingerprint, key, reference: '', batchId: 'b', contents: () => [] };
  };
  const look = (stranger: boolean) => {
    const alike = new LookAlikes({ nowMs: 0, alikeDays: 3 }, 2);
    const isOwn = (_: unknown, { key }: RowRecord): boolean => key.startsWith('own-');
    const paid = Array.from({ length: 5 }, (_, at) => record(`own-${at + 7}`, 'same'));
    const rows = Array.from({ length: 5 }, (_, at) => candidate(at + 2, 'same'));
    alike.add(rows, paid, isOwn);
    if (stranger) alike.add([candidate(99, 'X')], [record('elsewhere', 'X')], isOwn);
    return alike.judge(100).refused;
  };
  it('are refused though the file itself has used up the room', () => {
    expect(look(true)).toMatchObject({ line: 99, rows: 1 });
  });
  it("are none where all are the file's own", () => {
    expect(look(false)).toBeUndefined();
  });
});

describe('the payment that a row looks like', () => {
  it.each([
    ['sending', 'line 3 of run R, which is still sending its rows'],
    ['in_doubt', 'line 3 of run R, which may have been paid (in doubt) on 1970-01-01, 5 GBP'],
  ] as const)('%s is told as it stands', (state, text) => {
    const facts = { line: 3, runId: 'R', state, updatedAt: new Date(0), amount: '5', currency: 'GBP' };
    // what the sentence says of it
    expect(otherText(facts as RowRecord, 'payouts')).toBe(text);
  });
});

describe('how like two payments are', () => {
  const rules = { nowMs: 100 * DAY_MS, alikeDays: 3 };
  const paid = (
    reference: string | null,
    daysAgo: number,
    state: RowRecord['state'] = 'created',
  ): RowRecord =>
    // Only these are looked at.
    ({ key: 'payouts:r:x', reference, state, updatedAt: new Date((100 - daysAgo) * DAY_MS) }) as RowRecord;

  it.each<[string, RowRecord, string]>([
    ['', paid(null, 29), 'repeats'],
    ['', paid(null, 31), 'none'],
    ['A', paid(null, 29), 'repeats'],
    ['', paid('A', 29), 'repeats'],
    ['A', paid('B', 2), 'recurs'],
    ['A', paid('B', 4), 'none'],
    ['A', paid('B', 400, 'in_doubt'), 'repeats'],
    ['', paid(null, 400, 'sending'), 'repeats'],
    ['2026.1', paid('2026.10', 4), 'none'],
    ...[
      ['2026.1', '2026.10'],
      ['20-Jan', '1-20'],
      ['Jan-20', '1-20'],
      ['May-26', '2026-05'],
      ['01.05.2026', '2026-05-01'],
      ['12345678901234500', '12345678901234567'],
      ['12345678901234600', '12345678901234560'],
      ['01-Dec', 'DEC1'],
      ['12. Okt', '12.10'],
      ['Okt 26', '10.2026'],
      ['1/2/2003', '1-2-3'],
      ['Mar-26', 'MAR2026'],
      ['ene-26', '2026-01'],
      ['46143', '2026-05-01'],
      ['4912345', '+4912345'],
      ['12:30:00', '12:30'],
      ['1-Jun-26', 'June 1, 2026'],
      ['100000', '1E5'],
      ['INV-1', 'INV 1'],
      ['INV-2026-1', 'INV/2026/1'],
      ['RE1', 'RE-1'],
      ['May-98', '1998-05'],
      ['6/1/2026 10:30', '2026-06-01 10:30'],
    ].flatMap(([one = '', two = '']): [string, RowRecord, string][] => [
      [one, paid(two, 2), 'repeats'],
      [two, paid(one, 2), 'repeats'],
    ]),
    ['2026.2', paid('2026.1', 2), 'recurs'],
    ['1-21', paid('1-20', 2), 'recurs'],
    ['12/11/2026', paid('11/12/2026', 2), 'recurs'],
    ['2026-11', paid('2026-10', 2), 'recurs'],
    ['RE-11-2', paid('RE-1-12', 2), 'recurs'],
    ['12:31', paid('12:30', 2), 'recurs'],
    ['46144', paid('2026-05-01', 2), 'recurs'],
    ['12345678901234568', paid('12345678901234567', 2), 'recurs'],
  ])('%s', (reference, other, expected) => {
    expect(likeness(reference, other, rules)).toBe(expected);
  });
  it('a customer is the same however long ago it was created, and whatever its reference', () => {
    expect(likeness('A', { ...paid('B', 400), key: 'customers:r:b' }, rules)).toBe('repeats');
  });
  it('other references are no matter where nobody wants to know', () => {
    expect(likeness('A', paid('B', 0), { ...rules, alikeDays: 0 })).toBe('none');
  });
});

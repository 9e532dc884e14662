// Warnings that mean that money may go out twice, or not at all: they reach whoever is mailed trouble only.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { place } from '../../kit/in-doubt.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 86_400_000;
const bare = COLUMNS.filter((name) => name !== 'reference');

async function set() {
  const service = await sandbox();
  const { at, say } = await place(service);
  const run = async (name: string, text: string, ...more: string[]) => {
    writeFileSync(join(at, name), text);
    const { code, out, err } = await say(['run', join(at, name), ...more]);
    return { code, out, err: err.replaceAll(`${at}/`, '') };
  };
  return { service, at, say, run };
}

describe('--quiet, exit 0', () => {
  it('says which rows look like payments with another reference', async () => {
    const { service, run } = await set();
    const rows = numbered(5).map((row, at) => ({ ...row, receiverAmount: `1${at}` }));
    await run('a.csv', payouts(rows));
    const again = rows.map((row, at) => (at === 0 ? row : { ...row, receiverAmount: `2${at}` }));
    const { code, out, err } = await run(
      'b.csv',
      payouts(again.map((row, at) => ({ ...row, reference: `OTHER-${at}` }))),
      '--quiet',
    );
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^b\.csv:2:1: warning: reference "OTHER-0" looks like line 2 of run \S+, which was paid/,
    );
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(service.store.transfers).toHaveLength(10);
  });

  it('counts rows of the file, not the earlier payments that one of them looks like', async () => {
    const { run } = await set();
    const alike = numbered(2).map((row, at) => ({ ...row, reference: `A-${at}`, memo: 'Rent' }));
    await run('a.csv', payouts(alike));
    const others = numbered(4).map((row, at) => ({ ...row, receiverAmount: `3${at}` }));
    const { err } = await run('b.csv', payouts([...others, { ...alike[0], reference: 'NEW' }]), '--quiet');
    expect(err).toContain('"NEW" looks like');
    expect(err).not.toContain('first here');
  });

  it('says which rows have lost their memo', async () => {
    const { run } = await set();
    const rows = numbered(1, { memo: 'Rent' });
    await run('a.csv', payouts(rows, bare));
    const none = rows.map((row) => ({ ...row, memo: '' }));
    const { code, err } = await run(
      'b.csv',
      payouts([...none, ...numbered(3, { receiverAmount: '88' })], bare),
      '--quiet',
    );
    expect(code, err).toBe(0);
    expect(err).toContain('warning: memo "" without a memo the row looks like line 2 of run');
  });

  it('shows them before other warnings, however many of those there are', async () => {
    const { run } = await set();
    await run('a.csv', payouts(numbered(1)));
    const many = numbered(40).map((row, at) => ({
      ...row,
      reference: `N-${at}`,
      purposeOfPayment: `P${at}`,
    }));
    const one = numbered(1, { reference: 'OTHER' });
    const { err } = await run(
      'b.csv',
      payouts([...many, ...one].map((row, at) => ({ ...row, receiverAmount: at === 40 ? '10' : '55' }))),
    );
    expect(err).toContain('"OTHER" looks like');
  });
});

describe('a file without references whose rows were all paid before', () => {
  const text = payouts(numbered(3, { memo: 'Rent' }), bare);

  it('is said with --quiet, where it has another name', async () => {
    const { service, run } = await set();
    await run('rent-nov.csv', text);
    const { code, out, err } = await run('rent-dec.csv', text, '--quiet');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^rent-dec\.csv: warning: all 3 rows were paid on \d{4}-\d\d-\d\d by run \S+ from rent-nov\.csv \(the same bytes\), so nothing is sent\. If this is a new payment, give the rows references that were never used, and run it again\n$/,
    );
    expect(service.store.transfers).toHaveLength(3);
  });

  it('is said under a fixed batch id, where its bytes are others', async () => {
    const { run } = await set();
    await run('in.csv', text, '--batch-id', 'nightly');
    expect(await run('in.csv', text, '--batch-id', 'nightly', '--quiet')).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    const { err } = await run('in.csv', text.replaceAll('\n', '\r\n'), '--batch-id', 'nightly', '--quiet');
    expect(err).toContain('all 3 rows were paid');
    expect(err).toContain('(batch nightly)');
  });

  it('is silent the same night under its name', async () => {
    const { run } = await set();
    await run('in.csv', text);
    expect(await run('in.csv', text, '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });

  it('is silent where some of its rows are still to be sent', async () => {
    const { service, run } = await set();
    service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 99 });
    await run('in.csv', text, '--halt-after', '2', '--concurrency', '1');
    service.faults.clear();
    const { err } = await run('in.csv', text, '--quiet');
    expect(err).not.toContain('rows were paid');
  });

  it.each([
    [0.1, 3, false],
    [2.9, 3, false],
    [3.1, 3, true],
    [31, 3, true],
    [5, 14, false],
    [0.1, 0, false],
    [31, 0, true],
  ])('%d days later, with alikeDays %d: said is %s', async (days, alikeDays, isSaid) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': text });
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock });
    clock.nowMs += days * DAY_MS;
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, warnings: readonly Warning[]) => void said.push(...warnings) };
    expect((await runIn(at, service.url, { clock, alikeDays, hooks })).exitCode).toBe(0);
    expect(said.filter(({ isTrouble }) => isTrouble === true).map(({ message }) => message)).toEqual(
      isSaid ? [expect.stringContaining('all 3 rows were paid on 2026-06-01')] : [],
    );
    expect(readFileSync(join(at, 'in.results.csv'), 'utf8')).toContain('created');
  });
});

describe('a fixed batch id whose rows were paid in part', () => {
  const rows = (memo: string) =>
    numbered(3, { memo }).map((row, at) => ({ ...row, receiverAmount: `1${at}.00` }));
  const may = rows('May');
  const [rent = {}] = may;
  const june = payouts([rent, ...rows('June').slice(1)], bare);

  it('says with --quiet which rows of another file it leaves out, naming run and line', async () => {
    const { service, run } = await set();
    await run('may.csv', payouts(may, bare), '--batch-id', 'pay');
    const { code, err } = await run('june.csv', june, '--batch-id', 'pay', '--quiet');
    expect(code).toBe(0);
    expect(err).toMatch(
      /^june\.csv: warning: 1 row was paid on \d{4}-\d\d-\d\d by run \S+ from may\.csv \(batch pay\), and only the others are sent \(the first: line 2, as line 2 of run \S+\)\. If this is a new payment, give the rows references/,
    );
    expect(service.store.transfers).toHaveLength(5);
  });

  it('says so, too, of a file of that name in another folder', async () => {
    const { at, service, run } = await set();
    mkdirSync(join(at, 'acme'));
    mkdirSync(join(at, 'bolt'));
    await run('acme/pay.csv', payouts(may, bare), '--batch-id', 'pay');
    const { code, err } = await run('bolt/pay.csv', june, '--batch-id', 'pay', '--quiet');
    expect(code).toBe(0);
    expect(err).toMatch(
      /by run \S+ from pay\.csv, whose results lie elsewhere \(batch pay\), and only the others/,
    );
    expect(service.store.transfers).toHaveLength(5);
  });

  it.each([
    ['a month later', 31, true],
    ['corrected the same night', 0.1, false],
  ])('under its own name, %s', async (_, days, isSaid) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(may, bare) });
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock, batchId: 'pay' });
    clock.nowMs += days * DAY_MS;
    writeFileSync(join(at, 'in.csv'), june);
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, warnings: readonly Warning[]) => void said.push(...warnings) };
    expect((await runIn(at, service.url, { clock, batchId: 'pay', hooks })).exitCode).toBe(0);
    expect(said.filter(({ isTrouble }) => isTrouble === true).map(({ message }) => message)).toEqual(
      isSaid ? [expect.stringContaining('only the others are sent')] : [],
    );
  });

  it('is silent where the same bytes go on, and where a row is new', async () => {
    const { service, run } = await set();
    service.faults.add({ kind: '401', operation: 'createTransfer', every: 2 });
    await run('in.csv', payouts(may, bare), '--batch-id', 'pay');
    service.faults.clear();
    expect((await run('moved.csv', payouts(may, bare), '--batch-id', 'pay', '--quiet')).err).not.toContain(
      'the others',
    );
    expect((await run('new.csv', payouts(rows('July'), bare), '--batch-id', 'pay', '--quiet')).err).toBe('');
  });
});

describe('a file with references whose rows were all paid before', () => {
  const rows = numbered(3, { memo: 'Wages' });
  const text = payouts(rows);

  it.each([
    ['the same bytes', text],
    ['the same rows in another order', payouts(rows.toReversed())],
  ])('is said with --quiet under another name: %s', async (_, other) => {
    const { service, run } = await set();
    await run('w1.csv', text);
    const { code, out, err } = await run('w2.csv', other, '--quiet');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^w2\.csv: warning: all 3 rows were paid on \S+ by run \S+ from w1\.csv \(the same references\), so nothing is sent\. If this is a new payment, give the rows references that were never used, and run it again\n$/,
    );
    expect(service.store.transfers).toHaveLength(3);
  });

  it('names the last of several runs that paid them as the last', async () => {
    const { run } = await set();
    await run('w0.csv', payouts(rows.slice(0, 1)));
    await run('w1.csv', text);
    const { err } = await run('w2.csv', text, '--quiet');
    expect(err).toMatch(
      /all 3 rows were paid, the last of them on \S+ by run \S+ from w1\.csv \(the same references\)/,
    );
  });

  it('is silent the same night under its name, and where a row of it is new', async () => {
    const { run } = await set();
    const quiet = { code: 0, out: '', err: '' };
    await run('w.csv', text);
    expect(await run('w.csv', text, '--quiet')).toEqual(quiet);
    expect(await run('w.csv', payouts(rows.toReversed()), '--quiet')).toEqual(quiet);
    const more = [...rows, ...numbered(1, { reference: 'W-NEW', receiverAmount: '77', memo: 'Bonus' })];
    expect(await run('w2.csv', payouts(more), '--quiet')).toEqual(quiet);
  });

  it.each([
    [0.1, false],
    [3.1, true],
  ])('%d days later under its name: said is %s', async (days, isSaid) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': text });
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock });
    clock.nowMs += days * DAY_MS;
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, warnings: readonly Warning[]) => void said.push(...warnings) };
    await runIn(at, service.url, { clock, hooks });
    expect(said.filter(({ isTrouble }) => isTrouble === true)).toHaveLength(isSaid ? 1 : 0);
  });
});

// A file and its retry files are one family: equal rows in them are meant, and paid once each.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import type { RunEnd } from '../../../src/batch/results/run-end.ts';
import type { LiveSettings } from '../../../src/batch/send/settings.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const bare = COLUMNS.filter((name) => name !== 'reference');

interface House {
  readonly at: string;
  readonly service: Sandbox;
  readonly clock: JumpingClock;
  run(name: string, text?: string, more?: Partial<LiveSettings>): Promise<RunEnd>;
}

async function house(): Promise<House> {
  const at = folder({});
  const service = await sandbox();
  const clock = new JumpingClock();
  return {
    at,
    service,
    clock,
    run: async (name, text, more = {}) => {
      if (text !== undefined) writeFileSync(join(at, `${name}.csv`), text);
      const end = await runIn(at, service.url, {
        clock,
        file: join(at, `${name}.csv`),
        results: join(at, `${name}.results.csv`),
        retry: join(at, `${name}.retry.csv`),
        ...more,
      });
      return end;
    },
  };
}

describe('equal rows', () => {
  it('within one file and its retry are meant', async () => {
    const { run, service, at } = await house();
    const equal = payouts(Array.from({ length: 4 }, (_, n) => ({ reference: `R-${n}` })));
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', every: 2 });
    await run('one', equal);
    service.faults.clear();
    expect(service.store.transfers.length).toBe(2);
    expect((await run('one.retry')).exitCode).toBe(0);
    expect(service.store.transfers.length).toBe(4);
    expect((await run('one')).exitCode).toBe(0);
    expect(service.store.transfers.length).toBe(4);
    const statuses = parse<{ status: string }>(readFileSync(join(at, 'one.results.csv')), { columns: true });
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['created', 'duplicate']));
  });
});

/** Two rows are refused, and a retry file stands there. */
async function twoRefused() {
  const home = await house();
  home.service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', every: 1 });
  const text = payouts(
    ['b', 'c'].map((memo) => ({ memo })),
    bare,
  );
  await home.run('p', text);
  home.service.faults.clear();
  expect(home.service.store.transfers).toHaveLength(0);
  const [header = '', b = '', c = ''] = readFileSync(join(home.at, 'p.retry.csv'), 'utf8').split('\n');
  const cut = (row: string): [string, string] => [
    row.slice(0, row.lastIndexOf(',')),
    row.slice(row.lastIndexOf(',')),
  ];
  return { ...home, header, b: cut(b), c: cut(c) };
}

describe('a retry file without references', () => {
  it('whose x-retry-of stand at the other rows is refused', async () => {
    const { run, service, header, b, c } = await twoRefused();
    const swapped = [header, c[0] + b[1], b[0] + c[1], ''].join('\n');
    await expect(run('p.retry', swapped)).rejects.toMatchObject({
      code: 'alike',
      message: expect.stringMatching(/p\.retry\.csv:2: .*x-retry-of/) as string,
    });
    expect(service.store.transfers).toHaveLength(0);
  });

  it('that pays a row under the key of another keeps the original from paying it again', async () => {
    const { run, service, header, b, c } = await twoRefused();
    await run('p.retry', [header, c[0] + b[1], ''].join('\n'), { alikeOk: true });
    expect(service.store.transfers).toHaveLength(1);
    await expect(run('p')).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(1);
  });

  it('whose hash was changed is no family of what it was', async () => {
    const { run, service, header, b, c } = await twoRefused();
    expect((await run('p.retry')).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
    const other = (cell: string): string =>
      cell.replace(/~(.)/, (_, digit: string) => `~${digit === '0' ? '1' : '0'}`);
    const wrong = [header, b[0] + other(b[1]), c[0] + other(c[1]), ''].join('\n');
    await expect(run('wrong', wrong)).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(2);
  });

  it('with a corrected row and a changed hash pays the corrected row once', async () => {
    const { run, service, header, b } = await twoRefused();
    const corrected = b[0].replace(',10.00,', ',11.00,');
    expect((await run('good', [header, corrected + b[1], ''].join('\n'))).exitCode).toBe(0);
    const wrong = b[1].replace(/~(.)/, (_, digit: string) => `~${digit === '0' ? '1' : '0'}`);
    await expect(run('wrong', [header, corrected + wrong, ''].join('\n'))).rejects.toMatchObject({
      code: 'alike',
    });
    expect(service.store.transfers).toHaveLength(1);
  });
});

describe('a batch id', () => {
  it.each([
    ['without references, then with', bare, COLUMNS],
    ['with references, then without', COLUMNS, bare],
  ])('that two files share makes no family of them: %s', async (_, first, second) => {
    const { run, service } = await house();
    await run('one', payouts(numbered(3), first), { batchId: 'night' });
    const again = run('two', payouts(numbered(3), second), { batchId: 'night' });
    await expect(again).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers.length).toBe(3);
  });

  it('that two files share makes no family of them: other references', async () => {
    const { run, service } = await house();
    await run('one', payouts(numbered(3)), { batchId: 'night' });
    const renamed = numbered(3).map((row, n) => ({ ...row, reference: `NEW-${n}` }));
    const again = run('two', payouts(renamed), { batchId: 'night' });
    await expect(again).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers.length).toBe(3);
  });
});

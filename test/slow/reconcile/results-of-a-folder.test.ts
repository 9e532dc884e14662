// Results of which no row can be read, and a ledger that knows a run of a file of that name: whether it was this one.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { placeOf } from '../../../src/batch/results/results-place.ts';
import { knowsTheirRun } from '../../../src/batch/results/unread-results.ts';
import { folder } from '../../kit/folder.ts';
import { place } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

/** Four rows of October are paid, and zeros are left of their results; two rows of November, in a folder of its own, are still to be paid. */
async function october() {
  const service = await sandbox();
  const { at, say } = await place(service);
  const put = (month: string, rows: readonly Record<string, string>[]): void => {
    mkdirSync(join(at, month), { recursive: true });
    writeFileSync(join(at, month, 'in.csv'), payouts(rows));
  };
  put('oct', numbered(4));
  put('nov', numbered(6, { receiverAmount: '31' }).slice(4));
  /** As typed in that folder. */
  const run = async (month: string, ...typed: string[]) => {
    const before = process.cwd();
    process.chdir(join(at, month));
    try {
      return await say(['run', ...(typed.length === 0 ? ['in.csv'] : typed)]);
    } finally {
      process.chdir(before);
    }
  };
  expect(await run('oct')).toMatchObject({ code: 0 });
  const results = join(at, 'oct', 'in.results.csv');
  const text = readFileSync(results, 'utf8');
  writeFileSync(results, text.slice(0, text.indexOf('\n') + 1).padEnd(text.length, '\0'));
  const lose = (): void =>
    readdirSync(at)
      .filter((name) => /^(l\.db.*|\.local)$/.test(name))
      .forEach((name) => rmSync(join(at, name), { recursive: true }));
  const refused = { code: 2, err: expect.stringContaining('knows no run') as string };
  return { service, at, put, run, lose, refused };
}

describe('of results that can be read no more, a run says what became of them', () => {
  it('not where it read a file of their name in another folder', async () => {
    const { service, run, lose, refused } = await october();
    lose();
    expect(await run('nov')).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(6);
    expect(await run('oct')).toMatchObject(refused);
    expect(service.store.transfers).toHaveLength(6);
  });

  it('not where the folder was reached by a name that leads elsewhere now', async () => {
    const { service, at, run, lose, refused } = await october();
    lose();
    const month = (name: string): void => {
      rmSync(join(at, 'month'), { force: true });
      symlinkSync(join(at, name), join(at, 'month'));
    };
    month('nov');
    expect(await run('.', 'month/in.csv')).toMatchObject({ code: 0 });
    month('oct');
    expect(await run('.', 'month/in.csv')).toMatchObject(refused);
    expect(service.store.transfers).toHaveLength(6);
  });

  it('where it read that file before it was corrected', async () => {
    const { service, put, run } = await october();
    put('oct', numbered(5));
    expect(await run('oct')).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(5);
  });

  it('where it wrote them there, from whatever folder', async () => {
    const { service, at, put, run, lose, refused } = await october();
    const ours = join(at, 'ours.csv');
    const tear = (): void => writeFileSync(ours, readFileSync(ours, 'utf8').slice(0, 60));
    expect(await run('nov', 'in.csv', '--results', ours)).toMatchObject({ code: 0 });
    tear();
    put('dec', numbered(8, { receiverAmount: '57' }).slice(6));
    expect(await run('dec', 'in.csv', '--results', ours)).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(8);
    tear();
    lose();
    expect(await run('nov', 'in.csv', '--results', ours)).toMatchObject(refused);
    expect(service.store.transfers).toHaveLength(8);
  });

  it('where the folder was moved, as long as the file is as it was', async () => {
    const { service, at, put, run, refused } = await october();
    renameSync(join(at, 'oct'), join(at, 'paid'));
    expect(await run('paid')).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(4);
    const results = join(at, 'paid', 'in.results.csv');
    writeFileSync(results, readFileSync(results, 'utf8').slice(0, 60));
    renameSync(join(at, 'paid'), join(at, 'kept'));
    put('kept', numbered(5));
    expect(await run('kept')).toMatchObject(refused);
  });
});

/** What the ledger says of results beside `in.csv`, where it has one run alone, of an earlier release, and that ended at three. */
function knows(
  typed: 'in.csv' | 'its path' | 'elsewhere.csv',
  fileHash: string | null,
  hour = 3,
): Promise<boolean> {
  const file = join(folder(), 'in.csv');
  const [then, changed] = [new Date('2026-11-01T03:00:00Z'), new Date(`2026-11-01T0${hour}:00:00Z`)];
  const old = {
    ...{ file: typed === 'its path' ? file : typed, fileHash, settings: {} },
    ...{ startedAt: then, finishedAt: then },
  };
  const ledger = { queue: undefined, runs: () => Promise.resolve([old]) };
  const unread = { isEmpty: false, changedAtMs: changed.getTime() };
  return knowsTheirRun(ledger, file.replace('.csv', '.results.csv'), { file, hash: 'now' }, unread);
}

describe('a run of an earlier release, which kept no place,', () => {
  it('knows results of the bytes that it read, wherever they lie, until it ended', async () => {
    expect(await knows('elsewhere.csv', 'now')).toBe(true);
    expect(await knows('elsewhere.csv', 'now', 5)).toBe(false);
  });

  it('knows those of other bytes where it was given the whole path, and not just a name', async () => {
    for (const hash of ['before', null]) {
      expect(await knows('its path', hash)).toBe(true);
      expect(await knows('in.csv', hash)).toBe(false);
    }
  });
});

it('a folder of another host, where hosts share a ledger, is another one', async () => {
  const file = join(folder({ 'in.csv': '' }), 'in.csv');
  const [alone, here, there] = [
    await placeOf(file, false),
    await placeOf(file, true, 'a'),
    await placeOf(file, true, 'b'),
  ];
  expect(new Set([alone, here, there]).size).toBe(3);
});

// A file and its retry files are one family: equal rows in them are meant, and paid once each.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import type { RunEnd } from '../../src/batch/results/run-end.ts';
import type { LiveSettings } from '../../src/batch/send/settings.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { JumpingClock } from '../support/clock.ts';
import { folder } from '../support/folder.ts';
import { COLUMNS, numbered, payouts } from '../support/payouts.ts';
import { runIn } from '../support/run.ts';
import { sandbox } from '../support/sandbox.ts';

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

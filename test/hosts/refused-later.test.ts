// A ledger that fails or refuses after rows were sent. No message says that nothing was sent, and the exit code is 4.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

/** Makes the queued rows unreadable as soon as the run has ended. */
const failsAtTheEnd = (own: Company): Promise<unknown> =>
  own.ask(`CREATE FUNCTION @lost() RETURNS trigger LANGUAGE plpgsql AS $do$
      BEGIN ALTER TABLE @items RENAME TO items_lost; RETURN NULL; END $do$;
    CREATE TRIGGER lost AFTER UPDATE OF ended_at ON @submissions FOR EACH ROW EXECUTE FUNCTION @lost()`);

describe('a ledger that fails after rows were sent', () => {
  it('ends the run with 4, and no message says that nothing was sent', async () => {
    const own = await Company.make(server, { rows: 3 });
    await failsAtTheEnd(own);
    const end = await own.run(['run', 'in.csv']);
    expect(own.paid).toBe(3);
    expect(end.stderr + end.stdout).toContain('items');
    expect(end.stderr + end.stdout).not.toMatch(/nothing was sent/i);
    expect(end.code).toBe(4);
  });

  it('makes the run report that rows may have been paid, and the same command continues', async () => {
    const own = await Company.make(server, { rows: 40, slowMs: 100 });
    const run = own.run(['run', 'in.csv', '--concurrency', '2']);
    await own.paying(6);
    await own.ask('ALTER TABLE @chunks RENAME TO chunks_lost');
    const end = await run;
    expect(end.code, end.stderr).toBe(4);
    expect(end.stderr).toMatch(
      /may have been paid.* paybatch results \d{8}-\d{6}-[0-9a-f]{6} shows every row/,
    );
    await own.ask('ALTER TABLE @chunks_lost RENAME TO chunks');
    await own.forget();
    const again = await own.run(['run', 'in.csv', '--json']);
    expect([0, 3], again.stderr).toContain(again.code);
    own.compare();
  });

  it('ends the worker with 4, and the worker prints the outcomes of its rows', async () => {
    const own = await Company.make(server, { rows: 2 });
    await own.detach();
    const worker = own.start(['work']);
    const over = (): Promise<number> =>
      own.ask('SELECT 1 FROM @submissions WHERE ended_at IS NOT NULL').then((found) => found.length);
    await expect.poll(over, { timeout: 20_000 }).toBe(1);
    const from = own.env['PAYBATCH_LEDGER'] ?? '';
    const copied = await own.run(['ledger', 'copy', '--from', from, '--to', join(own.at, 'moved.db')]);
    expect(copied.code, copied.stderr).toBe(0);
    const end = await worker.over;
    expect(end.stderr).toContain('moved.db');
    expect(end.stderr).not.toMatch(/nothing was sent/i);
    expect(end.stdout).toContain('Rows of this process: 2 created');
    expect(end.code).toBe(4);
  });
});

// A hint that appears before it is needed: a resolution may need --host-gone.

describe('the rows in doubt of a killed host', () => {
  it('are listed with --host-gone until they are resolved', async () => {
    const own = await Company.make(server, { rows: 2, slowMs: 3000, lease: 2 });
    const id = await own.detach();
    const killed = own.start(['work', '--concurrency', '1']);
    await expect
      .poll(async () => (await own.ask('SELECT 1 FROM @intents')).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await own.run(['status'])).stdout).toContain('open to every host at work');
    killed.child.kill('SIGKILL');
    await killed.over;
    await expect
      .poll(async () => (await own.run(['doubts'])).stdout, { timeout: 20_000 })
      .toMatch(/Process \d+ on \S+ .*--host-gone/s);
    const told = (await own.run(['doubts'])).stdout;
    expect(told).toContain(
      'no response: its run ended, or its host stopped reporting, while the request was in progress',
    );
    expect(told).toContain(`paybatch resolve ${id} --line 2 --as not-created [--host-gone] --reason "..."`);
    const lost = async () =>
      (
        JSON.parse((await own.run(['status', '--json'])).stdout) as {
          hosts: { state: string; rows: number }[];
        }
      ).hosts;
    expect(await lost()).toMatchObject([{ state: 'lost', rows: 1 }]);
    const word = ['--as', 'not-created', '--reason', 'gone', '--sure', '--host-gone', '--yes'];
    const settled = await own.run(['resolve', id, '--line', '2', ...word]);
    expect(settled.code, settled.stderr).toBe(0);
    expect((await own.run(['doubts'])).stdout).not.toContain('--host-gone');
    // The host is no longer reported as lost, because its row is resolved.
    expect(await lost()).toEqual([]);
  });
});

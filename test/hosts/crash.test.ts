// A run on a ledger on Postgres: kill -9 at every named point, a restart of the database server, a pause longer than
// the lease. Counted at the sandbox, no payout is made twice, and none is lost without being in doubt.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { CRASH_POINTS } from '../../src/batch/results/hooks.ts';
import { results } from '../kit/cli.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const ROWS = 12;
const server = postgres({ own: true });

/** A third of its rows have a document. */
const place = (rows = ROWS, lease = 2, slowMs = 0): Promise<Company> =>
  Company.make(server, { rows, lease, slowMs, documents: true });

/** Ends all leases. */
const expire = (own: Company): Promise<unknown> =>
  own.ask(`UPDATE @workers SET lease_until = '-infinity' WHERE closed_at IS NULL`);

/** Runs until no row is left, then compares the results with the sandbox. Returns the number of rows in doubt. */
async function finishAndCompare(own: Company): Promise<number> {
  let end = await own.run(['run', 'in.csv']);
  for (let i = 0; i < 6 && end.code === 4; i++) end = await own.run(['run', 'in.csv']);
  expect([0, 3], end.stderr + end.stdout).toContain(end.code);
  const doubts = own.compare();
  for (const { status } of results(join(own.at, 'in.results.csv')))
    expect(['created', 'in_doubt']).toContain(status);
  await own.whole();
  return doubts;
}

describe('a run that is repeated after kill -9', () => {
  // One occurrence for each point: crash/simulated.test.ts covers every row.
  it.each(CRASH_POINTS.map((point, at) => [point, at % 2 === 0 ? 1 : 4] as const))(
    'at %s (occurrence %i) pays no row twice and loses none',
    async (point, times) => {
      const own = await place();
      const env = { PAYBATCH_TEST_CRASH: `${point}:${times}` };
      const killed = await own.run(['run', 'in.csv', '--concurrency', '3'], env);
      if (!point.endsWith('results') || times === 1) expect(killed.signal).toBe('SIGKILL');
      await expire(own);
      expect(await finishAndCompare(own)).toBeLessThanOrEqual(3);
    },
  );
});

describe(`a run on a ledger on Postgres`, () => {
  it('continues when the command is repeated right after a kill', async () => {
    const own = await place();
    await own.run(['run', 'in.csv', '--concurrency', '3'], { PAYBATCH_TEST_CRASH: 'after-answer:4' });
    const again = await own.run(['run', 'in.csv']);
    expect(again.code, again.stderr).toBe(3);
    expect(await finishAndCompare(own)).toBeLessThanOrEqual(3);
  });

  it('waits while the database restarts, sends no new row meanwhile, and then completes', async () => {
    const own = await place(60, 8, 40);
    const { over } = own.start(['run', 'in.csv', '--concurrency', '4']);
    await expect.poll(() => own.paid, { timeout: 20_000 }).toBeGreaterThan(8);
    await server.server().down('SIGQUIT');
    const sent = own.paid;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(own.paid).toBeLessThanOrEqual(sent + 4);
    await server.server().up();
    const end = await over;
    expect(end.code, end.stderr).toBe(0);
    expect(await finishAndCompare(own)).toBe(0);
  });

  it('continues under a new id after a pause longer than its lease, and leaves no row in doubt', async () => {
    const own = await place(60, 2, 40);
    const { child: running, over } = own.start(['run', 'in.csv', '--concurrency', '4']);
    await expect.poll(() => own.paid, { timeout: 20_000 }).toBeGreaterThan(8);
    running.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const doubts = await own.run(['doubts', '--json']);
    const { doubts: found } = JSON.parse(doubts.stdout) as { doubts: unknown[] };
    expect(found.length).toBeLessThanOrEqual(4);
    running.kill('SIGCONT');
    const end = await over;
    expect(end.code, end.stderr + end.stdout).toBe(0);
    expect(end.stderr).toMatch(
      /this process was paused, or could not reach the ledger, for longer than its lease: it continues under a new id/,
    );
    expect(await finishAndCompare(own)).toBe(0);
  });

  it('shows its host in status; a wrong schema, server or password flag is refused with a code', async () => {
    const rows = ROWS;
    const own = await place(rows, 2, 300);
    const { child: running, over } = own.start(['run', 'in.csv', '--concurrency', '1'], {
      PAYBATCH_HOST: 'night-1',
    });
    await expect.poll(() => own.paid, { timeout: 20_000 }).toBeGreaterThan(0);
    const status = async (): Promise<unknown> => JSON.parse((await own.run(['status', '--json'])).stdout);
    const host = { host: 'night-1', pid: running.pid, state: 'alive' };
    expect(await status()).toMatchObject({ runs: [{ alive: true, host: 'night-1' }], hosts: [host] });
    // Between two rows, while the run quotes or uploads, it has no row in progress.
    await expect.poll(status, { timeout: 20_000 }).toMatchObject({ hosts: [{ ...host, rows: 1 }] });
    await over;
    const shown = await own.run(['ledger', 'show', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ ledgerSequence: 2 * rows });
    const refused = async (env: Record<string, string>, args = ['status', '--json']) => {
      const end = await own.run(args, env);
      expect(end.code).toBe(2);
      expect(end.stdout + end.stderr).not.toContain('s3cret');
      return (JSON.parse(end.stdout) as { error: { code: string } }).error.code;
    };
    expect(await refused({ PAYBATCH_LEDGER_SCHEMA: 'other' })).toBe('no_ledger');
    expect(await refused({ PAYBATCH_LEDGER: 'postgres://ada:s3cret@127.0.0.1:1/x' })).toBe(
      'ledger_unreachable',
    );
    expect(await refused({}, ['status', '--json', '--ledger=postgres://ada:s3cret@127.0.0.1/x'])).toBe(
      'password_flag',
    );
    expect(await refused({}, ['ledger', 'backup', '--json', '--to', join(own.at, 'b.db')])).toBe('settings');
  });
});

// Processes that are killed, get signals, or run at the same time. Counted at the sandbox, no payout is created twice,
// and none is lost without being in doubt. simulated.test.ts covers every moment with copies of files. The real kills
// here show that a killed process leaves such files. KILLS=2000 kills more often.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { seeded } from '../../src/sandbox/random.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { paybatchProcess, results, serviceEnv, start } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { paidByMemo, sandbox } from '../kit/sandbox.ts';
import { SEED } from '../kit/seed.ts';

const ROWS = 12;
const RUN = ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '2'];

function setUp(references: boolean): string {
  const rows = numbered(ROWS).map((row, i) => (i % 3 === 0 ? { ...row, documents: 'doc.pdf' } : row));
  const columns = [
    'reference',
    'customerId',
    'source.currency',
    'source.network',
    'source.walletId',
    'destination.currency',
    'destination.externalAccountId',
    'purposeOfPayment',
    'receiverAmount',
    'memo',
    'documents',
  ];
  return folder({
    'in.csv': payouts(rows, references ? columns : columns.slice(1)),
    'doc.pdf': 'some bytes',
  });
}

/** Runs until no row is left to send, then compares the results with what the sandbox executed. */
async function finishAndCompare(at: string, service: Sandbox, env: Record<string, string>): Promise<void> {
  let end = await paybatch(at, RUN, env);
  for (let i = 0; i < 3 && end.code === 4; i++) end = await paybatch(at, RUN, env);
  expect([0, 3], end.stderr + end.stdout).toContain(end.code);
  const rows = results(join(at, 'in.results.csv'));
  expect(rows).toHaveLength(ROWS);
  const paid = paidByMemo(service);
  const memos = readFileSync(join(at, 'in.csv'), 'utf8').match(/row \d+/g) ?? [];
  rows.forEach((row, i) => {
    const times = paid.get(memos[i] ?? '') ?? 0;
    expect(times, `line ${row['line']} was created ${times} times`).toBeLessThanOrEqual(1);
    if (row['status'] === 'created') expect(times).toBe(1);
    else expect(row['status']).toBe('in_doubt');
  });
}

describe('a run that is repeated after kill -9', () => {
  // simulated.test.ts covers every point of every row. These kills show that a process leaves what is copied there.
  it.each([
    ['after-intent', 1],
    ['after-answer', 4],
    ['after-outcome', 1],
    ['before-results', 1],
  ] as const)('at %s (occurrence %i) pays no row twice and loses none', async (point, times) => {
    const service = await sandbox();
    const at = setUp(true);
    const env = serviceEnv(service.url);
    const killed = await paybatchProcess(at, ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '3'], {
      ...env,
      PAYBATCH_TEST_CRASH: `${point}:${times}`,
    });
    expect(killed.signal).toBe('SIGKILL');
    await finishAndCompare(at, service, env);
  });

  it('sends a row that was resolved as not-created, but not one resolved as created', async () => {
    const service = await sandbox();
    const at = setUp(true);
    const env = serviceEnv(service.url);
    const ledger = ['--ledger', 'l.db'];
    await paybatchProcess(at, ['run', 'in.csv', ...ledger, '--concurrency', '1'], {
      ...env,
      PAYBATCH_TEST_CRASH: 'after-answer:2',
    });
    await paybatchProcess(at, ['run', 'in.csv', ...ledger, '--concurrency', '1'], {
      ...env,
      PAYBATCH_TEST_CRASH: 'after-intent:1',
    });
    const third = await paybatch(at, ['run', 'in.csv', ...ledger, '--json'], env);
    expect(third.code).toBe(3);
    const { runId } = JSON.parse(third.stdout) as { runId: string };
    const doubtful = results(join(at, 'in.results.csv')).filter((row) => row['status'] === 'in_doubt');
    expect(doubtful.map((row) => row['line'])).toEqual(['3', '4']);
    const truth = paidByMemo(service);
    expect([truth.get('row 2'), truth.get('row 3')]).toEqual([1, undefined]);
    const id = service.store.transfers.find((transfer) => transfer.memo === 'row 2')?.id ?? '';
    const yes = await paybatch(
      at,
      [
        'resolve',
        runId,
        '--line',
        '3',
        '--as',
        'created',
        '--transfer-id',
        id,
        '--reason',
        'seen',
        ...ledger,
      ],
      env,
    );
    const no = await paybatch(
      at,
      [
        'resolve',
        runId,
        '--reference',
        'R-3',
        '--as',
        'not-created',
        '--sure',
        '--reason',
        'asked',
        ...ledger,
      ],
      env,
    );
    expect([yes.code, no.code]).toEqual([0, 0]);
    const last = await paybatch(at, ['run', 'in.csv', ...ledger], env);
    expect(last.code).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual(Array(ROWS).fill(1));
    expect(results(join(at, 'in.results.csv'))[1]).toMatchObject({ status: 'created', transferId: id });
  });
});

describe('a run that is killed while requests are in progress', () => {
  const kills = Number(process.env['KILLS'] ?? 6);
  it(
    `pays no row twice and loses none after ${kills} kills (seed ${SEED})`,
    { timeout: 30_000 + kills * 5_000 },
    async () => {
      const random = seeded(SEED);
      for (let killed = 0; killed < kills; killed += 3) {
        const service = await sandbox({ faults: [{ kind: 'slow', operation: 'createTransfer', ms: 15 }] });
        const at = setUp(killed % 2 === 0);
        const env = serviceEnv(service.url);
        for (let i = 0; i < 3; i++) {
          // A run makes 29 calls: a token, 4 documents, 12 quotes and 12 transfers. Chance picks one of the first 9,
          // and kills the run after it.
          const calls = 1 + Math.floor(random() * 9);
          expect(await killedAfter(calls, service, () => start(at, RUN, env))).toBeGreaterThanOrEqual(calls);
        }
        await finishAndCompare(at, service, env);
      }
    },
  );
});

/** Kills a run once it has made this many calls. Returns how many calls the service received. */
async function killedAfter(calls: number, service: Sandbox, begin: () => ChildProcess): Promise<number> {
  const before = service.requests;
  const child = begin();
  const gone = once(child, 'close');
  child.stdout?.resume();
  child.stderr?.resume();
  await until(() => service.requests - before >= calls || child.exitCode !== null);
  child.kill('SIGKILL');
  const [, signal] = (await gone) as [number | null, string | null]; // Node's own event
  expect(signal).toBe('SIGKILL');
  return service.requests - before;
}

describe('a run that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'finishes the requests in progress after %s, and the next run sends the rest',
    async (signal) => {
      const service = await sandbox({ faults: [{ kind: 'slow', operation: 'createTransfer', ms: 100 }] });
      const at = setUp(true);
      const env = serviceEnv(service.url);
      const child = start(at, ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '2'], env);
      child.stderr?.resume();
      const gone = once(child, 'close');
      child.stdout?.resume();
      await until(() => service.store.transfers.length >= 2);
      child.kill(signal);
      const [code] = (await gone) as [number]; // Node's own event
      expect(code).toBe(4);
      const rows = results(join(at, 'in.results.csv'));
      expect(rows).toHaveLength(ROWS);
      expect(rows.filter((row) => row['status'] === 'created')).toHaveLength(service.store.transfers.length);
      expect(rows.some((row) => row['status'] === 'not_sent')).toBe(true);
      service.faults.clear();
      expect((await paybatch(at, ['run', 'in.csv', '--ledger', 'l.db'], env)).code).toBe(0);
      expect([...paidByMemo(service).values()]).toEqual(Array(ROWS).fill(1));
    },
  );

  it('sends no row if the signal arrives while rows are quoted', async () => {
    const service = await sandbox({ faults: [{ kind: 'slow', operation: 'quoteTransfer', ms: 1500 }] });
    const at = setUp(true);
    const args = ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', String(ROWS)];
    const child = start(at, args, serviceEnv(service.url));
    child.stderr?.resume();
    child.stdout?.resume();
    const gone = once(child, 'close');
    await until(() => (service.store.calls.get('quoteTransfer') ?? 0) >= ROWS);
    expect(service.store.transfers).toHaveLength(0);
    child.kill('SIGINT');
    const [code] = (await gone) as [number]; // Node's own event
    expect([code, service.store.transfers.length]).toEqual([4, 0]);
    expect(results(join(at, 'in.results.csv')).map((row) => row['status'])).toEqual(
      Array(ROWS).fill('not_sent'),
    );
    service.faults.clear();
    expect((await paybatch(at, ['run', 'in.csv', '--ledger', 'l.db'], serviceEnv(service.url))).code).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual(Array(ROWS).fill(1));
  });

  it('stops at once at the second signal, and reports the row in doubt', async () => {
    const service = await sandbox({ faults: [{ kind: 'hang', operation: 'createTransfer' }] });
    const at = setUp(true);
    const child = start(
      at,
      ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '2'],
      serviceEnv(service.url),
    );
    child.stderr?.resume();
    child.stdout?.resume();
    const gone = once(child, 'close');
    // The first transfer goes alone: the others wait for its response.
    await until(() => service.store.transfers.length === 1);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    const [code] = (await gone) as [number]; // Node's own event
    expect(code).toBe(3);
    const statuses = results(join(at, 'in.results.csv')).map((row) => row['status']);
    expect(statuses.filter((status) => status === 'in_doubt')).toHaveLength(1);
    // A row whose quote or upload was in progress is `failed`: it is certainly not paid either.
    const unpaid = statuses.filter((status) => status === 'not_sent' || status === 'failed');
    expect(unpaid).toHaveLength(ROWS - 1);
  });
});

describe('simultaneous runs on one ledger', () => {
  it('of one file: the second is refused, and each row is paid once', async () => {
    const service = await sandbox({ faults: [{ kind: 'slow', operation: 'createTransfer', ms: 400 }] });
    const at = setUp(true);
    const env = serviceEnv(service.url);
    const first = paybatchProcess(at, ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '1'], env);
    await until(() => service.store.transfers.length >= 1);
    const second = await paybatchProcess(
      at,
      ['run', 'in.csv', '--ledger', 'l.db', '--results', 'second.csv'],
      env,
    );
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/is working on these rows now/);
    expect((await first).code).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual(Array(ROWS).fill(1));
  });

  it('of files that share references: the second sends its other row, and no row is paid twice', async () => {
    const service = await sandbox({ faults: [{ kind: 'slow', operation: 'createTransfer', ms: 1000 }] });
    const at = setUp(true);
    writeFileSync(join(at, 'more.csv'), payouts([...numbered(3), { reference: 'N-1', memo: 'new 1' }]));
    const env = serviceEnv(service.url);
    const first = paybatchProcess(at, ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '1'], env);
    await until(() => service.store.transfers.length >= 1);
    const second = await paybatchProcess(at, ['run', 'more.csv', '--ledger', 'l.db'], env);
    // The transfers are slow until here, so the first run was in progress meanwhile, however slow this machine is.
    service.faults.clear();
    expect(second.code).toBe(4);
    expect(results(join(at, 'more.results.csv')).at(-1)).toMatchObject({ status: 'created' });
    expect((await first).code).toBe(0);
    expect(Math.max(...paidByMemo(service).values())).toBe(1);
  });

  it('of one file, started at the same moment: each row is paid once', async () => {
    const service = await sandbox();
    const at = setUp(false);
    const env = serviceEnv(service.url);
    const ends = await Promise.all(
      [1, 2, 3].map((n) =>
        paybatchProcess(at, ['run', 'in.csv', '--ledger', 'l.db', '--results', `r${n}.csv`], env),
      ),
    );
    for (const end of ends) expect([0, 2, 4], end.stderr).toContain(end.code);
    expect([...paidByMemo(service).values()]).toEqual(Array(ROWS).fill(1));
  });
});

/** Polls a condition of this process. The time limit of the test ends the polling. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

// status shows the rows of a run as they are now, with resolutions and the outcomes of later runs, not as they were
// when the run ended.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { ROW_STATUSES } from '../../src/ledger/ledger.ts';
import { setUpApi, TRADE } from '../kit/api.ts';
import { ledgerEnv, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { ids, inDoubt, type Place, place, RUN } from '../kit/in-doubt.ts';
import { fakeIo } from '../kit/io.ts';
import { customers, numbered, numberedCustomers, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

interface Shown {
  readonly line: number;
  readonly status: string;
  readonly was?: string;
  readonly createdId: string;
}

describe('a run', () => {
  it('is named by its id, by last, or by a unique prefix', async () => {
    const { say, at, runId } = await inDoubt();
    const rowsOf = async (word: string) => say(['status', word]);
    for (const word of ['last', runId, runId.slice(0, -1)])
      expect(await rowsOf(word)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`Run ${runId} of`) as string,
      });
    await say(RUN(at), {});
    const both = await rowsOf(runId.slice(0, 4));
    expect(both).toMatchObject({ code: 2, out: '' });
    expect(both.err).toContain(`more than one run begins with ${runId.slice(0, 4)}, such as `);
    expect(both.err).toContain('Give more characters');
    await say(RUN(at), {});
    const three = await rowsOf(runId.slice(0, 4));
    expect(three.err).toMatch(/, such as \S+ and \S+ \(3 in all\)\. Give more characters/);
    expect(await rowsOf('x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no run x') as string,
    });
  });
});

describe('a row that was in doubt', () => {
  it('has the status of its resolution, with person, time and reason, in text and in JSON', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    const word = ['--by', 'ada', '--reason', 'seen on the statement'];
    await one.say(['resolve', 'last', '--line', '2', '--as', 'created', '--transfer-id', id, ...word]);
    await one.say(['resolve', 'last', '--line', '3', '--as', 'not-created', ...word]);
    const { out } = await one.say(['status', 'last']);
    expect(out).toMatch(
      new RegExp(`2 +R-1 +created +10\\.00 +GBP +${id}: note: resolved as created .* by ada on 20`),
    );
    expect(out).toMatch(/3 +R-2 +not_sent +10\.00 +GBP +resolved as not-created by ada on 20.*: seen on the/);
    expect(out).toMatch(/4 +R-3 +in_doubt/);
    // The counts come before the rows.
    expect(out).toMatch(/^Run .*\n(?:\S.*\n)?(?:\d+ [a-z_]+(?:, |\n))+/);
    const { rows } = JSON.parse((await one.say(['status', 'last', '--json'])).out) as { rows: Shown[] };
    expect(rows.slice(0, 4).map(({ line, status, was }) => [line, status, was])).toEqual([
      [2, 'created', 'in_doubt'],
      [3, 'not_sent', 'in_doubt'],
      [4, 'in_doubt', undefined],
      [5, 'created', undefined],
    ]);
    const doubtful = await one.say(['status', 'last', '--status', 'in_doubt']);
    expect(doubtful.out).not.toContain('R-1');
    expect(doubtful.out).toContain('R-3');
  });
  it('is counted with its current status in the list of runs', async () => {
    const one = await inDoubt();
    const counts = async (): Promise<unknown> =>
      (JSON.parse((await one.say(['status', '--json'])).out) as { runs: { counts: unknown }[] }).runs[0]
        ?.counts;
    expect(await counts()).toEqual({ created: 3, in_doubt: 3 });
    const [id = ''] = ids(one);
    const word = ['--by', 'ada', '--reason', 'seen'];
    await one.say(['resolve', 'last', '--line', '2', '--as', 'created', '--transfer-id', id, ...word]);
    await one.say(['resolve', 'last', '--line', '3', '--as', 'not-created', ...word]);
    expect(await counts()).toEqual({ created: 4, in_doubt: 1, not_sent: 1 });
    expect((await one.say(['status'])).out).toMatch(
      /4 created, 1 not_sent, 1 in_doubt +PERHAPS PAID \(exit 3\)/,
    );
    await one.say(['resolve', 'last', '--line', '4', '--as', 'not-created', ...word]);
    expect(await counts()).toEqual({ created: 4, not_sent: 2 });
    expect((await one.say(['status'])).out).toMatch(
      /4 created, 2 not_sent +rows in doubt were resolved \(exit 3\)/,
    );
  });
  it('makes status print the command that lists rows in doubt', async () => {
    const { say } = await inDoubt();
    for (const words of [['status'], ['status', 'last']])
      expect((await say(words)).out).toContain('Resolve the rows in doubt: paybatch doubts');
  });
  it('is created after a later run has sent it again with its idempotency key', async () => {
    const service = await sandbox({
      idempotencyHeader: 'Idempotency-Key',
      faults: [{ kind: '500-after', operation: 'createTransfer', first: 8 }],
    });
    const one = await inDoubt(service, {
      profile: { idempotency: { header: 'Idempotency-Key', windowSeconds: 3600 } },
    });
    service.faults.clear();
    expect((await one.say(RUN(one.at), {})).code).toBe(0);
    const { out } = await one.say(['status', one.runId]);
    expect(out).toMatch(/2 +R-1 +created .*created since by run/);
  });
});

describe('a row that a run did not pay', () => {
  interface Told {
    readonly counts: Record<string, number>;
    readonly rows: Shown[];
  }
  const told = async (one: Place, run: string): Promise<Told> =>
    JSON.parse((await one.say(['status', run, '--json'])).out) as Told;
  const first = async (): Promise<{ one: Place; early: string; late: string }> => {
    const one = await place(
      await sandbox({
        faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 }],
      }),
    );
    const run = async (): Promise<string> =>
      (JSON.parse((await one.say([...RUN(one.at), '--json'], {})).out) as { runId: string }).runId;
    const early = await run();
    one.service.faults.clear();
    one.service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    return { one, early, late: await run() };
  };
  it('is in doubt in status and report after a later run has left it in doubt', async () => {
    const { one, early, late } = await first();
    const words = `rejected in this run; in doubt since run ${late} (line 2)`;
    const { rows, counts } = await told(one, early);
    expect(rows[0]).toMatchObject({ status: 'in_doubt', was: 'rejected', message: words });
    expect(counts).toEqual({ in_doubt: 1, created: 5 });
    expect((await one.say(['status', early])).out).toMatch(/2 +R-1 +in_doubt/);
    const { runs } = JSON.parse((await one.say(['status', '--json'])).out) as {
      runs: { id: string; counts: unknown }[];
    };
    expect(runs.find(({ id }) => id === early)?.counts).toEqual(counts);
    const report = JSON.parse((await one.say(['report', early, '--format', 'json'])).out) as {
      rows: Record<string, string>[];
      doubts: { line: number; ifPaid: string }[];
    };
    expect(report.rows[0]).toMatchObject({
      status: 'in_doubt',
      errorMessage: expect.stringContaining(words) as string,
    });
    expect(report.doubts.map(({ line }) => line)).toEqual([2]);
    // Like doubts, the report names the run that sent the row.
    expect(report.doubts[0]?.ifPaid).toMatch(new RegExp(`resolve .*${late} --line 2 `));
  });
});

describe('the output about customers and trades', () => {
  it('does not mention payments in run, doubts, status and a possible duplicate', async () => {
    const service = await sandbox({
      faults: [{ kind: 'reset-after', operation: 'createCustomer', first: 1 }],
    });
    const at = folder({ 'statement.pdf': 'bytes', 'c.csv': customers(numberedCustomers(2)) });
    const say = async (...args: string[]): Promise<string> => {
      const io = fakeIo(at, ledgerEnv(at, service.url));
      await program(args, io);
      return io.said.out + io.said.err;
    };
    const ran = await say('run', join(at, 'c.csv'), '--concurrency', '1');
    writeFileSync(join(at, 'again.csv'), customers(numberedCustomers(2), ['reference']));
    const again = await say('run', join(at, 'again.csv'));
    const doubts = await say('doubts');
    const status = await say('status', 'last');
    expect(again).toContain('possible duplicate');
    expect(status).toMatch(/currency +customer, or what happened/);
    for (const text of [ran, again, doubts, status]) {
      expect(text).not.toMatch(/payment|payout|\bpaid\b|transfer\b/i);
    }
  });
  it('does not mention payments in a single call of a trade', async () => {
    const { api, at, service } = await setUpApi([
      { kind: 'reset-after', operation: 'createTrade', first: 1 },
    ]);
    const first = await api([...TRADE, '--yes']);
    const other = await api([...TRADE, '--yes', '--batch-id', 'other']);
    const io = fakeIo(at, serviceEnv(service.url));
    await program(['status', 'last', '--ledger', join(at, 'l.db')], io);
    expect(io.said.out).toMatch(/currency +trade, or what happened/);
    for (const { err } of [first, other]) {
      expect(err.replaceAll('--transfer-id', '')).not.toMatch(/payment|payout|\bpaid\b|transfer/i);
    }
  });
});

// The clock is set back between a run that found a row in doubt and the resolution of the row. The order in the ledger
// decides, so no command shows a row as in doubt that doubts does not list.

const HOUR_MS = 60 * 60_000;

it.each([
  ['not-created', [], /R-1 +not_sent .*resolved as not-created by ann/],
  ['created', ['--transfer-id', 'T-1'], /R-1 +created .*T-1: note: resolved as created \(T-1\) by ann/],
] as const)(
  'a resolution counts even if its time is before the run that found the row in doubt: %s',
  async (as, more, shown) => {
    const one = await inDoubt();
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 24 * HOUR_MS);
    onTestFinished(() => void vi.restoreAllMocks());
    const again = await one.say([...RUN(one.at), '--json'], {});
    expect(again.code).toBe(3);
    const { runId: found } = JSON.parse(again.out) as { runId: string };
    clock.mockImplementation(() => now() + 22 * HOUR_MS);
    const say = (...args: string[]) => one.say(args, {});
    const word = ['--as', as, '--reason', 'asked', '--by', 'ann', '--yes', ...more];
    expect((await say('resolve', found, '--line', '2', ...word)).code).toBe(0);
    for (const line of ['3', '4'])
      await say('resolve', found, '--line', line, '--as', 'not-created', '--reason', 'asked', '--yes');
    expect((await say('doubts')).out).toContain('No row is in doubt in http');
    expect((await say('status', found)).out).toMatch(shown);
    expect((await say('status')).out).not.toMatch(/PERHAPS|in_doubt|in doubt:/);
    const sent = await one.say([...RUN(one.at), '--json'], {});
    const { runId } = JSON.parse(sent.out) as { runId: string };
    const { out } = await say('status', found);
    expect(out).toMatch(new RegExp(`R-2 +created .*created since by run ${runId} \\(line 3\\)`));
    expect(out).not.toContain('idempotency');
  },
);

// Statuses have the same order wherever the rows of a run are counted, whatever the order of the rows in the file.

const EXPECTED = ['created', 'duplicate', 'invalid', 'rejected'];

/** The statuses of EXPECTED in the order in which a text has them. */
const orderIn = (text: string): string[] =>
  EXPECTED.map((status) => [text.search(new RegExp(String.raw`\b${status}\b`)), status] as const)
    .sort(([a], [b]) => a - b)
    .map(([, status]) => status);

describe('the order of statuses', () => {
  it('is the same in the JSON summary, status, the report and the metrics', async () => {
    const { at, say, service } = await place(await sandbox());
    const [one = {}, two = {}, three = {}, four = {}] = numbered(4);
    writeFileSync(join(at, 'first.csv'), payouts([two]));
    await say(['run', join(at, 'first.csv')], {});
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    writeFileSync(join(at, 'in.csv'), payouts([three, { ...one, receiverAmount: 'x' }, two, four]));
    const metrics = join(at, 'm.prom');
    const ran = await say(
      ['run', join(at, 'in.csv'), '--json', '--concurrency', '1', '--metrics-file', metrics],
      {},
    );
    const { counts, totals } = JSON.parse(ran.out) as { counts: object; totals: Record<string, object> };
    expect(Object.keys(counts)).toEqual(EXPECTED);
    expect(Object.keys(totals['GBP'] ?? {})).toEqual(EXPECTED);
    expect(orderIn((await say(['status'])).out.split('\n')[1] ?? '')).toEqual(EXPECTED);
    const { runs } = JSON.parse((await say(['status', '--json'])).out) as { runs: { counts: object }[] };
    expect(Object.keys(runs[0]?.counts ?? {})).toEqual(EXPECTED);
    const page = (await say(['report', 'last', '--format', 'html'])).out;
    expect([...page.matchAll(/<option value="(\w+)">/g)].map(([, status]) => status)).toEqual(EXPECTED);
    const told = [...readFileSync(metrics, 'utf8').matchAll(/paybatch_rows\{status="(\w+)"\}/g)];
    expect(told.map(([, status]) => status)).toEqual(ROW_STATUSES);
  });
});

it('report --format csv accepts every status that a row can have', async () => {
  const { say } = await inDoubt();
  for (const status of ROW_STATUSES) {
    const { code, out, err } = await say(['report', 'last', '--format', 'csv', '--status', status]);
    expect([status, code, err]).toEqual([status, 0, '']);
    const isShown = out.trimEnd().split('\n').length > 1;
    expect([status, isShown]).toEqual([status, status === 'in_doubt' || status === 'created']);
  }
});

// Somebody leaves while others are at work: a host that halts, the command that submitted, the database for minutes.
// What each leaves behind is taken up by whoever is there, or by the same command.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { postgres } from '../kit/postgres.ts';
import { cuttingProxy } from './kit/cutting-proxy.ts';
import { ahead, Company, type Host } from './kit/hosts.ts';

const server = postgres({ own: true });
const WORK = ['work', '--until-empty'];

describe(`who leaves`, () => {
  it('is a host that halts: its rows go back, and the others go on', async () => {
    const own = await Company.make(server, { rows: 120, slowMs: 20 });
    const id = await own.detach('in.csv', ['--halt-after', '2']);
    const { port } = new URL(own.service.url);
    const { port: signIn } = await cuttingProxy(Number(port));
    const halting = own.start([...WORK, '--concurrency', '2'], {
      ...ahead('process-without-service'),
      PAYBATCH_TEST_NO_WAY_TO: port,
      PAYBATCH_AUTH_URL: `http://127.0.0.1:${signIn}`,
    });
    const other = own.start([...WORK, '--concurrency', '2']);
    const [halted, done] = [await halting.over, await other.over];
    expect(halted.code, halted.stderr).toBe(4);
    expect(halted.stderr).toMatch(/--halt-after 2.*queued again/s);
    expect(done.code, done.stderr).toBe(0);
    const end = await own.run(['results', id, '--out', 'in.results.csv', '--json']);
    const { counts } = JSON.parse(end.stdout) as { counts: Record<string, number> };
    // What it called in vain failed; everything else was paid by the other.
    expect(counts['failed']).toBeLessThanOrEqual(4);
    expect(counts['created']).toBe(120 - (counts['failed'] ?? 0));
    expect(own.compare()).toBe(0);
    await own.whole();
  });

  it('is the command that submitted, killed: the others go on, and the same command attaches to the same run', async () => {
    const own = await Company.make(server, { rows: 200, slowMs: 30 });
    const submitting = own.start(['run', 'in.csv', '--concurrency', '2']);
    await own.paying(4);
    const [{ run_id: id } = {}] = await own.ask('SELECT run_id FROM @submissions');
    const worker = own.start(['work', '--concurrency', '2']);
    await own.paying(12);
    submitting.child.kill('SIGKILL');
    await submitting.over;
    const paid = own.paid;
    await own.paying(paid + 10);
    const again = await own.run(['run', 'in.csv', '--json', '--concurrency', '2']);
    expect([0, 3], again.stderr).toContain(again.code);
    expect(JSON.parse(again.stdout)).toMatchObject({ runId: id });
    const doubts = own.compare();
    expect(doubts).toBeLessThanOrEqual(2);
    expect(own.paid).toBeGreaterThanOrEqual(200 - doubts);
    worker.child.kill('SIGTERM');
    expect((await worker.over).code).toBe(0);
    await own.whole();
  });
});

describe(`a database that is away for minutes`, () => {
  /** Down while rows are being sent; nothing is under way any more, and then five minutes pass for this host. */
  async function away(own: Company, { child }: Host): Promise<number> {
    await own.paying(10);
    await server.server().down('SIGQUIT');
    let sent = -1;
    await expect
      .poll(() => [sent, (sent = own.paid)], { interval: 1_000, timeout: 30_000 })
      .toSatisfy(([before, now]: number[]) => before === now);
    child.kill('SIGUSR2');
    return sent;
  }

  const tonight = (own: Company) => results(join(own.at, 'in.results.csv'));

  it('ends a run with 4 and the ids that nobody could write down; the same command goes on with it', async () => {
    const own = await Company.make(server, { rows: 100, slowMs: 20 });
    const running = own.start(['run', 'in.csv', '--concurrency', '3'], ahead('jumping-process'));
    const sent = await away(own, running);
    const end = await running.over;
    expect(end.code, end.stderr).toBe(4);
    expect(end.stderr).toMatch(
      /can't be reached.*may have been paid.* paybatch results \d{8}-\d{6}-[0-9a-f]{6} shows every row/,
    );
    expect(own.paid).toBe(sent);
    const unwritten = /in\.csv:(\d+): in_doubt: .*the service returned (\S+), which could not be written/g;
    const answered = [...end.stderr.matchAll(unwritten)].map(([, line]) => line);
    await server.server().up();
    const again = await own.run(['run', 'in.csv', '--json']);
    expect([0, 3], again.stderr).toContain(again.code);
    // What was answered while nobody could write it down.
    expect(own.compare()).toBeLessThanOrEqual(3);
    // In doubt, or created where the database had taken it down and only its own answer was lost.
    const later = new Map(tonight(own).map((row) => [row.line, row]));
    for (const line of answered) expect(['in_doubt', 'created']).toContain(later.get(line)?.status);
    await own.whole();
  });

  it('is waited for by a worker, which loses nothing that it learnt', async () => {
    const own = await Company.make(server, { rows: 100, slowMs: 20 });
    const id = await own.detach();
    const worker = own.start([...WORK, '--concurrency', '3'], ahead('jumping-process'));
    const sent = await away(own, worker);
    expect(worker.child.exitCode).toBe(null);
    expect(own.paid).toBe(sent);
    await server.server().up();
    const end = await worker.over;
    expect(end.code, end.stderr).toBe(0);
    await own.run(['results', id, '--out', 'in.results.csv', '--wait']);
    expect(own.compare()).toBe(0);
    expect(own.paid).toBe(100);
    await own.whole();
  });
});

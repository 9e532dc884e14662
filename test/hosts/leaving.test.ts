// A host stops early, the command that submitted the run is killed, or the database is down for minutes. Other hosts,
// or the same command, send the remaining rows.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { postgres } from '../kit/postgres.ts';
import { cuttingProxy } from './kit/cutting-proxy.ts';
import { ahead, Company, type Host } from './kit/hosts.ts';

const server = postgres({ own: true });
const WORK = ['work', '--until-empty'];

describe('a run of several hosts', () => {
  it('continues on another host when one host stops by --halt-after', async () => {
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
    // Only rows that the stopped host called in vain are failed. The other host paid the rest.
    expect(counts['failed']).toBeLessThanOrEqual(4);
    expect(counts['created']).toBe(120 - (counts['failed'] ?? 0));
    expect(own.compare()).toBe(0);
    await own.whole();
  });

  it('continues when the submitting command is killed, and the same command joins it again', async () => {
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

describe('a database that is down for minutes', () => {
  /** Stops the database while rows are sent. When no request is in progress, five minutes pass for this host. */
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

  it('ends a run with 4 and prints the ids that were not recorded; the same command continues', async () => {
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
    // At most three responses came while the ledger could not record them.
    expect(own.compare()).toBeLessThanOrEqual(3);
    // Such a row is in doubt, or created if the database committed its outcome and only the confirmation was lost.
    const later = new Map(tonight(own).map((row) => [row.line, row]));
    for (const line of answered) expect(['in_doubt', 'created']).toContain(later.get(line)?.status);
    await own.whole();
  });

  it('makes a worker wait, which then records every outcome and completes the run', async () => {
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

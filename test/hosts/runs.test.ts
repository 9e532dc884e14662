// Runs that several hosts share, as a user sees them: submit, work, join, stop, print results and status.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const place = (options?: Parameters<typeof Company.make>[1]) => Company.make(server, options);

describe('a run on a Postgres ledger', () => {
  it('completes on one host, and pays nothing when it is repeated', async () => {
    const own = await place({ rows: 120, documents: true });
    const end = await own.run(['run', 'in.csv', '--json']);
    expect(end.code, end.stderr + end.stdout).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ counts: { created: 120 }, exitCode: 0 });
    expect(own.compare()).toBe(0);
    const [first] = results(join(own.at, 'in.results.csv'));
    expect(first).toMatchObject({ status: 'created', httpStatus: '201', attempts: '1' });
    expect(first?.['quoteId']).not.toBe('');
    expect(first?.['documentIds']).not.toBe('');
    const again = await own.run(['run', 'in.csv', '--json']);
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ earlier: { counts: { created: 120 } } });
    expect(own.paid).toBe(120);
    await own.whole();
  });

  it('is submitted by one host and sent by others, and any host prints its results', async () => {
    const own = await place({ rows: 130, documents: true });
    const id = await own.detach('in.csv', ['--quiet']);
    expect(id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
    expect(own.paid).toBe(0);
    const queued = await own.run(['status']);
    expect(queued.stdout).toContain('queued, and no host is at work: start paybatch work');
    const rows = await own.run(['status', id]);
    expect(rows.stdout).toMatch(/no host is at work/);
    const before = await own.run(['results', id]);
    expect(before.code, before.stderr).toBe(4);
    expect(before.stdout.trim().split('\n')).toHaveLength(131);
    expect(before.stdout).toContain(',pending,');
    const hosts = [1, 2, 3].map(() => own.start(['work', '--until-empty']));
    for (const { over } of hosts) {
      const end = await over;
      expect(end.code, end.stderr).toBe(0);
    }
    const after = await own.run(['results', id, '--out', 'in.results.csv', '--json', '--wait']);
    expect(after.code, after.stderr).toBe(0);
    expect(JSON.parse(after.stdout)).toMatchObject({ runId: id, counts: { created: 130 }, exitCode: 0 });
    expect(own.compare()).toBe(0);
    await own.whole();
    expect(await own.ask('SELECT * FROM @claims')).toEqual([]);
  });

  it('is joined by the same command while it is open, and pays no row twice', async () => {
    const own = await place({ rows: 160, slowMs: 20 });
    const first = own.start(['run', 'in.csv', '--json', '--concurrency', '2']);
    await own.paying(4);
    const second = own.start(['run', 'in.csv', '--json', '--results', 'second.results.csv']);
    const [one, two] = [await first.over, await second.over];
    expect([one.code, two.code], one.stderr + two.stderr).toEqual([0, 0]);
    const ids = [one, two].map(({ stdout }) => (JSON.parse(stdout) as { runId: string }).runId);
    expect(ids[0]).toBe(ids[1]);
    expect(own.compare()).toBe(0);
    expect(own.compare('second.results.csv')).toBe(0);
  });

  it('is stopped for all hosts by a signal to its run command, and the same command continues', async () => {
    const own = await place({ rows: 200, slowMs: 50 });
    const running = own.start(['run', 'in.csv', '--concurrency', '2', '--json']);
    await own.paying(2);
    const worker = own.start(['work', '--concurrency', '2']);
    await own.paying(8);
    running.child.kill('SIGTERM');
    const end = await running.over;
    expect(end.code, end.stderr + end.stdout).toBe(4);
    const sent = own.paid;
    expect(sent).toBeLessThan(200);
    const { counts } = JSON.parse(end.stdout) as { counts: Record<string, number> };
    expect(counts).toEqual({ created: sent, not_sent: 200 - sent });
    expect(own.compare()).toBe(0);
    const again = await own.run(['run', 'in.csv']);
    expect(again.code, again.stderr).toBe(0);
    worker.child.kill('SIGTERM');
    const left = await worker.over;
    expect(left.code, left.stderr).toBe(0);
    expect(own.compare()).toBe(0);
    await own.whole();
  });

  it('is stopped by paybatch stop, and running the same file sends its rows', async () => {
    const own = await place({ rows: 120 });
    const id = await own.detach();
    const stopped = await own.run(['stop', id]);
    expect(stopped.code, stopped.stderr).toBe(0);
    const end = await own.run(['results', id, '--out', 'in.results.csv', '--json']);
    expect(end.code, end.stderr).toBe(4);
    expect(JSON.parse(end.stdout)).toMatchObject({ counts: { not_sent: 120 } });
    expect(own.compare()).toBe(0);
    const worker = await own.run(['work', '--until-empty']);
    expect(worker.code, worker.stderr).toBe(0);
    expect(own.paid).toBe(0);
    expect((await own.run(['results', 'nonsense'])).code).toBe(2);
    expect((await own.run(['stop', id])).code).toBe(0);
    const again = await own.run(['run', 'in.csv']);
    expect(again.code, again.stderr).toBe(0);
    expect(own.paid).toBe(120);
  });

  it('keeps its queued rows: another file with the same rows reports them as held', async () => {
    const own = await place({ rows: 20 });
    const id = await own.detach();
    const text = readFileSync(join(own.at, 'in.csv'), 'utf8').split('\n');
    writeFileSync(join(own.at, 'other.csv'), text.slice(0, 11).join('\n') + '\n');
    const end = await own.run(['run', 'other.csv', '--json']);
    expect(end.code, end.stderr).toBe(4);
    const [row] = results(join(own.at, 'other.results.csv'));
    expect(row).toMatchObject({ status: 'not_sent', errorCode: 'held' });
    expect(row?.['errorMessage']).toContain(id);
    expect(own.paid).toBe(0);
  });

  it('keeps its id if it is completed after an interruption, and until then results --wait does not hang', async () => {
    const own = await place({ rows: 160, documents: true });
    const cut = await own.run(['run', 'in.csv', '--detach'], { PAYBATCH_TEST_CRASH: 'before-upload:1' });
    expect(cut.signal).toBe('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    const status = await own.run(['status']);
    expect(status.stdout).toContain('cut off');
    const worker = await own.run(['work', '--until-empty']);
    expect(worker.code, worker.stderr).toBe(0);
    const [{ run_id: id } = {}] = await own.ask('SELECT run_id FROM @submissions');
    const open = await own.run(['results', String(id), '--wait']);
    expect(open.code, open.stderr).toBe(4);
    expect(open.stderr).toContain('cut off while its rows were queued');
    const again = await own.run(['run', 'in.csv', '--json']);
    expect(again.code, again.stderr + again.stdout).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ runId: id, counts: { created: 160 } });
    expect(own.compare()).toBe(0);
    await own.whole();
  });

  it('is refused by another version than the version that submitted it', async () => {
    const own = await place({ rows: 5 });
    await own.detach();
    await own.ask(`UPDATE @submissions SET version = '9.9'`);
    const worker = await own.run(['work', '--until-empty']);
    expect(worker.code).toBe(4);
    expect(worker.stderr.match(/version 9\.9/g)).toHaveLength(1);
    const run = await own.run(['run', 'in.csv', '--json']);
    expect(run.code, run.stderr).toBe(2);
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'version' } });
    expect(run.stdout).toContain('version 9.9 submitted run');
    expect(own.paid).toBe(0);
  });

  it('stops on all hosts when --max-in-doubt rows are in doubt', async () => {
    const faults = [{ kind: '500-before', operation: 'createTransfer' } as const];
    const own = await place({ rows: 150, service: { faults } });
    const id = await own.detach('in.csv', ['--max-in-doubt', '3', '--halt-after', '100']);
    const hosts = [1, 2].map(() => own.start(['work', '--until-empty', '--concurrency', '1']));
    for (const { over } of hosts) await over;
    const end = await own.run(['results', id, '--json', '--wait']);
    expect(end.code).toBe(3);
    const { counts, stopped } = JSON.parse(end.stdout) as { counts: Record<string, number>; stopped: string };
    expect(counts['in_doubt']).toBeGreaterThanOrEqual(3);
    expect(counts['in_doubt']).toBeLessThanOrEqual(4);
    expect(stopped).toContain('--max-in-doubt 3');
  });

  it('makes results, status and doubts exit with 3 while a response contradicts a resolution', async () => {
    const own = await place({ rows: 2 });
    const id = await own.detach();
    expect((await own.run(['work', '--until-empty'])).code).toBe(0);
    expect((await own.run(['results', id])).code).toBe(0);
    await own.ask(
      `INSERT INTO @entries (seq, environment, key, run, line, type, at, created_id) SELECT 0, environment, key, run, line, 'contradicted', at, 'another' FROM @entries WHERE type = 'created' LIMIT 1`,
    );
    const end = await own.run(['results', id]);
    expect(end.code).toBe(3);
    expect(end.stderr).toContain('ALARM');
    for (const more of [[], ['--json']])
      expect(await own.run(['status', id, ...more])).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('ALARM') as string,
      });
    // A message that no row is in doubt would hide the alarm.
    const doubts = await own.run(['doubts']);
    expect(doubts).toMatchObject({ code: 3, stdout: '' });
    expect(doubts.stderr).toContain('ALARM');
    // The alarm prints the command that ends it.
    const named = /paybatch (resolve .*) --reason "..."/.exec(end.stderr)?.[1] ?? '';
    const seen = await own.run([...named.split(' '), '--reason', 'both were paid']);
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /the alarm has ended, and the row stays created \(\S+\)/,
    );
    expect((await own.run(['results', id])).code).toBe(0);
    expect((await own.run(['run', 'in.csv'])).code).toBe(0);
  });

  it('refuses a command with other payment settings, and accepts one with other limits', async () => {
    const own = await place({ rows: 3 });
    await own.detach();
    for (const flag of ['--use-developer-funds', '--no-quote']) {
      const end = await own.run(['run', 'in.csv', flag]);
      expect(end.code, end.stderr).toBe(2);
      expect(end.stderr).toContain(`was submitted without ${flag}`);
    }
    expect(own.paid).toBe(0);
    const end = await own.run(['run', 'in.csv', '--max-in-doubt', '1']);
    expect(end.code, end.stderr).toBe(0);
    expect(own.paid).toBe(3);
  });

  it('refuses flags, ledgers and credentials with which --detach or work is impossible', async () => {
    const own = await place({ rows: 2 });
    const env = { PAYBATCH_LEDGER: join(own.at, 'ledger.db') };
    const codeOf = async (args: string[], more = {}): Promise<unknown> => {
      const end = await own.run([...args, '--json'], more);
      expect(end.code, end.stderr + end.stdout).toBe(2);
      return (JSON.parse(end.stdout) as { error: { code: string } }).error.code;
    };
    expect(await codeOf(['run', 'in.csv', '--detach'], env)).toBe('detach');
    expect(existsSync(env.PAYBATCH_LEDGER)).toBe(false);
    expect(await codeOf(['run', 'in.csv', '--detach', '--sandbox'])).toBe('usage');
    expect(await codeOf(['run', 'in.csv', '--detach', '--dry-run'])).toBe('usage');
    expect(await codeOf(['run', 'in.csv', '--detach', '--results', 'x.csv'])).toBe('usage');
    expect(await codeOf(['work'], { PAYBATCH_LEDGER_SCHEMA: 'none' })).toBe('no_ledger');
    expect(await codeOf(['work'], { PAYBATCH_API_SECRET: 'wrong' })).toBe('credentials');
  });
});

// Two files that share rows are run at the same time on a Postgres ledger. A row that the other run is sending is
// held, not in doubt. Once the other run has paid it, it is a duplicate.

interface End {
  readonly runId: string;
  readonly counts: Record<string, number>;
}

describe('a file that shares rows with an open run on a Postgres ledger', () => {
  it('has its rows held while the other run sends them, and later reported as duplicates', async () => {
    const own = await Company.make(server, { rows: 12, slowMs: 12_000 });
    const lines = readFileSync(join(own.at, 'in.csv'), 'utf8').split('\n');
    writeFileSync(join(own.at, 'other.csv'), `${lines.slice(0, 5).join('\n')}\n`);
    const first = own.start(['run', 'in.csv', '--concurrency', '12', '--json']);
    // The first transfer of a run goes alone.
    for (let sending = 0; sending < 3;) {
      const [found] = await own.ask(
        "SELECT count(*)::int AS n FROM @rows WHERE state = 'sending' AND line <= 5",
      );
      sending = Number(found?.['n'] ?? 0);
    }
    const second = await own.run(['run', 'other.csv', '--json']);
    expect(second.code, second.stderr + second.stdout).toBe(4);
    const told = JSON.parse(second.stdout) as End;
    expect(told.counts).toEqual({ not_sent: 4 });
    for (const row of results(join(own.at, 'other.results.csv'))) {
      expect(row).toMatchObject({ status: 'not_sent', errorCode: 'held', transferId: '' });
      expect(row['errorMessage']).toMatch(/^run \S+ is working on this row now/);
    }
    const end = await first.over;
    expect(end.code, end.stderr + end.stdout).toBe(0);
    const { runId } = JSON.parse(end.stdout) as End;
    const later = await own.run(['results', told.runId, '--out', 'later.csv', '--json']);
    expect(later.code, later.stderr).toBe(0);
    expect((JSON.parse(later.stdout) as End).counts).toEqual({ duplicate: 4 });
    for (const row of results(join(own.at, 'later.csv'))) {
      expect(row).toMatchObject({ status: 'duplicate', runId });
      expect(row['errorMessage']).toMatch(
        new RegExp(`^not_sent in this run; paid since by run ${runId} \\(line \\d+\\)$`),
      );
      expect(row['transferId']).not.toBe('');
    }
    expect(own.paid).toBe(12);
  });
});

// An approved plan that is submitted with --detach, and sent by workers that do not have its files.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { paybatchProcess, results } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { postgres } from '../kit/postgres.ts';
import type { Company } from './kit/hosts.ts';
import { approve, approving, plan } from './kit/hosts-plans.ts';

const server = postgres();
const PLANNED = ['run', '--plan', 'p.plan', '--detach'];

async function planned(approved: boolean, rows: number, slowMs = 0): Promise<Company> {
  const own = await approving(server, { rows, documents: true, slowMs });
  await plan(own, 'p.plan');
  if (approved) await approve(own, 'p.plan');
  return own;
}

describe('a plan on a Postgres ledger', () => {
  it('is sent once by workers without files, and cannot be sent again', async () => {
    const own = await planned(true, 60);
    const submitted = await own.run(PLANNED);
    expect(submitted.code, submitted.stderr).toBe(0);
    const id = submitted.stdout.trim();
    const workers = [1, 2].map(() => paybatchProcess(folder(), ['work', '--until-empty'], own.env));
    for (const { code, stderr } of await Promise.all(workers)) expect(code, stderr).toBe(0);
    const end = await own.run(['results', id, '--out', 'in.results.csv', '--json']);
    expect(end.code, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ runId: id, counts: { created: 60 } });
    expect(own.compare()).toBe(0);
    const [first] = results(join(own.at, 'in.results.csv'));
    expect(first?.['documentIds']).not.toBe('');
    const again = await own.run(PLANNED);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('there is nothing to send');
    expect(own.paid).toBe(60);
    await own.whole();
  });

  it('stops when an approver rejects it while a worker sends it', async () => {
    const own = await planned(true, 40, 200);
    const submitted = await own.run(PLANNED);
    expect(submitted.code, submitted.stderr).toBe(0);
    const id = submitted.stdout.trim();
    const worker = own.start(['work', '--until-empty', '--concurrency', '1']);
    await own.paying(2);
    await approve(own, 'p.plan', '--reject', '--reason', 'wrong supplier');
    const end = await worker.over;
    expect(end.code, end.stderr).toBe(0);
    expect(end.stderr).toContain('rejected');
    expect(own.paid).toBeLessThan(40);
    const { code, stdout, stderr } = await own.run(['results', id, '--out', 'in.results.csv', '--json']);
    expect(code, stderr).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { created: own.paid, not_sent: 40 - own.paid } });
    expect(stderr).toContain('rejected');
    expect(own.compare()).toBe(0);
  });

  it('queues nothing if nobody has approved it', async () => {
    const own = await planned(false, 4);
    for (const args of [PLANNED, ['run', 'in.csv', '--detach']]) {
      const end = await own.run(args);
      expect(end.code, end.stdout).toBe(2);
    }
    expect(await own.ask('SELECT * FROM @submissions')).toEqual([]);
  });
});

// Several plans of the same file on a Postgres ledger. A run is completed only with its own plan.

const WORK = ['work', '--until-empty'];

const FREE = ['--config', 'free.json'];

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const run = (name: string, ...more: string[]): string[] => ['run', '--plan', name, ...more];

describe('an interrupted submission of a plan', () => {
  it('is completed only with its own plan', async () => {
    const own = await approving(server, { rows: 120, documents: true });
    for (const [name, more] of [
      ['p.plan', []],
      ['q.plan', ['--max-drift', '0.1%']],
    ] as const) {
      await plan(own, name, more);
      await approve(own, name);
    }
    await own.cutOff(run('p.plan', '--detach'));
    await own.forget();
    const free = FREE.map((one) => (one === 'free.json' ? join(own.at, one) : one));
    for (const [args, named] of [
      [['run', 'in.csv', ...free], 'and was submitted with --plan'],
      [['run', 'in.csv', ...free, '--alike-ok', '--detach'], 'and was submitted with --plan'],
      [run('q.plan'), 'and was submitted with another --plan'],
      [run('p.plan', '--max-drift', '0.1%'), 'and was submitted without --max-drift'],
    ] as const) {
      const end = await own.run(args);
      expect(end.code, end.stderr).toBe(2);
      expect(flat(end.stderr)).toContain(named);
    }
    expect(own.paid).toBe(0);
    const again = await own.run(run('p.plan', '--detach'));
    expect(again.code, again.stderr).toBe(0);
    expect((await own.run(WORK)).code).toBe(0);
    expect((await own.run(['results', 'last', '--out', 'in.results.csv'])).code).toBe(0);
    expect(own.compare()).toBe(0);
    expect(own.paid).toBe(120);
    await own.whole();
  });
});

describe('a queued run of a plan', () => {
  it('refuses another plan with the same file name, and a lower --max-drift', async () => {
    const own = await approving(server, { rows: 6 });
    await plan(own, 'p.plan');
    await approve(own, 'p.plan');
    expect((await own.run(run('p.plan', '--detach'))).code).toBe(0);
    mkdirSync(join(own.at, 'there'));
    const there = join('there', 'p.plan');
    await plan(own, there, ['--max-drift', '0.1%']);
    await approve(own, there);
    const other = await own.run(run(there));
    expect(other.code, other.stderr).toBe(2);
    expect(flat(other.stderr)).toContain('was submitted with another --plan');
    const lower = await own.run(run('p.plan', '--max-drift', '0.1%'));
    expect(lower.code, lower.stderr).toBe(2);
    expect(flat(lower.stderr)).toContain('without --max-drift');
    expect(own.paid).toBe(0);
    expect((await own.run(run('p.plan'))).code).toBe(0);
    expect(own.paid).toBe(6);
  });
});

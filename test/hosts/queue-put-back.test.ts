// One table of the queue is put back as it was while a run was open: the run's own record says that it is over, so nothing is
// sent again, nobody waits for it, and its rows are held against nobody.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

describe(`tables of the queue that were put back alone`, () => {
  /** A run that is over, and of which this table says what it said while the run was open. */
  async function place(table: string) {
    const own = await Company.make(server, { rows: 6 });
    const id = await own.detach();
    await own.ask(`CREATE TABLE @kept AS TABLE @${table}`);
    expect((await own.run(['work', '--until-empty'])).code).toBe(0);
    await own.ask(`DELETE FROM @${table}; INSERT INTO @${table} SELECT * FROM @kept`);
    const lines = readFileSync(join(own.at, 'in.csv'), 'utf8').split('\n');
    writeFileSync(join(own.at, 'other.csv'), `${lines.slice(0, 5).join('\n')}\n`);
    return { own, id };
  }

  it('chunks, while a host works on them: it ends when their rows have ended', async () => {
    const own = await Company.make(server, { rows: 6, slowMs: 200 });
    const id = await own.detach();
    await own.ask('CREATE TABLE @kept AS TABLE @chunks');
    const host = own.start(['work', '--until-empty', '--concurrency', '1']);
    await own.paying(2);
    await own.ask('DELETE FROM @chunks; INSERT INTO @chunks SELECT * FROM @kept');
    const end = await host.over;
    expect(end.code, end.stderr).toBe(0);
    const told = await own.run(['results', id]);
    expect(told.code, told.stdout + told.stderr).toBe(0);
    expect(own.paid).toBe(6);
    await own.whole();
  });

  it.each(['submissions', 'chunks', 'claims'])('%s: run, work and results end as ever', async (table) => {
    const { own, id } = await place(table);
    const told = table === 'submissions' ? 1 : 0;
    expect((await own.run(['ledger', 'verify'])).code).toBe(told);
    for (const args of [
      ['run', 'other.csv'],
      ['run', 'in.csv'],
      ['work', '--until-empty'],
      ['results', id],
    ]) {
      const end = await own.run(args);
      expect(end.code, args.join(' ') + end.stdout + end.stderr).toBe(0);
      expect(end.stdout + end.stderr).not.toMatch(/working on this row|could not be tended|going on/);
    }
    expect(own.paid).toBe(6);
    expect(await own.ask('SELECT 1 FROM @submissions WHERE ended_at IS NULL')).toEqual([]);
    expect(await own.ask('SELECT 1 FROM @claims')).toEqual([]);
    await own.whole();
  });
});

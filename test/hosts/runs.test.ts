// Runs that several hosts share: submitted, worked on, attached to, stopped, and what is said of them, as a user has them.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../support/cli.ts';
import { Place } from '../support/hosts.ts';
import { HAS_POSTGRES, postgres, WHY_SKIPPED } from '../support/postgres.ts';

const server = postgres();
const place = (options?: Parameters<typeof Place.make>[1]) => Place.make(server, options);

describe.runIf(HAS_POSTGRES)(`a run on a ledger of several hosts${WHY_SKIPPED}`, () => {
  it('finishes alone, as any run', async () => {
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

  it('is submitted by one host, sent by others, and its results are had from any', async () => {
    const own = await place({ rows: 130, documents: true });
    const id = await own.detach();
    expect(id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
    expect(own.paid).toBe(0);
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
});

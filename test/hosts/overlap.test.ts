// Two files that share rows, sent at the same time through a ledger of several hosts: what the other run is sending now is held
// and no doubt, and what it has paid by the time somebody looks is a duplicate here.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

interface End {
  readonly runId: string;
  readonly counts: Record<string, number>;
}

describe(`files that share rows, on a ledger of several hosts`, () => {
  it('hold what the other one is sending, and say that it is paid when it is', async () => {
    const own = await Company.make(server, { rows: 12, slowMs: 12_000 });
    const lines = readFileSync(join(own.at, 'in.csv'), 'utf8').split('\n');
    writeFileSync(join(own.at, 'other.csv'), `${lines.slice(0, 5).join('\n')}\n`);
    const first = own.start(['run', 'in.csv', '--concurrency', '12', '--json']);
    // The first of a run goes alone.
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

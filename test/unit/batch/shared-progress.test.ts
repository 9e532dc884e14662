// The progress of a run that several hosts work on: all of its rows, not this process's alone.
import { expect, it } from 'vitest';

import { watchAllHosts } from '../../../src/batch/join-run.ts';
import type { ProgressReport } from '../../../src/batch/results/hooks.ts';
import type { RunRecord, StatusCounts } from '../../../src/ledger/ledger.ts';

function watched(total: number) {
  const reports: ProgressReport[] = [];
  const now = { ms: 0, counts: {} as StatusCounts, asked: 0, takesMs: 0, fails: false };
  const ledger = {
    run: () => {
      now.asked += 1;
      now.ms += now.takesMs;
      const { counts, fails } = now;
      return fails ? Promise.reject(new Error('away')) : Promise.resolve({ counts } as RunRecord);
    },
  };
  const look = watchAllHosts({ ledger, runId: 'r', clock: { elapsed: () => now.ms }, total }, (report) =>
    reports.push(report),
  );
  return { reports, now, look };
}

it('has the rows of all hosts, and those that earlier runs have paid', async () => {
  const { reports, now, look } = watched(400);
  now.counts = { created: 350, invalid: 2, in_doubt: 4, pending: 44 };
  await look();
  now.counts = { created: 389, invalid: 2, rejected: 1, in_doubt: 4, pending: 4 };
  await look();
  expect(reports).toEqual([{ done: 356, total: 400, refused: 2, inDoubt: 4 }]);
  now.ms += 2_000;
  await look();
  expect(reports.at(-1)).toEqual({ done: 396, total: 400, refused: 3, inDoubt: 4 });
});

it('asks less often where an answer takes long, and continues after a failure', async () => {
  const { reports, now, look } = watched(9);
  now.takesMs = 1_000;
  await look();
  now.ms += 19_999;
  await look();
  expect(now.asked).toBe(1);
  now.ms += 1;
  now.fails = true;
  await look();
  now.ms += 20_000;
  now.fails = false;
  await look();
  expect(now.asked).toBe(3);
  expect(reports).toHaveLength(2);
});

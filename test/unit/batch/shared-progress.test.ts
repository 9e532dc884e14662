// The progress of a run that several hosts work on: all of its rows, not this process's alone.
import { expect, it } from 'vitest';

import type { ProgressReport } from '../../../src/batch/results/hooks.ts';
import { progressOf } from '../../../src/batch/shared-run.ts';
import type { RunRecord, StatusCounts } from '../../../src/ledger/ledger.ts';

it('has the rows of all hosts, every few seconds, and continues after a failure', async () => {
  const reports: ProgressReport[] = [];
  const now = { ms: 0, counts: {} as StatusCounts, fails: false };
  const run = {
    ledger: {
      run: () =>
        now.fails
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ counts: now.counts } as Partial<RunRecord>),
    },
    ...{ runId: 'r', settings: { clock: { elapsed: () => now.ms } }, checked: { facts: { rows: 400 } } },
    hooks: { progress: (report: ProgressReport) => void reports.push(report) },
  };
  const look = progressOf(run as unknown as Parameters<typeof progressOf>[0]);
  now.counts = { created: 350, invalid: 2, in_doubt: 4, pending: 44 };
  await look();
  now.counts = { created: 389, invalid: 2, rejected: 1, in_doubt: 4, pending: 4 };
  await look();
  expect(reports).toEqual([{ done: 356, total: 400, refused: 2, inDoubt: 4 }]);
  for (const fails of [true, false]) {
    now.fails = fails;
    now.ms += 5_000;
    await look();
  }
  expect(reports.slice(1)).toEqual([{ done: 396, total: 400, refused: 3, inDoubt: 4 }]);
});

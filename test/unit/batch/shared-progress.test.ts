// The progress of a run that several hosts work on: all of its rows, not this process's alone.
import { expect, it } from 'vitest';

import { sharedProgress } from '../../../src/batch/hosts/shared-progress.ts';
import type { ProgressReport } from '../../../src/batch/results/hooks.ts';
import type { RunRecord, StatusCounts } from '../../../src/ledger/ledger.ts';

function watched(total: number) {
  const told: ProgressReport[] = [];
  const now = { ms: 0, counts: {} as StatusCounts, asked: 0, takesMs: 0, fails: false };
  const ledger = {
    run: () => {
      now.asked += 1;
      now.ms += now.takesMs;
      const { counts, fails } = now;
      return fails ? Promise.reject(new Error('away')) : Promise.resolve({ counts } as RunRecord);
    },
  };
  const clock = { now: () => now.ms, elapsed: () => now.ms, sleep: () => Promise.resolve() };
  const overAll = sharedProgress({ ledger, runId: 'r', clock, total }, (report) => told.push(report));
  return { told, now, overAll };
}

it('has the rows of all hosts, those that earlier runs have paid, and between two answers those that ended here', async () => {
  const { told, now, overAll } = watched(400);
  now.counts = { created: 350, invalid: 2, in_doubt: 4, pending: 44 };
  await overAll.look();
  overAll.ended();
  expect(told).toEqual([
    { done: 356, total: 400, refused: 2, inDoubt: 4 },
    { done: 357, total: 400, refused: 2, inDoubt: 4 },
  ]);
  now.counts = { created: 389, invalid: 2, rejected: 1, in_doubt: 4, pending: 4 };
  await overAll.look();
  expect(told).toHaveLength(2);
  now.ms += 2_000;
  await overAll.look();
  expect(told.at(-1)).toEqual({ done: 396, total: 400, refused: 3, inDoubt: 4 });
});

it('never goes back, nor beyond its total', async () => {
  const { told, now, overAll } = watched(3);
  overAll.ended();
  overAll.ended();
  now.counts = { created: 1, pending: 2 };
  await overAll.look();
  for (let i = 0; i < 3; i++) overAll.ended();
  expect(told.map(({ done }) => done)).toEqual([1, 2, 2, 3, 3, 3]);
});

it('asks less where an answer takes long, and goes on where there is none', async () => {
  const { told, now, overAll } = watched(9);
  now.takesMs = 1_000;
  await overAll.look();
  now.ms += 19_999;
  await overAll.look();
  expect(now.asked).toBe(1);
  now.ms += 1;
  now.fails = true;
  await overAll.look();
  expect(now.asked).toBe(2);
  overAll.ended();
  expect(told.at(-1)).toMatchObject({ done: 1, total: 9 });
});

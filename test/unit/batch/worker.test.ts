// A worker gives back a chunk that it can't work on, so that another worker takes it. The progress of a shared run.
import { describe, expect, it } from 'vitest';

import { Worker } from '../../../src/batch/hosts/worker.ts';
import type { ProgressReport } from '../../../src/batch/results/hooks.ts';
import { progressOf } from '../../../src/batch/shared-run.ts';
import { systemClock } from '../../../src/client/clock.ts';
import {
  type Ledger,
  LedgerError,
  type RunQueue,
  type RunRecord,
  type StatusCounts,
  type TakenChunk,
} from '../../../src/ledger/ledger.ts';
import { HeldChunks } from '../../../src/ledger/postgres/queue/held-chunks.ts';
import { verbatim } from '../../kit/words.ts';

const CHUNK: TakenChunk = { runId: 'r', chunk: 3, items: [] };
const SETTINGS = { profile: {}, quote: true, haltAfter: 5, alikeSince: null, alikeDays: 3, plan: null };
type Parts = ConstructorParameters<typeof HeldChunks>;
const gone = () => Promise.reject(new LedgerError(verbatim('the connection was lost')));

async function work(more: Partial<RunQueue>, ledger: Partial<Ledger> = {}) {
  const released: TakenChunk[] = [];
  const free = [CHUNK];
  const queue = {
    isFenced: false,
    take: () => Promise.resolve(free.shift()),
    release: (chunk: TakenChunk) => Promise.resolve(void released.push(chunk)),
    submission: () => Promise.resolve({ runId: 'r', batchId: 'b', settings: SETTINGS, isAltered: false }),
    maintain: () => Promise.resolve(),
    ...more,
  } as unknown as RunQueue;
  const own = { limits: undefined, ...ledger } as unknown as Ledger;
  const settings = { ledger: own, queue, concurrency: 1, made: {}, clock: systemClock };
  const worker = new Worker(settings as unknown as ConstructorParameters<typeof Worker>[0], {});
  await worker.run(() => Promise.resolve(true), 'r');
  return { released, halted: worker.halted };
}

it.each<[string, Partial<RunQueue>, Partial<Ledger>]>([
  ['the run', { submission: gone }, {}],
  ['the rows', {}, { lookup: gone }],
])('a worker that cannot read %s of a chunk halts and gives the chunk back', async (_, queue, ledger) => {
  const { released, halted } = await work(queue, ledger);
  expect(halted).toEqual(verbatim('the connection was lost'));
  expect(released).toEqual([CHUNK]);
});

it('a worker gives back a chunk of a run that the ledger does not know, and continues', async () => {
  const { released, halted } = await work({ submission: () => Promise.resolve(undefined) });
  expect(halted).toBeUndefined();
  expect(released).toEqual([CHUNK]);
});

it('the next comparison gives back a claimed chunk whose rows could not be read', async () => {
  const asked: (readonly unknown[] | undefined)[] = [];
  const query = (text: string, values?: readonly unknown[]) => {
    asked.push(values);
    if (text.includes('FROM items')) return gone();
    return Promise.resolve(text.includes('RETURNING c.chunk') ? [{ chunk: 3 }] : []);
  };
  const access = { connections: { query }, environment: 1 } as unknown as Parts[0];
  const lease = { open: () => Promise.resolve('me') } as unknown as Parts[1];
  const holding = new HeldChunks(access, lease, () => Promise.reject(new Error('not asked')));
  await expect(holding.take('r')).rejects.toThrow('the connection was lost');
  await holding.compare();
  // This worker knows of no chunk, so all chunks that it holds in the table are given back.
  expect(asked.at(-1)).toEqual(['me', [], []]);
});

// The progress of a shared run counts the rows of all hosts, not only those of this process.

describe('the progress of a run on several hosts', () => {
  it('counts the rows of all hosts every few seconds, and continues after the ledger has failed', async () => {
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
});

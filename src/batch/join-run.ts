// Works on one run of all hosts until it is over: this process is one of its workers, waits for rows that others hold,
// and writes the results. A signal stops the run for all hosts.
import { setTimeout } from 'node:timers/promises';

import type { ServiceClient } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { Ledger, RunQueue } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import { finishRun } from './finish-run.ts';
import { rowsFromLedger } from './hosts/read-results.ts';
import { Worker } from './hosts/worker.ts';
import type { Checked } from './input/first-pass.ts';
import { type ProgressReport, reportProblem } from './results/hooks.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { ResultsFile } from './results/results-file.ts';
import type { RunEnd } from './results/run-end.ts';
import { tendQueue } from './results/tally.ts';
import type { Running } from './running.ts';
import { sendingMessage } from './send/messages.ts';

const POLL_MS = 250;

export interface Joining extends Running {
  readonly queue: RunQueue;
  readonly checked: Checked;
  readonly results: ResultsFile;
  /** Signed in. */
  readonly client: ServiceClient;
}

/** Errors: LedgerError, when rows may have been sent. */
export async function join(joining: Joining): Promise<RunEnd> {
  const { runId, ledger, queue, results } = joining;
  const left = await work(joining);
  const now = await queue.submission(runId);
  if (!now) throw new Error(`run ${runId} is open to several hosts, and the ledger doesn't know it`);
  await ledger.tip();
  for await (const page of rowsFromLedger(ledger, queue, now)) {
    for (const one of page) results.put(results.next, one.row, one.outcome, one);
    await results.flushed();
  }
  return finishRun(joining, { stopped: now.stopped ?? left, goesOn: !now.ended });
}

/** Works until the run is over. Returns why this process left the rest to other hosts, if it did. */
async function work(joining: Joining): Promise<Message | undefined> {
  const { settings, hooks, control, runId, ledger, queue, checked } = joining;
  const { clock } = settings;
  const total = checked.facts.rows;
  const look = watchAllHosts({ ledger, runId, clock, total }, (report) => hooks.progress?.(report));
  const worker = new Worker(
    { ...settings, ledger, queue, made: joining.client, reached: hooks.reached ?? ((): void => undefined) },
    {
      ...hooks,
      onEnded: (_, row, outcome) => {
        reportProblem(hooks, row, outcome);
        void look();
      },
    },
  );
  const isEnded = async (): Promise<boolean> => {
    await look();
    return (await queue.submission(runId))?.ended ?? true;
  };
  let stopping: Promise<unknown> = Promise.resolve();
  control.onSignal((signals) => {
    if (signals === 1) stopping = ledgerCall(() => queue.stop(runId, sendingMessage('signal')));
  });
  worker.stopOn(control);
  await worker.run(isEnded, runId);
  await stopping;
  const { halted } = worker;
  if (halted) {
    // If no other host is at work, the run would not continue.
    const left = await ledgerCall(async () => {
      if ((await queue.othersAtWork()) > 0) return true;
      await queue.stop(runId, halted);
      return false;
    });
    if (!left.ok || left.value) return halted;
  }
  while (!(await isEnded()) && control.signals < 2) {
    await tendQueue(queue, clock);
    await setTimeout(POLL_MS);
  }
  return undefined;
}

const LOOK_EVERY_MS = 2_000;
/** The ledger counts all rows, which may take a twentieth of the time at most. */
const LOOK_SHARE = 20;

interface WatchedRun {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly runId: string;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Rows of the file. */
  readonly total: number;
}

/** Returns a function that reports how far all hosts are, unless it did so a moment ago. */
export function watchAllHosts(
  { ledger, runId, clock, total }: WatchedRun,
  report: (report: ProgressReport) => void,
): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const beganMs = clock.elapsed();
    if (beganMs < nextMs) return;
    nextMs = Infinity;
    // A ledger that fails is met again by the next intent.
    const found = await ledger.run(runId).catch(() => undefined);
    const endedMs = clock.elapsed();
    nextMs = endedMs + Math.max(LOOK_EVERY_MS, (endedMs - beganMs) * LOOK_SHARE);
    if (!found?.counts) return;
    const { pending = 0, invalid = 0, rejected = 0, failed = 0, in_doubt: inDoubt = 0 } = found.counts;
    const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    report({ done: all - pending, total, inDoubt, refused: invalid + rejected + failed });
  };
}

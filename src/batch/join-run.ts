// At work on one run that is open to all hosts, until it is over: this process is one worker of it, waits for the rows
// that others hold, and writes the results. A signal here stops the run for all.
import { setTimeout } from 'node:timers/promises';

import type { ServiceClient } from '../client/client.ts';
import { type RunQueue } from '../ledger/ledger.ts';
import { type Message } from '../message.ts';
import { finishRun } from './finish-run.ts';
import { standingRows } from './hosts/read-results.ts';
import { sharedProgress } from './hosts/shared-progress.ts';
import { Worker } from './hosts/worker.ts';
import type { Checked } from './input/first-pass.ts';
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
  for await (const page of standingRows(ledger, queue, now)) {
    for (const one of page) results.put(results.next, one.row, one.outcome, one);
    await results.flushed();
  }
  return finishRun(joining, { stopped: now.stopped ?? left, goesOn: !now.ended });
}

/** Works until the run is over. Returns why this process left it to others, if it did. */
async function work(joining: Joining): Promise<Message | undefined> {
  const { settings, hooks, control, runId, ledger, queue, checked } = joining;
  const { clock } = settings;
  const overAll = sharedProgress({ ledger, runId, clock, total: checked.facts.rows }, (report) =>
    hooks.progress?.(report),
  );
  const worker = new Worker(
    { ...settings, ledger, queue, made: joining.client, at: hooks.at ?? ((): void => undefined) },
    {
      ...hooks,
      onEnded: (_, row, outcome) => {
        const { status, message } = outcome;
        if (!['created', 'duplicate'].includes(status)) hooks.problem?.(row.line, status, message);
        overAll.ended();
        void overAll.look();
      },
    },
  );
  const isEnded = async (): Promise<boolean> => (await queue.submission(runId))?.ended ?? true;
  const isOver = async (): Promise<boolean> => {
    await overAll.look();
    return isEnded();
  };
  let stopping: Promise<unknown> = Promise.resolve();
  control.onSignal((signals) => {
    if (signals === 1) stopping = ledgerCall(() => queue.stop(runId, sendingMessage('signal')));
  });
  worker.stopOn(control);
  await worker.run(isOver, runId);
  await stopping;
  const { halted } = worker;
  if (halted) {
    // If no other host is at work, nobody would continue it.
    const left = await ledgerCall(async () => {
      if ((await queue.othersAtWork()) > 0) return true;
      await queue.stop(runId, halted);
      return false;
    });
    if (!left.ok || left.value) return halted;
  }
  while (!(await isEnded()) && control.signals < 2) {
    await tendQueue(queue, clock);
    await overAll.look();
    await setTimeout(POLL_MS);
  }
  return undefined;
}

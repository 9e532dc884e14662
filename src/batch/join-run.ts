// At work on one run that is open to all hosts, until it is over: this process is one worker of it, waits for the rows
// that others hold, and writes the results. A signal here stops the run for all.
import { setTimeout } from 'node:timers/promises';

import type { ServiceClient } from '../client/client.ts';
import { EXIT, PaybatchError, toldBy } from '../errors.ts';
import { LedgerError, type RunQueue } from '../ledger/ledger.ts';
import { type Message } from '../message.ts';
import { finishRun } from './finish-run.ts';
import { hostsMessage } from './hosts/messages.ts';
import { standingRows } from './hosts/read-results.ts';
import { sharedProgress } from './hosts/shared-progress.ts';
import { Worker } from './hosts/worker.ts';
import type { Checked } from './input/first-pass.ts';
import { FileChanged, keyedPages } from './plan/keyed-pages.ts';
import { keepResults } from './results/earlier-results.ts';
import { ledgerCall } from './results/ledger-call.ts';
import { invalid, result, type RowResult } from './results/result.ts';
import type { ResultsFile } from './results/results-file.ts';
import { type RunEnd, UNWRITTEN } from './results/run-end.ts';
import { exitCode, exitOfCounts, RowSums } from './results/tally.ts';
import type { Running } from './running.ts';
import { isUnreadable } from './send/deliver.ts';
import { sendingMessage } from './send/messages.ts';

const POLL_MS = 250;

export interface Joining extends Running {
  readonly queue: RunQueue;
  readonly checked: Checked;
  readonly results: ResultsFile;
  /** Signed in. */
  readonly client: ServiceClient;
  /** Takes how rows end in this process, by line; those that its submission has ended are there. */
  readonly ended: Map<number, RowResult>;
}

/** The rows are queued for all hosts: an error from here on must not say that nothing was sent. */
export async function join(joining: Joining): Promise<RunEnd> {
  const { runId, ledger, queue, results } = joining;
  try {
    const left = await work(joining);
    const now = await queue.submission(runId);
    if (!now) throw new Error(`run ${runId} is open to several hosts, and the ledger doesn't know it`);
    const stopped = now.stopped ?? left;
    await ledger.tip();
    for await (const page of standingRows(ledger, queue, now)) {
      for (const one of page) results.put(results.next, one.row, one.outcome, one);
      await results.flushed();
    }
    return await finishRun(joining, { stopped, goesOn: !now.ended });
  } catch (error) {
    if (error instanceof LedgerError) return lost(joining, error.told);
    throw error;
  }
}

/**
 * The ledger can't be reached, and only it knows all rows: the results have what this process knows. The same command
 * continues.
 */
async function lost(joining: Joining, why: Message): Promise<RunEnd> {
  const { runId, batches, checked, results, startedAt, settings } = joining;
  const written = await writePartialResults(joining);
  const isWritten = 'kept' in written;
  const stopped = hostsMessage('ledger_lost', { why, runId, ...written });
  const { tally, earlier, cost } = isWritten ? results.sums : new RowSums();
  return {
    ...{ runId, batchId: batches.batchId, stopped, tally, earlier, facts: checked.facts },
    ...UNWRITTEN,
    results: isWritten ? settings.results : null,
    cost: cost.list(),
    exitCode: exitCode(tally, true),
    durationMs: settings.clock.now() - startedAt.getTime(),
  };
}

/**
 * Rows that ended in this process, and invalid rows; all others are pending. Earlier results are kept under another
 * name: they may name payments that these don't. Returns that name (empty: none), or why nothing was written.
 */
async function writePartialResults({
  handle,
  checked,
  results,
  settings,
  runId,
  ended,
}: Joining): Promise<{ readonly kept: string } | { readonly failure: Message }> {
  const open = result('pending', {
    message: hostsMessage('row_unasked', { runId }),
  });
  try {
    const from = results.next;
    for await (const page of keyedPages({ handle, checked }, undefined)) {
      for (const { row, at } of page) {
        // The ledger has acknowledged how it ended here, or it is in doubt.
        const outcome = ended.get(row.line) ?? (row.issues.length > 0 ? invalid(row) : open);
        if (at >= from) results.put(at, row, outcome);
      }
      await results.flushed();
    }
    if (results.sums.tally.footing(checked.facts).length > 0)
      throw new FileChanged('the file was changed while the run was going');
    const kept = await keepResults(settings.results, runId);
    await results.commit();
    return { kept };
  } catch (error) {
    if (!isUnreadable(error) && !(error instanceof PaybatchError)) throw error;
    await results.discard();
    return { failure: toldBy(error) };
  }
}

/** Works until the run is over. Returns why this process left it to others, if it did. */
async function work(joining: Joining): Promise<Message | undefined> {
  const { ended, settings, hooks, control, runId, ledger, queue, checked } = joining;
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
        ended.set(row.line, outcome);
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
    await queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts });
    await overAll.look();
    await setTimeout(POLL_MS);
  }
  return undefined;
}

/**
 * The end of a run that was only queued. `stopped`: why not all of it is; `held`: how many rows another run has queued.
 */
export async function detached(
  joining: Omit<Joining, 'results' | 'client' | 'ended'>,
  stopped: Message | undefined,
  held: number,
): Promise<RunEnd> {
  const { runId, batches, startedAt, ledger, queue, checked, settings } = joining;
  const sums = new RowSums();
  const { tally, earlier } = sums;
  const submission = await queue.submission(runId);
  if (submission) {
    for await (const page of standingRows(ledger, queue, submission))
      for (const { row, outcome } of page) sums.add(row, outcome);
  }
  return {
    ...{ runId, batchId: batches.batchId, tally, earlier, stopped, facts: checked.facts },
    exitCode: stopped !== undefined || held > 0 ? EXIT.stopped : EXIT.ok,
    ...UNWRITTEN,
    durationMs: settings.clock.now() - startedAt.getTime(),
  };
}

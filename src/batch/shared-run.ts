// A run of payouts on a ledger that several hosts share: its rows go into the queue of all hosts, and this process
// works on them as one worker. A command that starts an open run again is one more worker of it. A detached run ends
// when all is queued.
import { setTimeout } from 'node:timers/promises';

import type { ServiceClient } from '../client/client.ts';
import { EXIT } from '../errors.ts';
import { LedgerError, type RunQueue, type Submission } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import { refuseEarlyClock } from './approved-plan/verify-plan.ts';
import { claimForAll } from './claim.ts';
import { finishRun } from './finish-run.ts';
import { hostsMessage } from './hosts/messages.ts';
import { QueueSink } from './hosts/queue-sink.ts';
import { rowsFromLedger } from './hosts/read-results.ts';
import { refuseOtherSettings, shapeOf } from './hosts/submission.ts';
import { maintainQueue, Worker } from './hosts/worker.ts';
import { CutOff, Refusal } from './input/control.ts';
import { guard } from './input/guards.ts';
import { type Checked, survey } from './input/survey.ts';
import { asRun, openResults, type OpenRun } from './open-run.ts';
import type { Prepared } from './prepare.ts';
import { reportProblem } from './results/hooks.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { ResultsFile } from './results/results-file.ts';
import { type RunEnd, UNWRITTEN } from './results/run-end.ts';
import { RowSums } from './results/tally.ts';
import { deliver } from './send/deliver.ts';
import { sendingMessage } from './send/messages.ts';
import { keptParts, RunParts } from './send/run-parts.ts';
import { openClient, sharedGate, signIn } from './send/service.ts';

const POLL_MS = 250;

interface RunOnHosts extends OpenRun {
  readonly queue: RunQueue;
  readonly checked: Checked;
}

/** `cutOff`: the submission that was cut off, and that this run completes. */
export async function runOnHosts(
  prepared: Prepared,
  queue: RunQueue,
  cutOff: Submission | undefined,
): Promise<RunEnd> {
  const { settings, context } = prepared;
  const claimed = await claimForAll(prepared, queue, cutOff);
  if (!claimed) return attachAfterAll(prepared, queue);
  const { results } = claimed;
  return cuttingOff(prepared, async () => {
    const parts = new RunParts(context, cutOff && (await keptParts(context)));
    const sink = new QueueSink({ ...prepared, queue, isResumed: cutOff !== undefined });
    await deliver(prepared, parts, sink);
    if (results) return workOnRun({ ...prepared, queue, client: context.client }, results);
    // A run without a row to send ends now.
    await ledgerCall(() => maintainQueue(queue, settings.clock));
    return detached({ ...prepared, queue }, context.breaker.reason, sink.usedByRuns);
  });
}

/**
 * Another process was faster with the same file: this command is one more worker of its run. Errors: {@link Refusal}.
 */
async function attachAfterAll(running: OpenRun, queue: RunQueue): Promise<RunEnd> {
  const open = await openSubmission(running, queue);
  if (open && !open.isCutOff) return attach(running, queue, open);
  throw new Refusal('attach', hostsMessage('submitted_meanwhile', { file: running.settings.file }));
}

/** Errors: {@link CutOff} in place of LedgerError: rows may already be queued, and sent. */
async function cuttingOff<T>({ runId }: OpenRun, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LedgerError ? new CutOff(error, runId) : error;
  }
}

/**
 * The open run of this file, queued to its end or cut off. Waits while one is being submitted (it may be cut off) or
 * is stopping (then this is a new run). Errors: {@link Refusal} for a run of another version, or with other settings.
 */
export async function openSubmission(
  { settings, hooks, control, batches }: OpenRun,
  queue: RunQueue,
): Promise<Submission | undefined> {
  const { file, clock } = settings;
  for (let asked = 0; ; asked++) {
    const open = await queue.openRun({ kind: 'payouts', ...batches });
    if (!open) return undefined;
    const { runId, version } = open;
    const isStopping = open.stopped !== undefined;
    if (!isStopping && version !== (settings.version ?? ''))
      throw new Refusal('version', hostsMessage('submitted_by_version', { file, runId, version }));
    if (isStopping ? control.signals > 0 : open.isQueued || open.isCutOff) {
      refuseOtherSettings(settings, open);
      return open;
    }
    if (control.signals > 0)
      throw new Refusal('attach', hostsMessage('signal_while_waiting', { file, runId }));
    if (!isStopping && asked === 0) hooks.notice?.(hostsMessage('being_submitted', { runId }));
    await maintainQueue(queue, clock);
    await setTimeout(POLL_MS);
  }
}

/** The file was checked and approved when it was submitted. This command's own guards are applied here. */
export async function attach(own: OpenRun, queue: RunQueue, submission: Submission): Promise<RunEnd> {
  const running = asRun(own, submission.runId);
  const { settings, hooks, control, atEnd, handle, ledger } = running;
  const { profile, timeoutMs } = shapeOf(submission);
  if (settings.plan) await refuseEarlyClock(settings.plan, settings.clock, ledger);
  const checked = await survey(handle, { ...settings, profile }, control, undefined);
  guard(checked.facts, settings);
  const isDetached = settings.detach === true;
  hooks.notice?.(hostsMessage('run_in_progress', { runId: submission.runId, isDetached }));
  if (isDetached) return detached({ ...running, queue, checked }, undefined, 0);
  const asSubmitted = { ...settings, profile, client: { ...settings.client, timeoutMs } };
  const client = openClient(asSubmitted, sharedGate(ledger, settings.clock));
  atEnd(() => client.close());
  await signIn(client, { ...hooks, creates: true });
  const results = await openResults({ ...running, checked }, { keepsResults: false });
  return cuttingOff(running, () => workOnRun({ ...running, queue, checked, client }, results));
}

/**
 * The end of a run that was only queued. `stopped`: why not all of it is; `usedByRuns`: how many rows other runs have
 * queued.
 */
async function detached(
  { runId, batches, startedAt, ledger, queue, checked, settings }: RunOnHosts,
  stopped: Message | undefined,
  usedByRuns: number,
): Promise<RunEnd> {
  const sums = new RowSums();
  const submission = await queue.submission(runId);
  if (submission) {
    for await (const page of rowsFromLedger(ledger, queue, submission))
      for (const { row, outcome } of page) sums.add(row, outcome);
  }
  const hasAlarm = (await ledger.contradictions()).length > 0;
  return {
    ...sums.end(checked.facts, stopped),
    ...{ runId, batchId: batches.batchId, ...UNWRITTEN },
    exitCode: hasAlarm ? EXIT.inDoubt : stopped !== undefined || usedByRuns > 0 ? EXIT.stopped : EXIT.ok,
    durationMs: Math.max(0, settings.clock.now() - startedAt.getTime()),
  };
}

/**
 * This process is one of the run's workers until it is over, and then writes the results. Errors: LedgerError, when
 * rows may have been sent.
 */
async function workOnRun(
  run: RunOnHosts & { readonly client: ServiceClient },
  results: ResultsFile,
): Promise<RunEnd> {
  const { settings, hooks, control, runId, ledger, queue, client } = run;
  const look = progressOf(run);
  const worker = new Worker(
    { ...settings, ledger, queue, made: client, reached: hooks.reached },
    {
      ...hooks,
      onEnded: (_, row, outcome) => {
        reportProblem(hooks, row, outcome);
        void look();
      },
    },
  );
  // A signal stops the run for all hosts.
  let stopping: Promise<unknown> = Promise.resolve();
  control.onSignal((signals) => {
    if (signals === 1) stopping = ledgerCall(() => queue.stop(runId, sendingMessage('signal')));
  });
  worker.stopOn(control);
  const isEnded = async (): Promise<boolean> => {
    await look();
    return (await queue.submission(runId))?.ended ?? true;
  };
  await worker.run(isEnded, runId);
  await stopping;
  const { halted } = worker;
  const isLeft = halted !== undefined && (await isLeftToOthers(run, halted));
  while (!isLeft && control.signals < 2 && !(await isEnded())) {
    await maintainQueue(queue, settings.clock);
    await setTimeout(POLL_MS);
  }
  const now = await queue.submission(runId);
  if (!now) throw new Error(`run ${runId} is open to several hosts, and the ledger doesn't know it`);
  await ledger.tip();
  for await (const page of rowsFromLedger(ledger, queue, now)) {
    for (const one of page) results.put(results.next, one.row, one.outcome, one);
    await results.flushed();
  }
  const stopped = now.stopped ?? (isLeft ? halted : undefined);
  return finishRun({ ...run, results }, { stopped, goesOn: !now.ended });
}

/** This process halted. If no other host is at work, the run would not continue: it stops for all. */
async function isLeftToOthers({ queue, runId }: RunOnHosts, halted: Message): Promise<boolean> {
  const left = await ledgerCall(async () => {
    if ((await queue.othersAtWork()) > 0) return true;
    await queue.stop(runId, halted);
    return false;
  });
  return !left.ok || left.value;
}

/** The ledger counts all rows. */
const LOOK_EVERY_MS = 5_000;

/** Returns a function that reports how far all hosts are, unless it did so a moment ago. */
export function progressOf({ ledger, runId, hooks, settings, checked }: RunOnHosts): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const nowMs = settings.clock.elapsed();
    if (nowMs < nextMs) return;
    nextMs = nowMs + LOOK_EVERY_MS;
    // A ledger that fails is met again by the next intent.
    const found = await ledger.run(runId).catch(() => undefined);
    if (!found?.counts) return;
    const { pending = 0, invalid = 0, rejected = 0, failed = 0, in_doubt: inDoubt = 0 } = found.counts;
    const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    const { rows: total } = checked.facts;
    hooks.progress?.({ done: all - pending, total, inDoubt, refused: invalid + rejected + failed });
  };
}

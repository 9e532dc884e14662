// A run of payouts on a ledger that several hosts share: its rows go into the queue of all hosts, and this process
// works on them as one worker (join-run.ts). A command that starts an open run again is one more worker of it. A
// detached run ends when all is queued.
import { setTimeout } from 'node:timers/promises';

import { type Ledger, LedgerError, type RunQueue, type Submission } from '../ledger/ledger.ts';
import { claimForAll } from './claim.ts';
import { deliveryOf } from './delivery.ts';
import { hostsMessage } from './hosts/messages.ts';
import { QueueSink } from './hosts/queue-sink.ts';
import { judgeAsked, shapeOf } from './hosts/submission.ts';
import { CutOff, Refusal } from './input/control.ts';
import { firstPass } from './input/first-pass.ts';
import { guard } from './input/guards.ts';
import { detached, join } from './join-run.ts';
import type { Prepared } from './prepare.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { RunEnd } from './results/run-end.ts';
import { exitOfCounts } from './results/tally.ts';
import { asRun, openResults, type Running } from './running.ts';
import { CircuitBreaker } from './send/circuit-breaker.ts';
import { deliver } from './send/deliver.ts';
import { openClient, signIn } from './send/service.ts';
import { judgeClock } from './verify-plan.ts';

const POLL_MS = 250;

/** `cutOff`: the submission that was cut off, and that this run completes. */
export async function runOnHosts(
  prepared: Prepared,
  queue: RunQueue,
  cutOff: Submission | undefined,
): Promise<RunEnd> {
  const { settings, hooks, ledger, breaker } = prepared;
  const isDetached = settings.detach === true;
  const isResumed = cutOff !== undefined;
  const claimed = await claimForAll(prepared, { queue, cutOff });
  if (!claimed) return attachAfterAll(prepared, queue);
  const { isContested, results } = claimed;
  const queued = await cuttingOff(prepared, async () => {
    const keep = isResumed ? await keepingNew(prepared) : ledger.keep.bind(ledger);
    const delivery = await deliveryOf(prepared, isContested, keep);
    const { context, pages } = delivery;
    const sink = new QueueSink({ context, pages, queue, hooks, isResumed, isDetached });
    await deliver(delivery, sink);
    return sink;
  });
  if (results) return cuttingOff(prepared, () => join({ ...prepared, queue, results }));
  // A run without a row to send ends now.
  await ledgerCall(() => queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts }));
  return cuttingOff(prepared, () => detached({ ...prepared, queue }, breaker.reason, queued.held));
}

/**
 * Another process was faster with the same file: this command is one more worker of its run. Errors: {@link Refusal}.
 */
async function attachAfterAll(running: Running, queue: RunQueue): Promise<RunEnd> {
  const open = await openSubmission(running, queue);
  if (open && !open.isCutOff) return attach(running, queue, open);
  throw new Refusal('attach', hostsMessage('submitted_meanwhile', { file: running.settings.file }));
}

/** Errors: {@link CutOff} in place of LedgerError: rows may be queued by now, and sent. */
async function cuttingOff<T>({ runId }: Running, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LedgerError ? new CutOff(error, runId) : error;
  }
}

/** Pages that are there already stay as they are. */
async function keepingNew({ ledger, runId }: Running): Promise<Ledger['keep']> {
  const there = new Set<string>();
  for (const kind of ['facts', 'cells', 'times', 'plan'] as const) {
    for await (const { part } of ledger.eachPart(runId, kind)) there.add(`${kind} ${part}`);
  }
  return async (page) => {
    if (!there.has(`${page.kind} ${page.part}`)) await ledger.keep(page);
  };
}

/**
 * The open run of this file, queued to its end or cut off. Waits while one is being submitted (it may be cut off) or
 * is stopping (then this is a new run). Errors: {@link Refusal} for one of another version.
 */
export async function openSubmission(
  { settings, hooks, control, batches, fileHash }: Running,
  queue: RunQueue,
): Promise<Submission | undefined> {
  for (let asked = 0; ; asked++) {
    const open = await queue.openRun({ kind: 'payouts', batchId: batches.batchId, fileHash });
    const isGoing = open !== undefined && !open.stopped;
    const place = { file: settings.file, runId: open?.runId ?? '' };
    if (isGoing && open.version !== (settings.version ?? ''))
      throw new Refusal('version', hostsMessage('submitted_by_version', { ...place, version: open.version }));
    if (!open || (isGoing && (open.isQueued || open.isCutOff))) return open;
    if (control.signals > 0) {
      if (!isGoing) return open;
      throw new Refusal('attach', hostsMessage('signal_while_waiting', place));
    }
    if (isGoing && asked === 0) hooks.notice?.(hostsMessage('being_submitted', { runId: open.runId }));
    await queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts });
    await setTimeout(POLL_MS);
  }
}

/** The file was checked and approved when it was submitted. This command's own guards are applied here. */
export async function attach(own: Running, queue: RunQueue, submission: Submission): Promise<RunEnd> {
  const running = asRun(own, submission.runId);
  const { settings, hooks, control, hold, handle, ledger } = running;
  const { profile, timeoutMs } = shapeOf(submission);
  for (const ignored of judgeAsked(settings, submission)) hooks.notice?.(ignored);
  if (settings.plan) await judgeClock(settings.plan, settings.clock, ledger);
  const checked = await firstPass(handle, { ...settings, profile }, control);
  guard(checked.facts, settings);
  const isDetached = settings.detach === true;
  hooks.notice?.(hostsMessage('run_in_progress', { runId: submission.runId, isDetached }));
  if (isDetached) return detached({ ...running, queue, checked }, undefined, 0);
  const asSubmitted = { ...settings, profile, client: { ...settings.client, timeoutMs } };
  const client = openClient(asSubmitted, running.pace.attempt, ledger.limits);
  hold(() => client.close());
  await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: true });
  const breaker = new CircuitBreaker(settings.haltAfter);
  const results = await openResults({ ...running, checked, breaker, isLost: false });
  return cuttingOff(running, () => join({ ...running, queue, checked, client, results }));
}

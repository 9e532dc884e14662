// A run of payouts on a ledger that several hosts share: its rows go into the queue of all hosts, and this process works on them as
// one worker, waits for the rows that others hold, and writes the results. A detached run ends when all is queued.
import { type Ledger, LedgerError, type RunQueue, type Submission } from '../ledger/ledger.ts';
import { attach, openSubmission } from './attach.ts';
import { claimForAll } from './claim.ts';
import { deliveryOf } from './delivery.ts';
import { QueueSink } from './hosts/queue-sink.ts';
import { RawText } from './hosts/raw-text.ts';
import { CutOff, type Hold, Refusal } from './input/control.ts';
import { detached, join } from './join-run.ts';
import { openResults } from './open-results.ts';
import type { Prepared } from './prepare.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { RunEnd } from './results/run-end.ts';
import { exitOfCounts } from './results/tally.ts';
import type { Running } from './running.ts';
import { deliver } from './send/deliver.ts';

export interface Sharing {
  readonly queue: RunQueue;
  /** The submission that was cut off, and that this run completes. */
  readonly cutOff: Submission | undefined;
}

export async function runOnHosts(
  running: Running,
  prepared: Prepared,
  { queue, cutOff }: Sharing,
  hold: Hold,
): Promise<RunEnd> {
  const { settings, hooks, handle } = running;
  const { checked, known, client, breaker } = prepared;
  const isDetached = settings.detach === true;
  const isResumed = cutOff !== undefined;
  const raw = await RawText.of(handle, { isSheet: checked.isSheet, encoding: settings.imports?.encoding });
  const claimed = await claimForAll(running, prepared, { queue, cutOff, raw });
  if (!claimed) return attachAfterAll(running, queue, hold);
  const results = isDetached
    ? undefined
    : await openResults(running, { ...prepared, giveUp: claimed.giveUp }, hold);
  const { batchId } = known;
  const queued = await cuttingOff(async () => {
    const keep = isResumed ? await keepingNew(running) : running.ledger.keep.bind(running.ledger);
    const delivery = await deliveryOf(running, prepared, claimed, keep);
    const { context, pages } = delivery;
    const sink = new QueueSink({ context, pages, queue, hooks, raw, isResumed, isDetached });
    await deliver(delivery, sink);
    return sink;
  });
  if (results) return join({ ...running, queue, checked, batchId, client, results, ended: queued.ended });
  // A run without a row to send ends now.
  await ledgerCall(() => queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts }));
  return cuttingOff(() => detached({ ...running, queue, checked, batchId }, breaker.reason, queued.held));
}

/** Another process was faster with the same file: this command is one more worker of its run. Errors: {@link Refusal}. */
async function attachAfterAll(running: Running, queue: RunQueue, hold: Hold): Promise<RunEnd> {
  const open = await openSubmission(running, queue);
  if (open && !open.isCutOff) return attach(running, queue, open, hold);
  throw new Refusal(
    'attach',
    `${running.settings.file}: another process has submitted this file meanwhile. Nothing was sent by this one: run it again`,
  );
}

/** Errors: {@link CutOff} in place of LedgerError: rows may be queued by now. */
async function cuttingOff<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LedgerError ? new CutOff(error) : error;
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

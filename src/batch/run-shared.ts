// A run of payouts on a ledger that several hosts share, top to bottom: submit (rows into the ledger, documents uploaded, chunks
// queued), work on it as one worker of many, wait for the rows that others hold, write the results. What sends a row is the
// very same as in any other run.
import { planText } from '../approval/plan-format.ts';
import { EXIT } from '../errors.ts';
import { LedgerError, type RunQueue, type RunRecord, type Submission } from '../ledger/ledger.ts';
import { attach, openRunOf } from './attach.ts';
import { holdAlone } from './claim.ts';
import { detached } from './hosts/detached.ts';
import { RawText } from './hosts/raw-text.ts';
import { submissionOf } from './hosts/submission.ts';
import { submitRows } from './hosts/submit.ts';
import { uploadDocuments } from './hosts/upload.ts';
import { CutOff, Refusal } from './input/refusal.ts';
import type { Hold } from './input/releasing.ts';
import { join, type Joining } from './join-run.ts';
import { openResults } from './open-results.ts';
import type { Approved } from './plan/approved/approved.ts';
import type { Prepared } from './prepare.ts';
import { ledgerCall } from './results/ledger-call.ts';
import type { RowResult } from './results/result.ts';
import type { RunEnd } from './results/run-end.ts';
import { exitOfCounts } from './results/tally.ts';
import { contextOf, isUnreadable, newRunOf } from './run-parts.ts';
import type { Running } from './running.ts';
import { Pages } from './send/pages.ts';

export interface Sharing {
  readonly queue: RunQueue;
  /** The submission that was cut off, and that this run goes on with. */
  readonly cutOff: Submission | undefined;
}

export async function runShared(
  running: Running,
  prepared: Prepared,
  approved: Approved | undefined,
  { queue, cutOff }: Sharing,
  hold: Hold,
): Promise<RunEnd> {
  const { settings, handle } = running;
  const { checked } = prepared;
  const raw = await RawText.of(handle, { isSheet: checked.isSheet, encoding: settings.imports?.encoding });
  const own = newRunOf(running, prepared, approved);
  let contested = false;
  let others: readonly RunRecord[] | undefined;
  if (cutOff && !(await queue.resume(cutOff.runId))) return behind(running, queue, hold);
  if (!cutOff) {
    const what = await submissionOf(settings, checked, prepared.alikeSince, approved, raw);
    const begun = await queue.submit(own, prepared.keys.hashes(), what);
    if ('other' in begun) return behind(running, queue, hold);
    contested = begun.held > 0;
    others = begun.holders;
  }
  // What was cut off has rows in the queue already: it stays as it is, and nothing more of it is queued.
  const giveUp = cutOff
    ? (): Promise<void> => Promise.resolve()
    : (): Promise<void> => queue.abandon(running.runId, new Date(settings.clock.now()), EXIT.unusable);
  await holdAlone(running, prepared, { own, others, giveUp });
  const isResumed = cutOff !== undefined;
  const results = settings.detach === true ? undefined : await opened(running, prepared, hold, queue);
  const ended = new Map<number, RowResult>();
  const held = await cuttingOff(
    submit(running, prepared, approved, { queue, raw, contested, isResumed, ended }),
  );
  // A run that has no row to be sent ends here: perhaps no worker comes.
  if (!results)
    await ledgerCall(() => queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts }));
  if (!results)
    return cuttingOff(
      detached({ ...running, queue, checked, batchId: prepared.batchId }, prepared.breaker.reason, held),
    );
  return join({ ...running, queue, ...results, ended });
}

/** Another process was faster: this command is one more worker of its run, and is judged as one that comes later. */
async function behind(running: Running, queue: RunQueue, hold: Hold): Promise<RunEnd> {
  const { settings, fileHash = '' } = running;
  const open = await openRunOf(running, queue, fileHash);
  if (open && !open.isCutOff) return attach(running, queue, open, hold);
  throw new Refusal(
    'attach',
    `${settings.file}: another process has submitted this file meanwhile. Nothing was sent by this one: run it again`,
  );
}

/** Errors: {@link CutOff} for the ledger's own. */
async function cuttingOff<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof LedgerError ? new CutOff(error) : error;
  }
}

type Opened = Pick<Joining, 'checked' | 'layout' | 'batchId' | 'results' | 'client'>;

/** The results, before anything is queued. */
async function opened(running: Running, prepared: Prepared, hold: Hold, queue?: RunQueue): Promise<Opened> {
  const { checked, layout, batchId, client } = prepared;
  try {
    return { checked, layout, batchId, client, results: await openResults(running, prepared, hold) };
  } catch (error) {
    await queue?.abandon(running.runId, new Date(running.settings.clock.now()), EXIT.unusable);
    throw error;
  }
}

interface How {
  readonly queue: RunQueue;
  readonly raw: RawText;
  readonly contested: boolean;
  readonly isResumed: boolean;
  readonly ended: Map<number, RowResult>;
}

/** Everything into the queue. What can't be read or kept stops the run in good order. Returns how many rows others hold. */
async function submit(
  running: Running,
  prepared: Prepared,
  approved: Approved | undefined,
  { queue, ...how }: How,
): Promise<number> {
  const { settings, hooks, runId, handle, pace, ledger } = running;
  const { checked, breaker, historyChecks, page } = prepared;
  const isDetached = settings.detach === true;
  const keep = how.isResumed ? await keepingNew(running) : ledger.keep.bind(ledger);
  if (approved) {
    checked.options.documents.holdTo(approved.documents);
    await keep({ runId, kind: 'plan', part: 0, data: settings.plan ? planText(settings.plan.file) : '' });
  }
  const context = { ...contextOf(running, prepared), approved };
  const pages = new Pages({ keep }, runId, pace, (failure) => breaker.trip(failure));
  hooks.log.info('run started', {
    run: runId,
    batch: prepared.batchId,
    rows: checked.facts.rows,
    file: settings.file,
  });
  let held = 0;
  try {
    // A signal leaves the rest of a detached submission to whoever goes on; any other run is told of all its rows.
    const isOver = (): boolean => isDetached && breaker.isTripped;
    const pass = {
      handle,
      checked,
      context,
      pages,
      historyChecks,
      page,
      hooks,
      queue,
      isOver,
      ...how,
    };
    held = await submitRows(pass);
    const onEnded = ({ line }: { line: number }, outcome: RowResult): void => {
      how.ended.set(line, outcome);
      hooks.problem?.(line, outcome.status, outcome.errorMessage);
    };
    await uploadDocuments({ context, queue, onEnded });
  } catch (error) {
    if (!isUnreadable(error) && !(error instanceof LedgerError)) throw error;
    breaker.trip(
      error instanceof LedgerError
        ? error.message
        : `${settings.file}: ${error.message}; the rows from there on were not read`,
    );
  }
  await pages.flush();
  if (breaker.isTripped && !isDetached) await queue.stop(runId, breaker.reason);
  if (!breaker.isTripped || !isDetached) await queue.queued(runId);
  return held;
}

/** Pages that are there already stay as they are. */
async function keepingNew({ ledger, runId }: Running): Promise<typeof ledger.keep> {
  const there = new Set<string>();
  for (const kind of ['facts', 'cells', 'times', 'plan'] as const) {
    for await (const { part } of ledger.eachPart(runId, kind)) there.add(`${kind} ${part}`);
  }
  return async (page) => {
    if (!there.has(`${page.kind} ${page.part}`)) await ledger.keep(page);
  };
}

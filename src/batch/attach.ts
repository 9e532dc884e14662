// Whether the run of a file is going on already, on a ledger that several hosts share: then a command that starts it again is
// one more worker of it, and writes its results, too.
import { setTimeout } from 'node:timers/promises';

import type { RunQueue, Submission } from '../ledger/ledger.ts';
import { judgeAsked, shapeOf } from './hosts/submission.ts';
import { type Hold, Refusal } from './input/control.ts';
import { firstPass } from './input/first-pass.ts';
import { guard } from './input/guards.ts';
import { detached, join } from './join-run.ts';
import { openResults } from './open-results.ts';
import { batchesOf } from './plan/batch-of.ts';
import type { RunEnd } from './results/run-end.ts';
import { exitOfCounts } from './results/tally.ts';
import { asRun, type Running } from './running.ts';
import { CircuitBreaker } from './send/circuit-breaker.ts';
import { openClient, signIn } from './send/service.ts';
import { judgeClock } from './verify-plan.ts';

const POLL_MS = 250;

/**
 * The open run of this file, queued to its end or cut off. Waits while one is being submitted (it may be cut off) or is stopping
 * (then this is a new run). Errors: {@link Refusal} for one that was cut off in another version.
 */
export async function openSubmission(
  { settings, hooks, control, handle, ledger, fileHash }: Running,
  queue: RunQueue,
): Promise<Submission | undefined> {
  const { batchId } = await batchesOf(settings, { handle, hash: fileHash, ledger });
  for (let asked = 0; ; asked++) {
    const open = await queue.openRun({ kind: 'payouts', batchId, fileHash });
    if (open?.isCutOff === true && open.stopped === '' && open.version !== (settings.version ?? ''))
      throw new Refusal(
        'version',
        `${settings.file}: run ${open.runId} of this file was interrupted while version ${open.version} submitted it: continue with that version, or stop it (paybatch stop ${open.runId}) and run the file again`,
      );
    const isGoing = open?.stopped === '';
    if (!open || (isGoing && (open.isQueued || open.isCutOff))) return open;
    if (control.signals > 0) {
      if (!isGoing) return open;
      throw new Refusal(
        'attach',
        `${settings.file}: stopped by a signal while another process submits run ${open.runId} of this file. That process continues. This command sent nothing`,
      );
    }
    if (isGoing && asked === 0)
      hooks.notice?.(
        `run ${open.runId} of this file is being submitted by another process: waiting until all of it is queued`,
      );
    await queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts });
    await setTimeout(POLL_MS);
  }
}

/** The file was checked and approved when it was submitted. This command's own guards are applied here. */
export async function attach(
  own: Running,
  queue: RunQueue,
  submission: Submission,
  hold: Hold,
): Promise<RunEnd> {
  const running = asRun(own, submission.runId);
  const { settings, hooks, control, handle } = running;
  const shape = shapeOf(submission);
  const { profile, timeoutMs } = shape;
  for (const text of judgeAsked(settings, submission)) hooks.notice?.(text);
  if (settings.plan) await judgeClock(settings.plan, settings.clock, running.ledger);
  const checked = await firstPass(handle, { ...settings, profile }, control);
  guard(checked.facts, settings);
  const isOurs = submission.version === (settings.version ?? '');
  const what =
    settings.detach === true
      ? 'it is queued already'
      : isOurs
        ? 'this command works on it as well'
        : `version ${submission.version} submitted it, so only workers of that version send its rows`;
  hooks.notice?.(`run ${submission.runId} of this file is in progress: ${what}`);
  const { batchId } = submission;
  if (settings.detach === true) return detached({ ...running, queue, checked, batchId }, '', 0);
  const asSubmitted = { ...settings, profile, client: { ...settings.client, timeoutMs } };
  const client = openClient(asSubmitted, running.pace.attempt, running.ledger.limits);
  hold(() => client.close());
  await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: true });
  const breaker = new CircuitBreaker(settings.haltAfter);
  const results = await openResults(running, { checked, breaker, isLost: false }, hold);
  return join({ ...running, queue, checked, batchId, client, results, ended: new Map() });
}

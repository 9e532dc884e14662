// Whether the run of a file is going on already, on a ledger that several hosts share: then a command that starts it again is
// one more worker of it, and writes its results, too.
import { setTimeout } from 'node:timers/promises';

import { hashFile } from '../files/bytes.ts';
import type { RunQueue, Submission } from '../ledger/ledger.ts';
import { detached } from './hosts/detached.ts';
import { shapeOf } from './hosts/shape.ts';
import { firstPass } from './input/first-pass.ts';
import type { Hold } from './input/releasing.ts';
import { join } from './join-run.ts';
import { openResults } from './open-results.ts';
import type { Running } from './prepare.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import type { RunEnd } from './results/run-end.ts';
import { LedgerStamp } from './results/stamp.ts';
import { exitOfCounts } from './results/tally.ts';
import { Halt } from './send/halt.ts';
import { openClient, signIn } from './send/service.ts';

const POLL_MS = 250;

/** The open run of this file. One that is stopping is waited for: what comes after it is a new run. */
export async function openRunOf(
  { settings, handle, control }: Running,
  queue: RunQueue,
): Promise<Submission | undefined> {
  const fileHash = await hashFile(handle);
  const batchId = settings.batchId ?? fileHash;
  for (;;) {
    const open = await queue.openRun({ kind: 'payouts', batchId, fileHash });
    if (!open || open.stopped === '' || control.signals > 0) return open;
    await queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts });
    await setTimeout(POLL_MS);
  }
}

/** This run under the id of another one, whose lines it writes. */
export const asRun = (running: Running, runId: string): Running => ({
  ...running,
  runId,
  stamp: new LedgerStamp(running.ledger, runId, running.settings.environment),
});

/** The file was checked, guarded and approved when it was submitted. */
export async function attach(
  own: Running,
  queue: RunQueue,
  submission: Submission,
  hold: Hold,
): Promise<RunEnd> {
  const running = asRun(own, submission.runId);
  const { settings, hooks, control, handle } = running;
  const { profile, timeoutMs } = shapeOf(submission);
  let layout: ResultLayout | undefined;
  const checked = await firstPass(handle, { ...settings, profile }, control, {
    onHeader: (pass) => {
      layout = resultLayout(pass, running.stamp);
    },
  });
  if (!layout) throw new Error('a pass without a header');
  hooks.notice?.(`run ${submission.runId} of this file is going on: this command works on it, too`);
  const { batchId } = submission;
  if (settings.detach === true) return detached({ ...running, queue, checked, batchId }, '', 0);
  const asSubmitted = { ...settings, profile, client: { ...settings.client, timeoutMs } };
  const client = openClient(asSubmitted, running.pace.attempt, running.ledger.limits);
  hold(() => client.close());
  await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: true });
  const halt = new Halt(settings.haltAfter);
  const results = await openResults(running, { checked, layout, halt, isLost: false }, hold);
  return join({ ...running, queue, checked, layout, batchId, client, results });
}

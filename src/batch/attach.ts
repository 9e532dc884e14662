// Whether the run of a file is going on already, on a ledger that several hosts share: then a command that starts it again is
// one more worker of it, and writes its results, too.
import { setTimeout } from 'node:timers/promises';

import type { RunQueue, Submission } from '../ledger/ledger.ts';
import { detached } from './hosts/detached.ts';
import { type RunShape, shapeOf } from './hosts/shape.ts';
import { firstPass } from './input/first-pass.ts';
import { Refusal } from './input/refusal.ts';
import type { Hold } from './input/releasing.ts';
import { join } from './join-run.ts';
import { openResults } from './open-results.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import type { RunEnd } from './results/run-end.ts';
import { LedgerStamp } from './results/stamp.ts';
import { exitOfCounts } from './results/tally.ts';
import type { Running } from './running.ts';
import { Halt } from './send/halt.ts';
import { openClient, signIn } from './send/service.ts';

const POLL_MS = 250;

/**
 * The open run of this file. One that is stopping is waited for: what comes after it is a new run. Errors: {@link Refusal} for
 * one that was cut off in another version, whose hosts alone could work on what this one would add.
 */
export async function openRunOf(
  { settings, control }: Running,
  queue: RunQueue,
  fileHash: string,
): Promise<Submission | undefined> {
  const batchId = settings.batchId ?? fileHash;
  for (;;) {
    const open = await queue.openRun({ kind: 'payouts', batchId, fileHash });
    if (open?.isCutOff === true && open.stopped === '' && open.version !== (settings.version ?? ''))
      throw new Refusal(
        'version',
        `${settings.file}: run ${open.runId} of this file was cut off while version ${open.version} submitted it: go on with that version, or stop it (paybatch stop ${open.runId}) and run the file again`,
      );
    if (!open || open.stopped === '' || control.signals > 0) return open;
    await queue.tend({ at: new Date(settings.clock.now()), exitOf: exitOfCounts });
    await setTimeout(POLL_MS);
  }
}

/** This run under the id of another one, whose lines it writes. */
export const asRun = (running: Running, runId: string): Running => ({
  ...running,
  runId,
  stamp: new LedgerStamp(running.ledger, runId, running.settings.environment, running.settings.asTyped),
});

/**
 * What decides about a row was said when it was submitted: whoever asks for something else now must not think that he has it.
 * Returns what isn't heeded, and pays nothing otherwise. Errors: {@link Refusal}.
 */
function judgeFlags(
  { file, useDeveloperFunds, quote, plan, maxInDoubt, haltAfter, alikeOk }: Running['settings'],
  runId: string,
  shape: RunShape,
): string[] {
  const flag =
    useDeveloperFunds && !shape.useDeveloperFunds
      ? '--use-developer-funds'
      : !quote && shape.quote
        ? '--no-quote'
        : plan && plan.name !== shape.plan?.name
          ? `--plan ${plan.name}`
          : undefined;
  if (flag !== undefined)
    throw new Refusal(
      'attach',
      `${file}: run ${runId} of this file is going on, and was submitted without ${flag}: leave it out to work on that run, or stop it first (paybatch stop ${runId})`,
    );
  // A plan says so itself, and is the same one here.
  const isMeant = plan !== undefined || shape.alikeSince === null;
  const alike = `--alike-ok isn't heeded: run ${runId} was submitted without it, and holds what looks like an earlier payment`;
  const limits = [
    ['--max-in-doubt', maxInDoubt, shape.maxInDoubt] as const,
    ['--halt-after', haltAfter, shape.haltAfter] as const,
  ]
    .filter(([, own, submitted]) => own !== submitted)
    .map(
      ([name, own, submitted]) => `${name} ${own} isn't heeded: run ${runId} was submitted with ${submitted}`,
    );
  return alikeOk && !isMeant ? [...limits, alike] : limits;
}

/** The file was checked, guarded and approved when it was submitted. */
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
  for (const text of judgeFlags(settings, submission.runId, shape)) hooks.notice?.(text);
  let layout: ResultLayout | undefined;
  const checked = await firstPass(handle, { ...settings, profile }, control, {
    onHeader: (pass) => {
      layout = resultLayout(pass, running.stamp);
    },
  });
  if (!layout) throw new Error('a pass without a header');
  const isOurs = submission.version === (settings.version ?? '');
  const what =
    settings.detach === true
      ? 'it is queued already'
      : isOurs
        ? 'this command works on it, too'
        : `it was submitted by version ${submission.version}, and its rows are left to workers of that version`;
  hooks.notice?.(`run ${submission.runId} of this file is going on: ${what}`);
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

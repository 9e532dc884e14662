// A run, top to bottom: prepare (read, check, guard, sign in, ask), claim, send, finish. Branching lives in plan/,
// looping in send/second-pass.ts, deciding about calls in the client.
import { planText } from '../approval/plan-format.ts';
import { openInput } from '../csv/input.ts';
import { EXIT } from '../errors.ts';
import { hashFile } from '../files/bytes.ts';
import { asRun, attach, openRunOf } from './attach.ts';
import { claim } from './claim.ts';
import { holdToPlan, judgePlan, watchPlan } from './hold-to-plan.ts';
import { judgeGoingOn } from './hosts/submitted-settings.ts';
import { Refusal } from './input/refusal.ts';
import { type Hold, releasing } from './input/releasing.ts';
import { openResults } from './open-results.ts';
import { prepare, type Prepared } from './prepare.ts';
import { finish } from './results/finish.ts';
import { ledgerCall } from './results/ledger-call.ts';
import { Pace } from './results/pace.ts';
import type { ResultsFile } from './results/results-file.ts';
import { judgeResultsPath, judgeRetryPath } from './results/results-path.ts';
import type { RunEnd, Story } from './results/run-end.ts';
import { LedgerStamp } from './results/stamp.ts';
import { contextOf, isUnreadable } from './run-parts.ts';
import { runShared } from './run-shared.ts';
import { refuseChanged, type Running } from './running.ts';
import type { RunContext } from './send/context.ts';
import { Pages } from './send/pages.ts';
import { RowPool } from './send/row-pool.ts';
import { type SecondPass, secondPass } from './send/second-pass.ts';
import type { LiveSettings } from './send/settings.ts';

export const run: Story<LiveSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const startedAt = new Date(settings.clock.now());
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const ledger = await settings.openLedger();
    hold(() => ledger.close());
    if (settings.detach === true && !ledger.queue) refuseDetached(settings.file);
    await judgeResultsPath(settings.results, handle, ledger.path);
    await judgeRetryPath(settings.retry);

    const stamp = new LedgerStamp(ledger, runId, settings.environment, settings.asTyped);
    const pace = new Pace(() => settings.clock.elapsed());
    let running: Running = { settings, hooks, control, runId, startedAt, handle, ledger, stamp, pace };
    const { queue } = ledger;
    if (queue) running = { ...running, fileHash: await hashFile(handle) };
    const going = queue && (await openRunOf(running, queue, running.fileHash ?? ''));
    if (queue && going && !going.isCutOff) return attach(running, queue, going, hold);
    if (going) for (const text of judgeGoingOn(settings, going)) hooks.notice?.(text);
    if (going) running = asRun(running, going.runId);
    const approved = await judgePlan(settings, ledger);
    // Of another file than the planned one nobody is asked: what differs is said, and it is refused.
    const isAnother = approved !== undefined && (await hashFile(handle)) !== approved.plan.digest;
    const prepared = await prepare(isAnother ? unasked(running) : running, hold);
    if (approved) await holdToPlan(running, prepared, approved);
    if (isAnother) refuseChanged(settings.file);
    if (queue && prepared.checked.facts.kind === 'payouts')
      return withoutQuestion(
        await runShared(running, prepared, approved, { queue, cutOff: going }, hold),
        prepared,
      );
    const begun = await claim(running, prepared, approved);
    const results = await openOwn(running, prepared, hold);
    const { checked, batchId, breaker, wallets } = prepared;
    const pages = new Pages(ledger, runId, pace, (failure) => breaker.trip(failure));
    await send(running, prepared, { results, pages, contested: begun.held > 0, approved });
    await pages.end(breaker.reason);
    const end = await finish({
      runId,
      batchId,
      input: {
        ...{ handle, file: settings.file, prefixes: checked.prefixes },
        encoding: settings.imports?.encoding,
      },
      resultsPath: settings.results,
      retryPath: settings.retry,
      checked,
      ledger,
      clock: settings.clock,
      results,
      hooks,
      stopped: [breaker.reason, ...wallets.reasons].filter((reason) => reason !== '').join('; '),
      short: wallets.short,
    });
    // All is written and said: what can't be taken in now is taken in by the next run.
    if (settings.history) await ledgerCall(() => ledger.history.catchUp());
    const durationMs = settings.clock.now() - startedAt.getTime();
    return withoutQuestion({ ...end, short: wallets.short, durationMs }, prepared);
  });

/** How long a person took to answer is no part of how long the run took. */
const withoutQuestion = (end: RunEnd, { askedMs }: Prepared): RunEnd => ({
  ...end,
  durationMs: Math.max(0, end.durationMs - askedMs),
});

const unasked = (running: Running): Running => ({
  ...running,
  hooks: { ...running.hooks, confirm: () => Promise.resolve(true) },
});

/** Errors: {@link Refusal}; then the run has come to nothing. */
async function openOwn(running: Running, prepared: Prepared, hold: Hold): Promise<ResultsFile> {
  const { settings, runId, ledger } = running;
  try {
    return await openResults(running, prepared, hold);
  } catch (error) {
    await ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
    throw error;
  }
}

function refuseDetached(file: string): never {
  throw new Refusal(
    'detach',
    `${file}: --detach needs a ledger on Postgres: run it without --detach, or name such a ledger (--ledger postgres://...)`,
  );
}

/** The second pass. A file that can't be read to its end halts the run in good order. */
async function send(
  running: Running,
  prepared: Prepared,
  { approved, ...into }: Pick<SecondPass, 'results' | 'pages' | 'contested'> & Pick<RunContext, 'approved'>,
): Promise<void> {
  const { settings, hooks, runId, handle, pace } = running;
  const { checked, breaker } = prepared;
  if (approved) {
    checked.options.documents.holdTo(approved.documents);
    const text = settings.plan ? planText(settings.plan.file) : '';
    await running.ledger.keep({ runId, kind: 'plan', part: 0, data: text });
  }
  const context: RunContext = { ...contextOf(running, prepared), approved };
  const beforeRow = approved && watchPlan(running, breaker, approved);
  const { rows } = checked.facts;
  hooks.log.info('run started', { run: runId, batch: prepared.batchId, rows, file: settings.file });
  const pool = new RowPool(settings.concurrency);
  try {
    const { historyChecks, page } = prepared;
    const judged = { historyChecks, page, beforeRow };
    await secondPass({ handle, checked, context, pool, hooks, pace, ...judged, ...into });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    breaker.trip(`${settings.file}: ${error.message}; the rows from there on were not read`);
    await pool.drain();
  }
  breaker.end();
}

// A run, top to bottom: open, prepare (survey, plan, gate), claim the rows, deliver them to the sink, finish. One host sends its rows
// itself (LocalSink). On a ledger that several hosts share, payouts are queued for all of them (run-on-hosts.ts).
import { attach, openSubmission } from './attach.ts';
import { claim } from './claim.ts';
import { deliveryOf } from './delivery.ts';
import { finishRun } from './finish-run.ts';
import { judgeAsked } from './hosts/submission.ts';
import { type Hold, releasing } from './input/control.ts';
import { openResults } from './open-results.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { FileCommand, RunEnd } from './results/run-end.ts';
import { runOnHosts } from './run-on-hosts.ts';
import { asRun, judgePaths, openRun, type Running } from './running.ts';
import { deliver } from './send/deliver.ts';
import { LocalSink } from './send/local-sink.ts';
import type { LiveSettings } from './send/settings.ts';
import { watchPlan } from './verify-plan.ts';

export const run: FileCommand<LiveSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const opened = await openRun({ settings, hooks, control, runId }, hold);
    await judgePaths(opened);
    const { queue } = opened.ledger;
    const open = queue && (await openSubmission(opened, queue));
    if (queue && open && !open.isCutOff) return attach(opened, queue, open, hold);
    if (open) for (const text of judgeAsked(settings, open)) hooks.notice?.(text);

    const running = open ? asRun(opened, open.runId) : opened;
    const prepared = await prepare(running, hold);
    const isShared = queue && prepared.checked.facts.kind === 'payouts';
    const end = await (isShared
      ? runOnHosts(running, prepared, { queue, cutOff: open }, hold)
      : runHere(running, prepared, hold));
    // The run's duration is without the time that a person took to answer.
    return { ...end, durationMs: Math.max(0, end.durationMs - prepared.askedMs) };
  });

/** This process sends all rows. */
async function runHere(running: Running, prepared: Prepared, hold: Hold): Promise<RunEnd> {
  const { settings, hooks, ledger, pace } = running;
  const { breaker, wallets, approved } = prepared;
  const claimed = await claim(running, prepared);
  const results = await openResults(running, { ...prepared, giveUp: claimed.giveUp }, hold);
  const delivery = await deliveryOf(running, prepared, claimed, (page) => ledger.keep(page));
  const { context, pages } = delivery;
  const sink = new LocalSink({
    ...{ context, results, hooks, pace },
    concurrency: settings.concurrency,
    rows: prepared.checked.facts.rows,
    beforeRow: approved && watchPlan(running, breaker, approved),
  });
  await deliver(delivery, sink);
  await pages.end(breaker.reason);
  const stopped = [breaker.reason, ...wallets.reasons].filter((reason) => reason !== '').join('; ');
  const { batchId } = prepared.known;
  const { short } = wallets;
  const end = await finishRun(running, {
    ...{ results, stopped, short, batchId },
    checked: prepared.checked,
  });
  return { ...end, short };
}

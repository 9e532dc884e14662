// A run, top to bottom: open, prepare (everything that may refuse the run), claim the rows, deliver them to the sink,
// finish. One host sends its rows itself (LocalSink). On a ledger that several hosts share, payouts are queued for all
// of them (shared-run.ts).
import { claim } from './claim.ts';
import { finishRun } from './finish-run.ts';
import { withCleanup } from './input/control.ts';
import { asRun, openRun } from './open-run.ts';
import { prepare, type Prepared } from './prepare.ts';
import { checkResultsPath, checkRetryPath } from './results/results-path.ts';
import type { FileCommand, RunEnd } from './results/run-end.ts';
import { deliver } from './send/deliver.ts';
import { LocalSink } from './send/local-sink.ts';
import { RunParts } from './send/run-parts.ts';
import type { LiveSettings } from './send/settings.ts';
import { attach, openSubmission, runOnHosts } from './shared-run.ts';

export const run: FileCommand<LiveSettings> = (settings, hooks, control, runId) =>
  withCleanup(async (atEnd) => {
    const opened = await openRun({ settings, hooks, control, runId, atEnd });
    const { handle, ledger } = opened;
    const { queue } = ledger;
    await checkResultsPath(settings.results, handle, ledger.path);
    await checkRetryPath(settings.retry);
    const open = queue && (await openSubmission(opened, queue));
    if (queue && open && !open.isCutOff) return attach(opened, queue, open);

    const prepared = await prepare(open ? asRun(opened, open.runId) : opened);
    const isShared = queue && prepared.checked.facts.kind === 'payouts';
    return isShared ? runOnHosts(prepared, queue, open) : runHere(prepared);
  });

/** This process sends all rows. */
async function runHere(prepared: Prepared): Promise<RunEnd> {
  const { context } = prepared;
  const { breaker, wallets } = context;
  const results = await claim(prepared);
  const parts = new RunParts(context);
  await deliver(prepared, parts, new LocalSink({ ...prepared, results }));
  await parts.end(breaker.reason);
  const stopped = breaker.reason ?? wallets.reason;
  return finishRun({ ...prepared, results }, { stopped, short: wallets.short });
}

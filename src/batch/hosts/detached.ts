// The end of a run that was only queued: what became of its rows until now, and nothing of what will.
import type { Clock } from '../../client/clock.ts';
import { EXIT } from '../../errors.ts';
import type { Ledger, RunQueue } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { type RunEnd, UNWRITTEN } from '../results/run-end.ts';
import { Tally } from '../results/tally.ts';
import { standingRows } from './read-results.ts';

export interface Detached {
  readonly runId: string;
  readonly batchId: string;
  readonly startedAt: Date;
  readonly ledger: Ledger;
  readonly queue: RunQueue;
  readonly checked: Checked;
  readonly settings: { readonly clock: Clock };
}

/** `stopped`: why not all is queued; `held`: rows that another run has queued. */
export async function detached(
  { runId, batchId, startedAt, ledger, queue, checked, settings }: Detached,
  stopped: string,
  held: number,
): Promise<RunEnd> {
  const [tally, earlier] = [new Tally(), new Tally()];
  const submission = await queue.submission(runId);
  if (submission) {
    for await (const page of standingRows(ledger, queue, submission)) {
      for (const { row, outcome } of page) {
        tally.add(outcome.status, row.currency, row.amount);
        if (outcome.runId !== '') earlier.add(outcome.status, row.currency, row.amount);
      }
    }
  }
  return {
    ...{ runId, batchId, tally, earlier, stopped, facts: checked.facts },
    exitCode: stopped !== '' || held > 0 ? EXIT.stopped : EXIT.ok,
    ...UNWRITTEN,
    durationMs: settings.clock.now() - startedAt.getTime(),
  };
}

// What state a run is in, in a few words: going on, by whom; over, and how.
import { EXIT } from '../../../errors.ts';
import type { HostRecord, RunRecord } from '../../../ledger/ledger.ts';

const OPEN: Readonly<Record<NonNullable<RunRecord['open']>['state'], string>> = {
  submitting: 'its rows are being queued',
  cut_off:
    'cut off while its rows were queued: run the file again, or the rows that were not queued are never sent',
  queued: 'open to every host at work',
  stopping: 'stopped: requests in progress finish',
};

/** `continued`: the run that went on with its file. `hosts`: those of the environment. */
export function runState(
  run: RunRecord,
  continued: RunRecord | undefined,
  hosts: readonly Pick<HostRecord, 'state'>[],
): string {
  if (run.open?.state === 'queued' && !hosts.some(({ state }) => state === 'alive'))
    return 'queued, and no host is at work: start paybatch work';
  if (run.open) return OPEN[run.open.state];
  if (run.alive) return `running (process ${run.pid} on ${run.host})`;
  if (run.exitCode === null)
    return `ended without a result (killed?): ${continued ? `continued by run ${continued.id}` : 'run the file again to continue'}`;
  // That is how it ended; what was in doubt may have been settled since.
  const isSettled = run.exitCode === EXIT.inDoubt && run.counts !== null && !run.counts.in_doubt;
  return `exit ${run.exitCode}${isSettled ? '; none in doubt now' : ''}`;
}

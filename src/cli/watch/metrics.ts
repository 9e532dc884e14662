// The metrics file: gauges of the last run in Prometheus' text format, for a textfile collector. It appears whole, and
// others read it, so it holds no names and is not a secret.
import { readFile } from 'node:fs/promises';

import { writeWhole } from '../../files/atomic-file.ts';
import { ROW_STATUSES } from '../../ledger/ledger.ts';
import { whyNotThere } from '../output-file.ts';
import type { EndedRun } from './message.ts';

const LAST_SUCCESS = 'paybatch_last_success_timestamp_seconds';
const IN_DOUBT = 'paybatch_in_doubt_rows';

/**
 * Why nothing may be written there: a slip of the hand must not cost the input, the results or the ledger. `undefined`:
 * it may.
 */
export const whyNoMetrics = (path: string): string | undefined =>
  whyNotThere(path, (head) => head.startsWith('# HELP paybatch_'));

/** `nowMs`: since 1970. Errors: the system's. */
export async function writeMetrics(path: string, run: EndedRun, nowMs: number): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => ''); // the first run has none
  // The collector is another user, whatever the umask says.
  await writeWhole(path, metricsText(run, nowMs, text), 0o644);
}

/** `old`: the file that is there; what this run can't say keeps its value. */
export function metricsText(run: EndedRun, nowMs: number, old: string): string {
  const earlier = (name: string): string | undefined =>
    new RegExp(`^${name} (\\d+(?:\\.\\d+)?)$`, 'm').exec(old)?.[1];
  const now = (nowMs / 1000).toFixed(3);
  const doubts = run.inDoubt === undefined ? earlier(IN_DOUBT) : String(run.inDoubt);
  const rows = ROW_STATUSES.map((status) => `{status="${status}"} ${run.counts[status] ?? 0}`);
  const amounts = Object.entries(run.totals).flatMap(([currency, totals]) =>
    Object.entries(totals).map(
      ([status, total]) => `{currency="${label(currency)}",status="${status}"} ${total}`,
    ),
  );
  const success = run.exitCode === 0 ? now : (earlier(LAST_SUCCESS) ?? '0');
  const duration = (run.durationMs / 1000).toFixed(3);
  return [
    gauge('paybatch_last_run_timestamp_seconds', 'When the last run ended.', ` ${now}`),
    gauge(LAST_SUCCESS, 'When a run last ended with exit code 0; 0: never.', ` ${success}`),
    gauge('paybatch_exit_code', 'Exit code of the last run.', ` ${run.exitCode}`),
    gauge('paybatch_run_duration_seconds', 'How long the last run took.', ` ${duration}`),
    gauge('paybatch_rows', 'Rows of the last run by status.', ...rows),
    gauge('paybatch_amount', 'Amounts of the last run by currency and status.', ...amounts),
    doubts === undefined ? '' : gauge(IN_DOUBT, 'Rows in doubt, of all runs.', ` ${doubts}`),
  ].join('');
}

const gauge = (name: string, help: string, ...samples: readonly string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples.map((sample) => name + sample), ''].join(
    '\n',
  );

/** A currency that a file made up must not end its label. */
const label = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

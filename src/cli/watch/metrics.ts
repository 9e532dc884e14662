// The metrics file: gauges of the last run in Prometheus' text format, for a textfile collector. Other users read it,
// so it contains no names.
import { readFile } from 'node:fs/promises';

import { writeWhole } from '../../files/atomic-file.ts';
import { ROW_STATUSES } from '../../ledger/ledger.ts';
import { whyNotThere } from '../output-file.ts';
import type { WatchedEnd } from './notification.ts';

const LAST_SUCCESS = 'paybatch_last_success_timestamp_seconds';
const IN_DOUBT = 'paybatch_in_doubt_rows';

/** Why the metrics may not be written there: a wrong path must not overwrite the input, the results or the ledger. */
export const whyNoMetrics = (path: string): string | undefined =>
  whyNotThere(path, (head) => head.startsWith('# HELP paybatch_'));

/** `nowMs`: since 1970. Errors: the system's. */
export async function writeMetrics(path: string, run: WatchedEnd, nowMs: number): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => ''); // there is none before the first run
  // Readable by the collector, which is another user.
  await writeWhole(path, metricsText(run, nowMs, text), 0o644);
}

/** `old`: the present file. Values that this run does not know are kept. */
export function metricsText(run: WatchedEnd, nowMs: number, old: string): string {
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

/** A currency from a file may contain quotes. */
const label = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

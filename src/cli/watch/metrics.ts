// The metrics file: gauges of the last run in Prometheus' text format, for a textfile collector. It appears whole, under
// a name that no collector reads before it is there. Others read it, so it holds no names and is not a secret.
import { constants } from 'node:fs';
import { access, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { AtomicFile } from '../../files/atomic-file.ts';
import { STATUSES } from '../render/summary.ts';
import type { EndedRun } from './ended.ts';

const LAST_SUCCESS = 'paybatch_last_success_timestamp_seconds';
const IN_DOUBT = 'paybatch_in_doubt_rows';
const FIRST = '# HELP paybatch_';
/** As much of an older file as is looked at: ours is a fraction of it. */
const OLD_BYTES = 1_000_000;

/** Why no gauges can be written there; `undefined` if they can. */
export async function whyNoMetrics(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return `there is no folder ${folder}`;
  const isClosed = await access(folder, constants.W_OK).then(
    () => false,
    () => true,
  );
  if (isClosed) return `nothing can be written in ${folder}`;
  const file = await stat(path).catch(() => undefined);
  if (file && !file.isFile()) return 'it exists and is not a regular file';
  // A slip of the hand must not cost the input, the results or the ledger.
  if (file && file.size > 0 && !(await isOurs(path)))
    return 'it holds something else, which would be overwritten';
  return undefined;
}

/** Whether it begins as our gauges do. */
async function isOurs(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST.length), 0, FIRST.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === FIRST;
  } finally {
    await handle.close();
  }
}

/** `nowMs`: since 1970; `id`: of the temporary file's name, that nobody can foresee. Errors: the system's. */
export async function writeMetrics(path: string, run: EndedRun, nowMs: number, id: string): Promise<void> {
  const file = await AtomicFile.create(path, id);
  try {
    await file.write(metricsText(run, nowMs, await earlier(path)));
    await file.setMode(0o644); // the collector is another user, whatever the umask says
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** Gauges of the file that is there: what this run can't say keeps its value. */
async function earlier(path: string): Promise<ReadonlyMap<string, string>> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : Infinity),
    () => Infinity,
  );
  const text = size > OLD_BYTES ? '' : await readFile(path, 'utf8').catch(() => '');
  return new Map(
    [...text.matchAll(/^(\w+) (\d+(?:\.\d+)?)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

export function metricsText(run: EndedRun, nowMs: number, old: ReadonlyMap<string, string>): string {
  const now = (nowMs / 1000).toFixed(3);
  const success = run.exitCode === 0 ? now : (old.get(LAST_SUCCESS) ?? '0');
  const doubts = run.inDoubt === undefined ? old.get(IN_DOUBT) : String(run.inDoubt);
  const rows = STATUSES.map(({ status }) => `paybatch_rows{status="${status}"} ${run.counts[status] ?? 0}`);
  const amounts = Object.entries(run.totals).flatMap(([currency, totals]) =>
    Object.entries(totals).map(
      ([status, total]) => `paybatch_amount{currency="${label(currency)}",status="${status}"} ${total}`,
    ),
  );
  return [
    ...gauge('paybatch_last_run_timestamp_seconds', 'When the last run ended.', now),
    ...gauge(LAST_SUCCESS, 'When a run last ended with exit code 0; 0: never.', success),
    ...gauge('paybatch_exit_code', 'Exit code of the last run.', String(run.exitCode)),
    ...gauge(
      'paybatch_run_duration_seconds',
      'How long the last run took.',
      (run.durationMs / 1000).toFixed(3),
    ),
    ...head('paybatch_rows', 'Rows of the last run by status.'),
    ...rows,
    ...head('paybatch_amount', 'Amounts of the last run by currency and status.'),
    ...amounts,
    ...(doubts === undefined ? [] : gauge(IN_DOUBT, 'Rows in doubt, of all runs.', doubts)),
    '',
  ].join('\n');
}

const head = (name: string, help: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`];
const gauge = (name: string, help: string, value: string): string[] => [
  ...head(name, help),
  `${name} ${value}`,
];

/** A currency that a file made up must not end its label. */
const label = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

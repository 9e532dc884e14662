// The results of a run that any host may ask for: from the ledger alone, as its rows stand now.
import { setTimeout } from 'node:timers/promises';

import type { Clock } from '../client/clock.ts';
import { EXIT } from '../errors.ts';
import { AtomicFile } from '../files/atomic-file.ts';
import { RETRY_COLUMN } from '../interface/columns.ts';
import type { Contradiction, Ledger, RunQueue, Submission } from '../ledger/ledger.ts';
import { type StandingRow, standingRows } from './hosts/read-results.ts';
import { shapeOf } from './hosts/submission.ts';
import type { RunControl } from './input/control.ts';
import { FileFacts } from './input/facts.ts';
import { retryCell } from './input/retry-of.ts';
import { type AsTyped, ledgerStamp, resultLayout, RETRYABLE } from './results/result.ts';
import { cantWrite } from './results/results-path.ts';
import { putRetryFiles } from './results/retry-files.ts';
import { type RunEnd, UNWRITTEN } from './results/run-end.ts';
import { RowSums } from './results/tally.ts';

const POLL_MS = 500;

export interface ResultsSettings {
  readonly ledger: Ledger;
  readonly queue: RunQueue;
  readonly submission: Submission;
  readonly environment: string;
  /** Waits until the run is over, or nobody goes on with it. */
  readonly wait: boolean;
  /** Paths of the results and the retry file; without it lines go to `onLine`. */
  readonly out: { readonly results: string; readonly retry: string } | undefined;
  readonly onLine: (line: string) => Promise<void>;
  readonly asTyped?: AsTyped | undefined;
  readonly clock: Clock;
}

export interface ResultsEnd extends RunEnd {
  /** Responses that contradict resolutions of this run's rows. */
  readonly alarms: readonly Contradiction[];
  /** Not all of it was queued, and nobody goes on with it. */
  readonly isCutOff: boolean;
}

/** Errors: {@link Refusal} for results that can't be written. */
export async function resultsOf(settings: ResultsSettings, control: RunControl): Promise<ResultsEnd> {
  const { ledger, queue, environment, out, clock, asTyped } = settings;
  let { submission } = settings;
  const { runId } = submission;
  const startMs = clock.now();
  while (settings.wait && (await goesOn(queue, submission)) && control.signals === 0) {
    await setTimeout(POLL_MS);
    submission = (await queue.submission(runId)) ?? submission;
  }
  await ledger.tip();
  const layout = resultLayout({ kind: 'payouts' }, ledgerStamp(ledger, { runId, environment, asTyped }));
  const file = out && (await createFile(out.results, runId));
  const put = async (line: string): Promise<void> => (file ? file.write(line) : settings.onLine(line));
  try {
    await put(layout.header);
    const sums = new Sums(await ledger.contradictions());
    if (submission.isAltered) sums.footing.push(ALTERED.settings);
    for await (const page of standingRows(ledger, queue, submission)) {
      for (const one of page) {
        sums.addStanding(one);
        await put(layout.line(one.row, one.outcome));
      }
    }
    await file?.commit();
    const files = await putRetry({ ...settings, submission }, sums);
    const written = { results: out?.results ?? null, ...files };
    return sums.endOf(submission, { ...written, durationMs: clock.now() - startMs });
  } finally {
    await file?.discard();
  }
}

const createFile = (path: string, runId: string): Promise<AtomicFile> =>
  AtomicFile.create(path, runId).catch((error: unknown) => Promise.reject(cantWrite(path, error)));

/** Whether any of its rows is still to come: of a submission that was cut off, those that it has queued. */
async function goesOn(queue: RunQueue, { runId, ended, isQueued, isCutOff }: Submission): Promise<boolean> {
  if (ended) return false;
  return !(isQueued || isCutOff) || (await queue.left(runId)).chunks > 0;
}

class Sums extends RowSums {
  readonly retry: Pick<StandingRow, 'raw' | 'key' | 'content'>[] = [];
  readonly footing: string[] = [];
  readonly #facts = new FileFacts('payouts');
  /** Lines of rows that somebody has changed in the database. */
  readonly #altered: number[] = [];
  readonly #alarms: readonly Contradiction[];
  readonly #keys = new Set<string>();

  constructor(alarms: readonly Contradiction[]) {
    super();
    this.#alarms = alarms;
  }

  addStanding({ row, outcome, raw, key, content, isAltered }: StandingRow): void {
    if (this.#alarms.some((one) => one.key === key)) this.#keys.add(key);
    this.#facts.add(row);
    this.add(row, outcome);
    if (isAltered) this.#altered.push(row.line);
    else if (RETRYABLE.has(outcome.status)) this.retry.push({ raw, key, content });
  }

  endOf(
    { runId, batchId, stopped, ended, rows, isCutOff }: Submission,
    told: Pick<RunEnd, 'results' | 'retry' | 'reasons' | 'durationMs'>,
  ): ResultsEnd {
    // Rows that were never kept: the submission was cut off before them.
    const missing = rows - this.#facts.rows;
    if (missing > 0 && !ended) {
      this.tally.addMany('pending', missing, []);
      this.#facts.rows += missing;
    }
    if (this.#altered.length > 0) this.footing.push(ALTERED.rows(this.#altered));
    if (missing > 0 && ended) this.footing.push(ALTERED.gone(missing));
    const { footing } = this;
    const alarms = this.#alarms.filter((one) => this.#keys.has(one.key) || one.runId === runId);
    const end = this.end(this.#facts, '');
    const code = alarms.length > 0 ? EXIT.inDoubt : end.exitCode;
    const exitCode = code === EXIT.ok && footing.length > 0 ? EXIT.refusedRows : code;
    return {
      ...UNWRITTEN,
      ...end,
      ...told,
      ...{ runId, batchId, stopped, footing, exitCode, alarms, isCutOff },
    };
  }
}

const SHOWN = 5;

const ALTERED = {
  settings: 'the settings of the run were changed in the database after it was submitted: find out by whom',
  rows: (lines: readonly number[]): string =>
    `${lines.length === 1 ? 'a row is' : `${lines.length} rows are`} not what was submitted (line ${lines.slice(0, SHOWN).join(', ')}${lines.length > SHOWN ? ', ...' : ''}): changed in the database. The input says what was meant, the ledger's entries what was sent`,
  gone: (rows: number): string =>
    `${rows === 1 ? 'a row that was' : `${rows} rows that were`} submitted ${rows === 1 ? 'is' : 'are'} gone: changed in the database. The same file, run again, continues with ${rows === 1 ? 'it' : 'them'}`,
};

/** The rows that were not paid, unchanged, once the run has ended. */
async function putRetry(
  { ledger, submission, out, clock }: ResultsSettings,
  { retry: rows, tally }: Sums,
): Promise<Pick<RunEnd, 'retry' | 'reasons'>> {
  const { runId, batchId, file, ended } = submission;
  if (!out || !ended) return { retry: null, reasons: null };
  const { header, footer, lineEnd, delimiter, tied } = shapeOf(submission);
  const cut = async (retry: Pick<AtomicFile, 'write'>): Promise<void> => {
    const put = (text: string, tie: string): Promise<void> =>
      retry.write(text + (tied ? delimiter + tie : '') + lineEnd);
    await put(header, RETRY_COLUMN);
    for (const row of rows) await put(row.raw, retryCell(row, batchId));
    if (footer !== '') await retry.write(footer + lineEnd);
  };
  return putRetryFiles({
    ...{ runId, batchId, ledger, clock, tally, cut, kind: 'payouts', input: file },
    ...{ rows: rows.length, path: out.retry, results: out.results },
    hasReferences: !tied && !header.includes(RETRY_COLUMN),
  });
}

// The retry file, and a text for people: the same rows with the reasons why they were not paid. The ledger remembers,
// among the uploads, which retry file was written under each name. One that was edited since, or is of another sheet,
// is never overwritten: the next one gets another name.
import { createHash } from 'node:crypto';
import { type FileHandle, rm, stat, unlink } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { openInput, readTable } from '../../csv/input.ts';
import { type AddedColumn, cutRetryFile } from '../../csv/retry-file.ts';
import { foldedSheet, isWorkbookName } from '../../csv/xlsx/workbook-file.ts';
import { AtomicFile } from '../../files/atomic-file.ts';
import { hashFile } from '../../files/bytes.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { retryCell } from '../input/retry-of.ts';
import type { FileSettings } from '../input/settings.ts';
import type { Checked } from '../input/survey.ts';
import { ledgerCall } from './ledger-call.ts';
import { fileMessage } from './messages.ts';
import { RETRYABLE } from './result.ts';
import type { ResultsFile } from './results-file.ts';
import { nextRetryName, reasonsName } from './results-path.ts';
import type { RunEnd } from './run-end.ts';

const keyOf = (kind: string, path: string): string => sha256(`${kind}\0${resolve(path)}`);
const parentKey = (digest: string): string => sha256(`retry of\0${digest}`);

/** The run that wrote results there, if one did. Errors: LedgerError. */
export const writerOfResults = (ledger: Pick<Ledger, 'recall'>, path: string): Promise<string | undefined> =>
  ledger.recall(keyOf('results', path));

/** If the ledger can't take it, the file counts as edited. */
const remember = ({ ledger, clock }: Remembering, key: string, text: string): Promise<unknown> =>
  ledgerCall(() => ledger.remember(key, text, new Date(clock.now())));

export const rememberResults = (remembering: Remembering, path: string, runId: string): Promise<unknown> =>
  remember(remembering, keyOf('results', path), runId);

/** The batch of the file from which a retry file with these bytes was cut. Errors: LedgerError. */
export const parentOf = (hash: string, ledger: Pick<Ledger, 'recall'>): Promise<string | undefined> =>
  ledger.recall(parentKey(hash));

interface Remembering {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

type Output = Pick<AtomicFile, 'write'>;

/** A run whose rows have all ended. */
interface EndedRun {
  readonly runId: string;
  /** A run of the retry file is a retry of this batch. */
  readonly batches: { readonly batchId: string };
  readonly ledger: Ledger;
  readonly handle: FileHandle;
  readonly settings: Pick<FileSettings, 'file' | 'imports' | 'results' | 'say'> & {
    /** The name of the retry file, if no edited file is there. */
    readonly retry: string;
    readonly clock: Clock;
  };
  readonly checked: Checked;
  readonly results: ResultsFile;
}

/**
 * `short`: rows that were refused for lack of funds. Nothing is wrong with them. Returns the names that the files got;
 * `null` for none. Errors: InputError if the input was changed; the system's.
 */
export async function putRetryFiles(run: EndedRun, short = 0): Promise<Pick<RunEnd, 'retry' | 'reasons'>> {
  if (run.results.retry.length === 0) {
    await removeUnedited(run);
    return { retry: null, reasons: null };
  }
  const retry = await putRetryFile(run);
  // For people: if it can't be written, that changes nothing else.
  const reasons = await putReasons(run, retry, short).catch(() => null);
  return { retry, reasons };
}

/** Returns the name that it got. */
async function putRetryFile(run: EndedRun): Promise<string> {
  const { runId, batches, settings } = run;
  const file = await AtomicFile.create(settings.retry, runId);
  try {
    const hash = createHash('sha256');
    await cutRows(run, {
      write: (content) => {
        hash.update(content);
        return file.write(content);
      },
    });
    const digest = hash.digest('hex');
    const path = await freeName(run, digest);
    const remembering = { ledger: run.ledger, clock: settings.clock };
    // Before the file has its name, so that no run reads it as an unknown file.
    if (!(await wasRun(run, digest))) await remember(remembering, parentKey(digest), batches.batchId);
    await file.commit(path);
    await remember(remembering, nameKey(run, path), digest);
    return path;
  } finally {
    await file.discard();
  }
}

/** Whether a file with these bytes was run before: it keeps its batch. */
async function wasRun({ ledger, checked }: EndedRun, digest: string): Promise<boolean> {
  const runs = await ledgerCall(() => ledger.runsOfFile(checked.facts.kind, digest));
  return runs.ok && runs.value.length > 0;
}

/** Each sheet of a workbook has its own retry files, under the name of the workbook. */
const nameKey = ({ checked }: EndedRun, path: string): string =>
  keyOf(`retry file${foldedSheet(checked.sheet)}`, path);

/** Whether a run has written these bytes there. */
async function isUnedited(run: EndedRun, path: string, digest: string): Promise<boolean> {
  const known = await ledgerCall(() => run.ledger.recall(nameKey(run, path)));
  return known.ok && known.value === digest;
}

/** The first name without a file, with the same file, or with a file that nobody has edited. */
async function freeName(run: EndedRun, own: string): Promise<string> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(run.settings.retry, count);
    const digest = await digestOf(path);
    if (digest === undefined || digest === own || (await isUnedited(run, path, digest))) return path;
  }
}

/** Every row is paid now. */
async function removeUnedited(run: EndedRun): Promise<void> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(run.settings.retry, count);
    const digest = await digestOf(path);
    if (digest === undefined) return;
    if (!(await isUnedited(run, path, digest))) continue;
    await unlink(path);
    await rm(reasonsName(path), { force: true });
  }
}

/** SHA-256 (hex); `undefined` without a file. An unreadable file counts as edited. */
async function digestOf(path: string): Promise<string | undefined> {
  try {
    await stat(path);
  } catch {
    return undefined;
  }
  try {
    const handle = await openInput(path);
    return await hashFile(handle).finally(() => handle.close());
  } catch {
    return 'unreadable';
  }
}

/** Unpaid rows, with the header and footer that the profile needs. */
async function cutRows(run: EndedRun, out: Output): Promise<void> {
  const { settings, handle, checked, results } = run;
  const { headerRange, end, header, prefixes } = checked;
  const { imports } = checked.options;
  const input = { handle, file: settings.file, prefixes, encoding: settings.imports?.encoding };
  const ranges = [headerRange, ...results.retry, ...(end.below ? [end.below] : [])];
  const added = tieOf(run);
  if (!isWorkbookName(settings.file)) return cutRetryFile(input, ranges, out, added);
  const { writeSheetRetry } = await import('./sheet-retry.ts');
  return writeSheetRetry({ input, imports, header, lines: ranges.map(({ start }) => start), added }, out);
}

/** x-retry-of for rows without references; a retry of a retry file has the column already. */
function tieOf({ checked, batches, results }: EndedRun): AddedColumn | undefined {
  const { index } = checked.header;
  if (index.has('reference') || index.has(RETRY_COLUMN)) return undefined;
  const cell = (index: number): string | undefined => {
    if (index === 0) return RETRY_COLUMN;
    const row = results.retry[index - 1];
    return row && retryCell(row, batches.batchId);
  };
  return { delimiter: checked.header.delimiter, cell };
}

/** The reasons of the rows, from the results: a million are not kept in memory. Returns the name of the text. */
async function putReasons(run: EndedRun, retry: string, short: number): Promise<string> {
  const { say, results } = run.settings;
  const path = reasonsName(retry);
  const file = await AtomicFile.create(path, run.runId);
  try {
    await file.write(say(headOf(run, retry, short)));
    for await (const { cell } of readTable(results))
      if (RETRYABLE.has(cell('status'))) await file.write(say(entryOf(cell)));
    await file.commit();
    return path;
  } finally {
    await file.discard();
  }
}

function headOf({ runId, settings, checked, results }: EndedRun, retry: string, short: number): Message {
  const { tally } = results.sums;
  const toCorrect = tally.count('invalid', 'rejected') - short;
  const isHeld = tally.held === results.retry.length;
  const tie = checked.header.index.has('reference') ? 'reference' : 'tie';
  const asTheyAre = short > 0 ? 'funds' : 'again';
  const advice = isHeld ? 'held' : toCorrect + tally.held > 0 ? tie : asTheyAre;
  const names = { input: basename(settings.file), retry: basename(retry) };
  const { kind } = checked.facts;
  return fileMessage('reasons_head', { kind, rows: results.retry.length, runId, ...names, advice });
}

function entryOf(cell: (name: string) => string): Message {
  const sum = [cell('receiverAmount'), cell('currency')].filter((text) => text !== '').join(' ');
  const [line, reference, status] = [cell('line'), cell('reference'), cell('status')];
  const [httpStatus, errorMessage] = [cell('httpStatus'), cell('errorMessage')];
  return fileMessage('reasons_row', { line, reference, sum, status, httpStatus, errorMessage });
}

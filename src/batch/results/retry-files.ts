// The retry file, and a text for people: the same rows with the reasons why they were not paid. The ledger remembers,
// among the uploads, what was written under each name. A retry file that was edited since, or is of another sheet, is
// never overwritten: the next one gets another name.
import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { openInput, readRecords } from '../../csv/input.ts';
import { foldedSheet } from '../../csv/xlsx/workbook-file.ts';
import { AtomicFile } from '../../files/atomic-file.ts';
import { hashFile } from '../../files/bytes.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message, Say } from '../../message.ts';
import { isMissing } from './earlier-results.ts';
import { ledgerCall } from './ledger-call.ts';
import { fileMessage } from './messages.ts';
import { RETRYABLE } from './result.ts';
import { nextRetryName } from './results-path.ts';
import type { RunEnd } from './run-end.ts';
import type { Tally } from './tally.ts';

const keyOf = (kind: string, path: string): string => sha256(`${kind}\0${resolve(path)}`);
const parentKey = (digest: string): string => sha256(`retry of\0${digest}`);

/** The run that wrote results there, if one did. Errors: LedgerError. */
export const writerOfResults = (ledger: Pick<Ledger, 'upload'>, path: string): Promise<string | undefined> =>
  ledger.upload(keyOf('results', path));

/** If the ledger can't take it, the file counts as edited. */
const remember = ({ ledger, clock }: Remembering, key: string, text: string): Promise<unknown> =>
  ledgerCall(() => ledger.saveUpload(key, text, new Date(clock.now())));

export const rememberResults = (remembering: Remembering, path: string, runId: string): Promise<unknown> =>
  remember(remembering, keyOf('results', path), runId);

/** The batch of the file from which a retry file with these bytes was cut. Errors: LedgerError. */
export const parentOf = (hash: string, ledger: Pick<Ledger, 'upload'>): Promise<string | undefined> =>
  ledger.upload(parentKey(hash));

interface Remembering {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

type Output = Pick<AtomicFile, 'write'>;

interface Retrying extends Remembering {
  /** Number of rows; 0: no file. */
  readonly rows: number;
  readonly cut: (out: Output) => Promise<void>;
  /** Its name, if no edited file is there. */
  readonly path: string;
  /** A run of the retry file is a retry of that batch. */
  readonly batchId: string;
  readonly runId: string;
  readonly kind: FileKind;
  readonly input: string;
  /** Each sheet of a workbook has its own files, under the name of the workbook. */
  readonly sheet: string;
  readonly results: string;
  readonly hasReferences: boolean;
  readonly tally: Tally;
  readonly say: Say;
  /** Rows that were refused for lack of funds: nothing is wrong with them. */
  readonly short?: number | undefined;
}

/** Returns the names that they got; `null` for none. Errors: those of `cut`. */
export async function putRetryFiles(retrying: Retrying): Promise<Pick<RunEnd, 'retry' | 'reasons'>> {
  const { path, cut } = retrying;
  const retry = await putFile(retrying, path, cut, true);
  const name = retry ?? path;
  const writeText = (out: Output): Promise<void> => writeReasons(retrying, name, out);
  // For people: a run doesn't end otherwise for want of it.
  const reasons = await putFile(retrying, name.replace(/\.csv$/i, '.txt'), writeText).catch(() => null);
  return { retry, reasons };
}

async function putFile(
  retrying: Retrying,
  first: string,
  write: (out: Output) => Promise<void>,
  isRetry = false,
): Promise<string | null> {
  const { rows, ledger, runId, batchId, sheet } = retrying;
  const keyIn = (path: string): string => keyOf(`retry file${foldedSheet(sheet)}`, path);
  const isUnchanged = async (path: string, digest: string): Promise<boolean> => {
    const known = await ledgerCall(() => ledger.upload(keyIn(path)));
    return known.ok && known.value === digest;
  };
  if (rows === 0) {
    // Files of earlier runs that nobody has edited.
    for await (const { path, digest } of namesFrom(first))
      if (digest !== undefined && (await isUnchanged(path, digest))) await unlink(path);
    return null;
  }
  const file = await AtomicFile.create(first, runId);
  try {
    const hash = createHash('sha256');
    await write({
      write: (content) => {
        hash.update(content);
        return file.write(content);
      },
    });
    const own = hash.digest('hex');
    // Before anybody can find it under its name.
    if (isRetry) await remember(retrying, parentKey(own), batchId);
    for await (const { path, digest } of namesFrom(first)) {
      if (digest !== undefined && digest !== own && !(await isUnchanged(path, digest))) continue;
      await file.commit(path);
      await remember(retrying, keyIn(path), own);
      return path;
    }
    return null;
  } finally {
    await file.discard();
  }
}

/** Names with the SHA-256 (hex) of the files there; the last one is free. An unreadable file counts as edited. */
async function* namesFrom(first: string): AsyncGenerator<{ path: string; digest: string | undefined }> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(first, count);
    const digest = await digestOf(path);
    yield { path, digest };
    if (digest === undefined) return;
  }
}

async function digestOf(path: string): Promise<string | undefined> {
  try {
    const handle = await openInput(path);
    return await hashFile(handle).finally(() => handle.close());
  } catch (error) {
    return isMissing(error) ? undefined : 'unreadable';
  }
}

/** Written from the results, so that a million reasons are not kept in memory. */
async function writeReasons(retrying: Retrying, retry: string, out: Output): Promise<void> {
  const { say } = retrying;
  await out.write(say(headOf(retrying, retry)));
  const handle = await openInput(retrying.results);
  try {
    let names: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file: retrying.results, delimiter: ',' })) {
      for (const { cells } of records) {
        const known = (names ??= cells);
        const cell = (name: string): string => cells[known.indexOf(name)] ?? '';
        if (RETRYABLE.has(cell('status'))) await out.write(say(entryOf(cell)));
      }
    }
  } finally {
    await handle.close();
  }
}

function headOf(retrying: Retrying, retry: string): Message {
  const { kind, input, rows, runId, hasReferences, tally, short = 0 } = retrying;
  const goAsTheyAre = tally.count('invalid', 'rejected') - short + tally.held === 0;
  const advice = goAsTheyAre ? 'again' : hasReferences ? 'reference' : 'tie';
  const names = { input: basename(input), retry: basename(retry) };
  return fileMessage('reasons_head', { kind, rows, runId, ...names, advice });
}

function entryOf(cell: (name: string) => string): Message {
  const sum = [cell('receiverAmount'), cell('currency')].filter((text) => text !== '').join(' ');
  const [line, reference, status] = [cell('line'), cell('reference'), cell('status')];
  const [httpStatus, errorMessage] = [cell('httpStatus'), cell('errorMessage')];
  return fileMessage('reasons_row', { line, reference, sum, status, httpStatus, errorMessage });
}

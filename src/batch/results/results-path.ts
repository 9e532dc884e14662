// Where results and retry files go: their names next to the input, and never over the input, the ledger, or a file
// that doesn't hold results. Of an input's name only the ending `.csv` is replaced: `pay.csv` and `pay.tsv` are two
// files.
import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { tryReplacing } from '../../files/atomic-file.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { fileMessage, whyNot } from './messages.ts';

/** A run with --sandbox never touches the files of a real run. */
export type ResultsEnding = 'results' | 'check' | 'quote' | 'sandbox' | 'funds';

const stem = (file: string): string => basename(file).replace(/\.csv$/i, '');

/** `payouts.csv` gives `payouts.results.csv` in the same folder. */
export function resultsName(file: string, ending: ResultsEnding): string {
  return join(dirname(file), `${stem(file)}.${ending}.csv`);
}

/** A retry file is numbered: `pay.retry.csv` is the first. */
const RETRY = /^(.*)\.retry(?:-(\d+))?\.csv$/i;

/** In the folder of the results. `pay.csv` gives `pay.retry.csv`, which gives `pay.retry-2.csv`, and so on. */
export function retryName(file: string, results: string, ending: ResultsEnding): string {
  const [, name = stem(file), number] = RETRY.exec(basename(file)) ?? [];
  const own = ending === 'sandbox' ? 'sandbox.retry' : 'retry';
  const first = join(dirname(results), `${name}.${own}.csv`);
  return RETRY.test(basename(file)) ? nextRetryName(first, Number(number ?? 1)) : first;
}

/** The name `count` names later: 1 after `pay.retry.csv` is `pay.retry-2.csv`. */
export function nextRetryName(path: string, count: number): string {
  const [, name = '', number = '1'] = /^(.*?)(?:-(\d+))?\.[^.]+$/.exec(path) ?? [];
  const ending = path.slice(path.lastIndexOf('.'));
  const next = Number(number) + count;
  return next === 1 ? path : `${name}-${next}${ending}`;
}

/** The text for people with the reasons of a retry file's rows. */
export const reasonsName = (retry: string): string => retry.replace(/\.csv$/i, '.txt');

const HEAD_BYTES = 256;
const NOT_ASCII = /[^\x09-\x7e]/g;
/** The first columns of every results file, of whatever release. */
const RESULTS_HEAD = /^"?line"?([,;\t])"?reference"?\1"?status"?\1"?(?:transferId|customerId)"?\1/;

/** At the start of a command; creates nothing. `ledger`: its path. Errors: {@link Refusal}. */
export async function checkResultsPath(path: string, input: FileHandle, ledger?: string): Promise<void> {
  const statOf = (file: string) => stat(file).catch(() => undefined);
  const [there, own] = await Promise.all([statOf(path), input.stat()]);
  if (there && ledger !== undefined) {
    const files = await Promise.all(['', '-wal', '-shm'].map((ending) => statOf(ledger + ending)));
    if (files.some((one) => one?.dev === there.dev && one.ino === there.ino)) {
      throw new Refusal('results', fileMessage('results_overwrite', { path, what: 'ledger' }));
    }
  }
  // By any name, and through any link.
  if (there?.dev === own.dev && there.ino === own.ino) {
    throw new Refusal('results_input', fileMessage('results_overwrite', { path, what: 'input' }));
  }
  if (there && !there.isFile()) throw unwritable(path, 'results', fileMessage('not_a_file'));
  if (there && there.size > 0 && !(await holdsResults(path))) {
    throw new Refusal('results_foreign', fileMessage('results_overwrite', { path, what: 'foreign' }));
  }
  await access(dirname(path), constants.W_OK)
    .then(() => tryReplacing(path))
    .catch((error: unknown) => {
      throw cantWrite(path, error);
    });
}

/** The same for the retry file and its reasons. Errors: {@link Refusal}. */
export async function checkRetryPath(retry: string): Promise<void> {
  for (const path of [retry, reasonsName(retry)]) {
    const there = await stat(path).catch(() => undefined);
    if (there && !there.isFile()) throw unwritable(path, 'retry', fileMessage('not_a_file'));
    await tryReplacing(path).catch((error: unknown) => {
      throw unwritable(path, 'retry', whyNot(error), error);
    });
  }
}

/** Whether it begins as results do, also after a spreadsheet has saved it. Errors: {@link Refusal}. */
async function holdsResults(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw cantWrite(path, error);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return beginsAsResults(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Removes the zero bytes of UTF-16 and byte order marks. */
export const beginsAsResults = (bytes: Buffer): boolean =>
  RESULTS_HEAD.test(bytes.toString('latin1').replace(NOT_ASCII, ''));

export const cantWrite = (path: string, error: unknown): Refusal =>
  unwritable(path, 'results', whyNot(error), error);

const unwritable = (path: string, file: 'results' | 'retry', why: Message, cause?: unknown): Refusal =>
  new Refusal('results', fileMessage('file_unwritable', { path, file, why }), cause);

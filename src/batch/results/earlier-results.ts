// Results files of earlier runs, which may be the only record of payments. The newest ones in some folders each show
// their last ledger stamp: a ledger that was restored or lost doesn't have it. A whole file is read strictly.
import { constants, copyFile, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type NamedRow, readTable } from '../../csv/input.ts';
import { undefused } from '../../csv/write.ts';
import { InputError } from '../../files/input-error.ts';
import type { Message } from '../../message.ts';
import { fileMessage } from './messages.ts';

export interface LedgerStampCells {
  readonly ledgerId: string;
  readonly sequence: number;
  /** Of the ledger's hash chain at that height; empty for none. */
  readonly head: string;
}

export interface ResultsRow {
  /** Its line in the results. */
  readonly place: number;
  readonly reference: string;
  readonly status: string;
  readonly createdId: string;
  readonly currency: string;
  readonly amount: string;
  readonly stamp: LedgerStampCells;
}

const COLUMNS = ['line', 'reference', 'status'];

/**
 * Rows of this environment. Errors: {@link InputError} for a file that is empty, of another kind, or was cut short.
 */
export async function* resultsRows(file: string, environment: string): AsyncGenerator<ResultsRow> {
  const wrong = (line: number, what: Message): InputError =>
    new InputError('results_cut', { file, line }, what);
  let idColumn = '';
  const checkHeader = (names: readonly string[], line: number): void => {
    if (!COLUMNS.every((name) => names.includes(name))) throw wrong(line, fileMessage('no_results'));
    // The results of payouts may have the input's customerId as well.
    idColumn = names.includes('transferid') ? 'transferId' : 'customerId';
  };
  const end = { isOpen: false };
  let last = 1;
  for await (const { line, cell, isWhole } of readTable(file, checkHeader, () => (end.isOpen = true))) {
    if (!isWhole) throw wrong(line, fileMessage('results_cut_off'));
    last = line;
    if ([environment, ''].includes(cell('environment'))) yield rowOf(line, cell, idColumn);
  }
  if (end.isOpen) throw wrong(last, fileMessage('results_cut_off'));
}

const rowOf = (place: number, cell: NamedRow['cell'], idColumn: string): ResultsRow => ({
  place,
  reference: undefused(cell('reference')),
  status: cell('status'),
  createdId: undefused(cell(idColumn)),
  currency: undefused(cell('currency')),
  amount: cell('receiverAmount'),
  stamp: { ledgerId: cell('ledgerId'), sequence: Number(cell('ledgerSequence')), head: cell('ledgerHead') },
});

/** Only the newest files are read: a folder with years of results must not slow a run. */
const MOST_FILES = 50;
const MOST_SEEN = 5000;
const HEAD_BYTES = 4096;
const TAIL_BYTES = 65_536;

/** The last columns, with any delimiter of a spreadsheet; none of them is ever quoted. */
const HEADER =
  /^\uFEFF?line([,;\t])reference\1status\1.*\1environment\1ledgerId\1ledgerSequence\1ledgerHead\r?$/;
const LAST = /([,;\t])([^,;\t"\n]*)\1([0-9a-f-]{36})\1(\d{1,15})\1([0-9a-f]{64})?\r?\n?$/;

const KEPT = /\.kept-[\w-]+\.csv$/;

/** Kept results have payments that the ledger doesn't know. */
export const isKept = (file: string): boolean => KEPT.test(basename(file));

export interface StampedFile {
  readonly file: string;
  readonly stamp: LedgerStampCells;
}

/** Results of this environment, and all that were kept. Other and unreadable files are left out. */
export async function stampedFiles(folders: Iterable<string>, environment: string): Promise<StampedFile[]> {
  const dated = (await Promise.all([...folders].map(datedFiles))).flat();
  const found: StampedFile[] = [];
  for (const { file, size } of dated.sort((a, b) => b.at - a.at)) {
    if (found.length >= MOST_FILES && !isKept(file)) continue;
    const last = await lastStamp(file, size).catch(() => undefined);
    if (last?.environment === environment) found.push({ file, stamp: last.stamp });
  }
  return found;
}

async function datedFiles(folder: string): Promise<{ file: string; size: number; at: number }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.csv'));
  const all = await Promise.all(
    names
      .filter((name, at) => at < MOST_SEEN || isKept(name))
      .map(async (name) => {
        const file = join(folder, name);
        const found = await stat(file).catch(() => undefined);
        return { file, size: found?.isFile() === true ? found.size : 0, at: found?.mtimeMs ?? 0 };
      }),
  );
  return all.filter(({ size }) => size > 0);
}

/** Whether results are of another environment (a rehearsal, staging). Those of an embedded sandbox prove nothing. */
export async function isOfOtherEnvironment(file: string, environment: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  const last =
    found?.isFile() === true ? await lastStamp(file, found.size).catch(() => undefined) : undefined;
  return last !== undefined && last.environment !== environment && !last.environment.startsWith('sandbox ');
}

async function lastStamp(
  file: string,
  size: number,
): Promise<{ readonly environment: string; readonly stamp: LedgerStampCells } | undefined> {
  const handle = await open(file, 'r');
  try {
    const bytes = async (at: number, length: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const [header = ''] = (await bytes(0, HEAD_BYTES)).split('\n', 1);
    if (!HEADER.test(header)) return undefined;
    const tail = await bytes(Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    // If the last line was cut, the one before it has a stamp as well.
    const last = LAST.exec(tail) ?? LAST.exec(tail.slice(0, tail.lastIndexOf('\n') + 1));
    if (!last) return undefined;
    const [, , environment = '', ledgerId = '', sequence = '', head = ''] = last;
    return { environment, stamp: { ledgerId, sequence: Number(sequence), head } };
  } finally {
    await handle.close();
  }
}

/** Copies results to a name that later runs read. Returns the name; empty if there are no results. */
export async function keepResults(results: string, runId: string): Promise<string> {
  for (let n = 1; ; n++) {
    const kept = `${results.replace(/\.csv$/i, '')}.kept-${runId}${n === 1 ? '' : `-${n}`}.csv`;
    try {
      await copyFile(results, kept, constants.COPYFILE_EXCL);
      return kept;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // copyFile's own
      if (code === 'ENOENT') return '';
      if (code !== 'EEXIST') throw error;
    }
  }
}

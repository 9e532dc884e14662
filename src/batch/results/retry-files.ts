// The retry file, and a text for people: the same rows with the reasons why they were not paid. The text is written
// from the results, so that a million reasons are not kept in memory.
import { basename } from 'node:path';

import { openInput, readRecords } from '../../csv/input.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { KINDS } from '../input/row.ts';
import { RETRYABLE } from './result.ts';
import type { RunEnd } from './run-end.ts';
import type { Tally } from './tally.ts';
import { putRetryFile, type RetryFile } from './written-files.ts';

export interface Retrying extends RetryFile {
  readonly batchId: string;
  readonly kind: FileKind;
  readonly input: string;
  readonly results: string;
  readonly hasReferences: boolean;
  readonly tally: Tally;
  /** Rows that were refused for lack of funds: nothing is wrong with them. */
  readonly short?: number | undefined;
}

/** Returns the names that they got; `null` for none. Errors: those of `cut`. */
export async function putRetryFiles(retrying: Retrying): Promise<Pick<RunEnd, 'retry' | 'reasons'>> {
  const { batchId, ...own } = retrying;
  const retry = await putRetryFile({ ...own, batchId });
  const name = retry ?? own.path;
  const reasons = await putRetryFile({
    ...own,
    path: name.replace(/\.csv$/i, '.txt'),
    cut: (out) => writeReasons(retrying, name, out),
  }).catch(() => null); // for people: a run doesn't end otherwise for want of it
  return { retry, reasons };
}

const KEEP_REFERENCE =
  'Keep the reference of a row that you correct, unless its reason is about the reference. If you change the reference, the payment can be made twice: from the retry file and from the original file.';
const KEEP_TIE = `Do not change the column ${RETRY_COLUMN} of a row that you correct: it names the row of the original file.`;

async function writeReasons(
  retrying: Retrying,
  retry: string,
  out: Pick<AtomicFile, 'write'>,
): Promise<void> {
  await out.write(headOf(retrying, retry));
  const handle = await openInput(retrying.results);
  try {
    let names: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file: retrying.results, delimiter: ',' })) {
      for (const { cells } of records) {
        const known = (names ??= cells);
        const cell = (name: string): string => cells[known.indexOf(name)] ?? '';
        if (RETRYABLE.has(cell('status'))) await out.write(entryOf(cell));
      }
    }
  } finally {
    await handle.close();
  }
}

function headOf(
  { kind, input, rows, runId, hasReferences, tally, short = 0 }: Retrying,
  retry: string,
): string {
  const goAsTheyAre = tally.count('invalid', 'rejected') - short + tally.held === 0;
  const [count, them] = rows === 1 ? ['1 row', 'it'] : [`${rows} rows`, 'them'];
  const again = `Correct nothing in ${them}: run ${basename(input)} again with the same command.`;
  const advice = goAsTheyAre ? again : hasReferences ? KEEP_REFERENCE : KEEP_TIE;
  return `${count} of ${basename(input)} not ${KINDS[kind].done}, and why (run ${runId}).\nThe rows themselves are in ${basename(retry)}, in this order.\n${advice}\n\n`;
}

type CellOf = (name: string) => string;

const statusOf = (cell: CellOf): string =>
  cell('httpStatus') === '' ? cell('status') : `${cell('status')}  HTTP ${cell('httpStatus')}`;

const whyOf = (cell: CellOf): string[] =>
  cell('errorMessage')
    .split(' | ')
    .map((part) => part.replace(/^\d+(?::\d+)?: /, ''));

/** `line 5  INV-1044  12.00 GBP  invalid`, and below it the reasons, one a line. */
function entryOf(cell: CellOf): string {
  const sum = [cell('receiverAmount'), cell('currency')].filter((text) => text !== '').join(' ');
  const head = [`line ${cell('line')}`, cell('reference'), sum, statusOf(cell)];
  const why = whyOf(cell).map((one) => `    ${one}\n`);
  return `${head.filter((text) => text !== '').join('  ')}\n${why.join('')}`;
}

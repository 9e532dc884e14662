// The twin of the retry file, for people: the same rows in the same order, each with the reason why it was not paid. Written
// from the results, so that a million reasons are not held; nothing is ever read from it.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { openInput, readRecords } from '../../csv/input.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { KINDS } from '../input/kinds.ts';
import { type KeptFile, putKeptFile } from './kept-file.ts';
import { RETRYABLE } from './result.ts';

export interface Reasons extends Omit<KeptFile, 'cut' | 'path'> {
  readonly kind: FileKind;
  /** The input, and the results that the reasons stand in. */
  readonly input: string;
  readonly results: string;
  /** The retry file; where there is none, the name that it would have. */
  readonly retry: string;
  /** Whether rows are told by a reference of their own. */
  readonly hasReferences: boolean;
  /** Whether the same command sends all of them as they are: nothing was wrong with any. */
  readonly goAsTheyAre: boolean;
}

/** `pay.retry.csv` gives `pay.retry.txt`. */
const reasonsName = (retry: string): string => retry.replace(/\.csv$/i, '.txt');

const KEEP_REFERENCE =
  'Keep the reference of a row that you correct, unless the reference itself is wrong. With a new reference it is a new payment, and the original file would pay the old one as well.';
const KEEP_TIE = `Leave the column ${RETRY_COLUMN} of a row that you correct as it is: it says which row that was.`;

/** Returns the name that it got; `null` where there is nothing to retry. Errors: the system's. */
export function putReasons(reasons: Reasons): Promise<string | null> {
  return putKeptFile({
    ...reasons,
    path: reasonsName(reasons.retry),
    cut: (out) => write(reasons, out),
  });
}

async function write(reasons: Reasons, out: AtomicFile): Promise<string> {
  const hash = createHash('sha256');
  const put = async (text: string): Promise<void> => {
    hash.update(text);
    await out.write(text);
  };
  await put(headOf(reasons));
  const handle = await openInput(reasons.results);
  try {
    let names: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file: reasons.results, delimiter: ',' })) {
      for (const { cells } of records) {
        if (names === undefined) {
          names = cells;
          continue;
        }
        const known = names;
        const cell = (name: string): string => cells[known.indexOf(name)] ?? '';
        if (RETRYABLE.has(cell('status'))) await put(entryOf(cell));
      }
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

function headOf({ kind, input, retry, rows, runId, hasReferences, goAsTheyAre }: Reasons): string {
  const [count, them] = rows === 1 ? ['1 row', 'it'] : [`${rows} rows`, 'them'];
  const again = `Nothing in ${them} needs correcting: run ${basename(input)} again, by the same command.`;
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

/** `line 5  INV-1044  12.00 GBP  invalid`, and below it each reason on a line of its own. */
function entryOf(cell: CellOf): string {
  const sum = [cell('receiverAmount'), cell('currency')].filter((text) => text !== '').join(' ');
  const head = [`line ${cell('line')}`, cell('reference'), sum, statusOf(cell)];
  const why = whyOf(cell).map((one) => `    ${one}\n`);
  return `${head.filter((text) => text !== '').join('  ')}\n${why.join('')}`;
}

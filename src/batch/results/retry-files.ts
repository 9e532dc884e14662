// The retry file, and a text for people: the same rows with the reasons why they were not paid. The text is written
// from the results, so that a million reasons are not kept in memory.
import { basename } from 'node:path';

import { openInput, readRecords } from '../../csv/input.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { type Message, type Say } from '../../message.ts';
import { fileMessage } from './file-messages.ts';
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
  readonly say: Say;
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

async function writeReasons(
  retrying: Retrying,
  retry: string,
  out: Pick<AtomicFile, 'write'>,
): Promise<void> {
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

// Where a table ends before its file does: the row that the profile's stopAt finds, and all below it, do not count as
// rows. A file in which it finds none may have been cut short.
import { printable } from '../../../csv/header.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import { InputError } from '../../../files/input-error.ts';
import { inputMessage } from '../messages.ts';

/** What lies below the table. */
export interface Below {
  /** The row that was found: its line, its place in the file, its first cell. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It and what follows, the first few. */
  readonly records: readonly CsvRecord[];
  /** The line of the last record. */
  lastLine: number;
}

/** A longer cell is no footer, and an expression may take long over it. */
const LOOKED_AT = 200;
/** A footer has few lines. */
const RECORDS = 20;

/**
 * The header and the rows above the end; what is below goes to `into`. Errors: {@link InputError} if there is no end.
 */
export async function* untilEnd(
  batches: AsyncIterable<readonly CsvRecord[]>,
  file: string,
  stopAt: RegExp,
  into: { below: Below | undefined },
): AsyncGenerator<readonly CsvRecord[]> {
  const isEnd = ({ cells }: CsvRecord): boolean => stopAt.test((cells[0] ?? '').trim().slice(0, LOOKED_AT));
  let isHeader = true;
  for await (const batch of batches) {
    if (into.below) {
      into.below.lastLine = batch.at(-1)?.line ?? into.below.lastLine;
      continue;
    }
    const at = batch.findIndex((record, index) => (index > 0 || !isHeader) && isEnd(record));
    isHeader = false;
    const found = batch[at];
    if (at !== 0) yield found ? batch.slice(0, at) : batch;
    if (found) into.below = belowFrom(found, batch.slice(at));
  }
  if (into.below) return;
  throw new InputError('stop_at', { file }, inputMessage('no_end', { stopAt: printable(stopAt.source) }));
}

function belowFrom({ line, start, end, cells }: CsvRecord, rest: readonly CsvRecord[]): Below {
  const text = (cells[0] ?? '').trim();
  return { line, start, end, text, records: rest.slice(0, RECORDS), lastLine: rest.at(-1)?.line ?? line };
}

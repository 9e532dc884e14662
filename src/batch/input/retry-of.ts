// The cell that ties a row of a retry file to its original row, in files without references: the key, the content and
// the batch of that row. The two are one row under any batch id.
import { printable } from '../../csv/header.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { rowIssue } from './messages.ts';
import type { BatchRow, RetryOf } from './row.ts';
import { SeenKeys } from './seen-keys.ts';

/** Whether the file has the name of a retry file, which has only some rows of another file. */
export const isRetryName = (file: string): boolean => /\.retry(?:-\d+)?\.csv$/i.test(file);

const FORM = /^k1~([0-9a-f]{64})~([\w-]{22})~([^~\s]+)$/;

/** The key of a row, and a hash of its content. */
export interface RetryIdentity {
  readonly key: string;
  readonly content: string;
}

/** The text of the cell. No spreadsheet changes it into a number, and it needs no quotes. */
export function retryCell({ key, content }: RetryIdentity, batchId: string): string {
  const hash = key.slice(key.lastIndexOf(':') + 1);
  const batch = encodeURIComponent(batchId).replaceAll('~', '%7E').replaceAll("'", '%27');
  return `k1~${hash}~${content}~${batch}`;
}

/** `undefined` for a text that no retry file has. */
export function parseRetryCell(text: string): RetryOf | undefined {
  const [, hash, content, batch] = FORM.exec(text) ?? [];
  if (hash === undefined || content === undefined || batch === undefined) return undefined;
  try {
    return { hash, content, batchId: decodeURIComponent(batch) };
  } catch {
    return undefined;
  }
}

/** Reads the column (0-based) of one file: each row needs a different cell. */
export function retryReader(column: number): (row: BatchRow) => BatchRow {
  const seen = new SeenKeys();
  return (row) => {
    const text = (row.cells[column] ?? '').trim();
    const place = { column: column + 1, field: RETRY_COLUMN };
    const retryOf = parseRetryCell(text);
    if (!retryOf) {
      const wrong =
        text === '' ? rowIssue('retry_missing') : rowIssue('retry_value', { value: printable(text, 20) });
      row.issues.push({ ...place, message: wrong });
      return row;
    }
    const line = seen.remember(retryOf.hash, row.line);
    if (line !== 0)
      row.issues.push({ ...place, message: rowIssue('retry_repeated', { line }), repeats: true });
    return { retryOf, ...row };
  };
}

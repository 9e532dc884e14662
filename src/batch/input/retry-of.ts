// The cell that ties a row of a retry file to its original row, in files without references: the key, the content and
// the batch of that row. The two are one row under any batch id.
import { printable } from '../../csv/header.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { Message } from '../../message.ts';
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

/** Reads the column of one file: each row needs a different cell. */
export class RetryColumn {
  readonly #index: number;
  readonly #seen = new SeenKeys();

  /** `index`: 0-based cell. */
  constructor(index: number) {
    this.#index = index;
  }

  read(row: BatchRow, cells: readonly string[]): BatchRow {
    const text = (cells[this.#index] ?? '').trim();
    const add = (message: Message, repeats?: true): void => {
      row.issues.push({
        column: this.#index + 1,
        field: RETRY_COLUMN,
        message,
        ...(repeats && { repeats }),
      });
    };
    if (text === '') {
      add(rowIssue('retry_missing'));
      return row;
    }
    const retryOf = parseRetryCell(text);
    if (!retryOf) {
      add(rowIssue('retry_value', { value: printable(text, 20) }));
      return row;
    }
    const before = this.#seen.remember(retryOf.hash, row.line);
    if (before !== 0) add(rowIssue('retry_repeated', { line: before }), true);
    return { retryOf, ...row };
  }
}

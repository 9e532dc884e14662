// The cell that ties a row of a retry file to the row it came from, where rows have no references: that row's key, its
// content and its batch. Under whatever batch id it is run, it is that row.
import { printable } from '../../csv/header.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { Message } from '../../message.ts';
import { rowIssue } from './messages.ts';
import type { BatchRow, RetryOf } from './row.ts';
import { SeenKeys } from './seen-keys.ts';

/** Whether a file is called as a run calls its retry files: what is left of another. */
export const isRetryName = (file: string): boolean => /\.retry(?:-\d+)?\.csv$/i.test(file);

const FORM = /^k1~([0-9a-f]{64})~([\w-]{22})~([^~\s]+)$/;

/** Under what a row is known, and a hash of what it says. */
export interface RowIdentity {
  readonly key: string;
  readonly content: string;
}

/** The cell's text, of a row without a reference. No spreadsheet takes it for a number, and it needs no quotes. */
export function retryCell({ key, content }: RowIdentity, batchId: string): string {
  const hash = key.slice(key.lastIndexOf(':') + 1);
  const batch = encodeURIComponent(batchId).replaceAll('~', '%7E').replaceAll("'", '%27');
  return `k1~${hash}~${content}~${batch}`;
}

/** `undefined` for what no retry file says. */
export function parseRetryCell(text: string): RetryOf | undefined {
  const [, hash, content, batch] = FORM.exec(text) ?? [];
  if (hash === undefined || content === undefined || batch === undefined) return undefined;
  try {
    return { hash, content, batchId: decodeURIComponent(batch) };
  } catch {
    return undefined;
  }
}

/** Reads the column of one file: each row needs a cell of its own. */
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

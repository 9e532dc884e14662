// The keys of rows. A row is known by its reference, else by batch, content and ordinal among equal rows, else (in a
// retry file) by its original.
import type { FileHandle } from 'node:fs/promises';

import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import { hashFile } from '../../files/bytes.ts';
import {
  customerContent,
  customerFingerprint,
  payoutFingerprint,
  payoutTarget,
  tradeFingerprint,
} from '../../interface/fingerprint.ts';
import { contentKey, hashKey, referenceKey, sha256 } from '../../ledger/keys.ts';
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import type { BatchRow, PayoutRow, RetryOf } from '../input/row.ts';
import { SeenKeys } from '../input/seen-keys.ts';
import type { FileSettings } from '../input/settings.ts';
import { parentOf } from '../results/retry-files.ts';

export interface Batches {
  /** SHA-256 (hex) of the file's bytes. */
  readonly fileHash: string;
  readonly batchId: string;
  /** Of an unchanged retry file: the batch of the file that it was cut from. */
  readonly parent: string | undefined;
  /** The batch of the file without --batch-id and parent. */
  readonly fileBatch: string;
}

/**
 * The batch of a file: --batch-id, else the batch of the file from which a retry file was cut, else the file's bytes.
 * Errors: InputError for a workbook that can't be read.
 */
export async function batchesOf(
  { file, batchId, imports }: Pick<FileSettings, 'file' | 'batchId' | 'imports'>,
  handle: FileHandle,
  ledger: Pick<Ledger, 'recall'>,
): Promise<Batches> {
  const fileHash = await hashFile(handle);
  const sheet = isWorkbookName(file) ? await sheetIn(handle, file, imports?.sheet) : undefined;
  // Two sheets of a workbook may share a row, and each is to be paid.
  const fileBatch = sheet === undefined ? fileHash : sha256(`${fileHash}\0sheet\0${sheet}`);
  const parent = await parentOf(fileHash, ledger);
  return { fileHash, batchId: batchId ?? parent ?? fileBatch, parent, fileBatch };
}

/** The sheet's name in the workbook; `undefined` if no sheet is named, or the workbook has no such sheet. */
async function sheetIn(
  handle: FileHandle,
  file: string,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined) return undefined;
  const { nameOfSheet } = await import('../../csv/xlsx/sheet.ts');
  const { bytes } = await readWorkbookBytes(handle, file);
  return nameOfSheet(bytes, file, named);
}

/** The content of a row, from its own cells: settings, defaults, reference, file and spelling don't change it. */
export interface RowContent {
  /** A hash of the row's content. */
  readonly content: string;
  /** Finds possible duplicates (DECISIONS 10, rule 2). */
  readonly fingerprint: string;
  /** Account, amount and currency; empty for a row that pays no account. */
  readonly target: string;
}

/** A row of a file, or a single call. */
type Identified = { readonly reference: string; readonly retryOf?: RetryOf } & (
  Pick<PayoutRow, 'kind' | 'body'> | { readonly kind: 'customers' | 'trades'; readonly body: object }
);

export function contentOf({ kind, body }: Identified): RowContent {
  if (kind === 'customers')
    return { content: customerContent(body), fingerprint: customerFingerprint(body), target: '' };
  const content = kind === 'trades' ? tradeFingerprint(body) : payoutFingerprint(body);
  return { content, fingerprint: content, target: kind === 'trades' ? '' : payoutTarget(body) };
}

export interface RowKey extends RowContent {
  readonly key: string;
  /** The batch in which equal rows are counted. A corrected row of a retry file has the file as its batch. */
  readonly batchId: string;
  /** Which record of the file it is: 0, 1, ... */
  readonly sequence: number;
}

/** A row of a file, with its key. */
export interface KeyedRow {
  readonly row: BatchRow;
  readonly key: RowKey;
}

/** A field that is added after a spread takes a microsecond (V8 of Node 20): here fields come first. */
export class RowKeys {
  readonly #batchId: string;
  readonly #fileBatch: string;
  readonly #seen = new SeenKeys();
  #rows = 0;

  constructor({ batchId, fileBatch }: Pick<Batches, 'batchId' | 'fileBatch'>) {
    this.#batchId = batchId;
    this.#fileBatch = fileBatch;
  }

  keyOf(row: Identified): RowKey {
    const own = contentOf(row);
    const sequence = this.#rows++;
    const batchId = this.#batchId;
    if (row.reference !== '')
      return { key: referenceKey(row.kind, row.reference), batchId, sequence, ...own };
    if (row.retryOf) {
      const { hash, content, batchId: ofBatch } = row.retryOf;
      const isAsItWas = own.content === content;
      const key = hashKey(row.kind, hash);
      return { key, batchId: isAsItWas ? ofBatch : this.#fileBatch, sequence, ...own };
    }
    const key = contentKey(row.kind, batchId, own.content, this.#seen.ordinal(own.content));
    return { key, batchId, sequence, ...own };
  }
}

/** Whether a known row is of this batch. The key of a row without a reference is known only in its batch. */
export const isOfBatch = (known: Pick<RowRecord, 'reference' | 'batchId'>, batchId: string): boolean =>
  known.reference === null || known.batchId === batchId;

/**
 * The tag at the end of a memo (profile: memoTag), such as `pb-1f0c93a2be`. A row in doubt can be found by it in a
 * dashboard. It is not part of the row's content.
 */
export const memoTag = (key: string): string => `pb-${sha256(key).slice(0, 10)}`;

/** The memo as it is sent. */
export const taggedMemo = (memo: string | undefined, key: string): string =>
  memo === undefined ? memoTag(key) : `${memo} ${memoTag(key)}`;

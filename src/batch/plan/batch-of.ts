// The batch that a file belongs to: as --batch-id says; of a retry file, that of the file that it was cut from; else the
// file's bytes. Of a workbook with several sheets its bytes and the sheet: two sheets may share a row, and each is to be paid.
import type { FileHandle } from 'node:fs/promises';

import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { FileSettings } from '../input/settings.ts';
import { parentOf } from '../results/written-files.ts';

interface Source {
  readonly handle: FileHandle;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly ledger: Pick<Ledger, 'upload'> | undefined;
}

export interface Batches {
  readonly batchId: string;
  /** The batch of the file that it was cut from, of a retry file as a run has written it. */
  readonly parent: string | undefined;
  /** What the file would have if it had no name and no parent. */
  readonly fileBatch: string;
}

/** Errors: InputError for a workbook that can't be read. */
export async function batchesOf(
  { file, batchId, imports }: Pick<FileSettings, 'file' | 'batchId' | 'imports'>,
  { handle, hash, ledger }: Source,
): Promise<Batches> {
  const fileBatch = await fileBatchOf(file, imports?.sheet, { handle, hash });
  const parent = ledger && (await parentOf(hash, ledger));
  return { batchId: batchId ?? parent ?? fileBatch, parent, fileBatch };
}

async function fileBatchOf(
  file: string,
  sheet: string | undefined,
  { handle, hash }: Pick<Source, 'handle' | 'hash'>,
): Promise<string> {
  if (sheet === undefined || !isWorkbookName(file)) return hash;
  const { nameOfSheet } = await import('../../csv/xlsx/sheet.ts');
  const { bytes } = await readWorkbookBytes(handle, file);
  const name = nameOfSheet(bytes, file, sheet);
  return name === undefined ? hash : sha256(`${hash}\0sheet\0${name}`);
}

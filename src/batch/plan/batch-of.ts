// The batch that a file's rows belong to: as --batch-id says; of a retry file, that of the file that it was cut from; else the
// file's bytes. Of a workbook with several sheets its bytes and the sheet: two sheets may share a row, and each is to be paid.
import type { FileHandle } from 'node:fs/promises';

import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { batchOfSheet } from '../input/named-sheet.ts';
import type { FileSettings } from '../input/settings.ts';
import { parentOf } from '../results/retry-file.ts';

interface Source {
  readonly handle: FileHandle;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly ledger: Pick<Ledger, 'upload'> | undefined;
}

/** Errors: InputError for a workbook that can't be read. */
export async function batchOf(
  { file, batchId, imports }: Pick<FileSettings, 'file' | 'batchId' | 'imports'>,
  { handle, hash, ledger }: Source,
): Promise<string> {
  if (batchId !== undefined) return batchId;
  const parent = ledger && (await parentOf(hash, ledger));
  if (parent !== undefined) return parent;
  const sheet = imports?.sheet;
  if (sheet === undefined || !isWorkbookName(file)) return hash;
  const { nameOfSheet } = await import('../../csv/xlsx/records.ts');
  const { bytes } = await readWorkbookBytes(handle, file);
  const name = await nameOfSheet(bytes, file, sheet);
  return name === undefined ? hash : batchOfSheet(hash, name);
}

// The batch that a file's rows belong to: as --batch-id says, or else its bytes; of a workbook with several sheets its bytes and
// the sheet. Two sheets may share a row that has no reference, and each is to be paid.
import type { FileHandle } from 'node:fs/promises';

import { nameOfSheet } from '../../csv/xlsx/records.ts';
import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import type { Ledger, RunKind } from '../../ledger/ledger.ts';
import { batchOfSheet, foldedSheet, sheetOf } from '../input/named-sheet.ts';
import type { FileSettings } from '../input/settings.ts';

interface Asked {
  readonly handle: FileHandle;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly ledger: Pick<Ledger, 'run' | 'runsOfFile'> | undefined;
}

const KINDS: readonly RunKind[] = ['payouts', 'customers'];

/** Errors: InputError for a workbook that can't be read; LedgerError. */
export async function batchOf(
  { file, batchId, imports }: Pick<FileSettings, 'file' | 'batchId' | 'imports'>,
  { handle, hash, ledger }: Asked,
): Promise<string> {
  const sheet = imports?.sheet;
  if (batchId !== undefined || sheet === undefined || !isWorkbookName(file)) return batchId ?? hash;
  const { bytes } = await readWorkbookBytes(handle, file);
  const name = await nameOfSheet(bytes, file, sheet);
  if (name === undefined || (await wasOfBytes(sheet, hash, ledger))) return hash;
  return batchOfSheet(hash, name);
}

/** Earlier releases knew the bytes alone: what they have begun goes on as it was. */
async function wasOfBytes(sheet: string, hash: string, ledger: Asked['ledger']): Promise<boolean> {
  if (!ledger) return false;
  for (const kind of KINDS) {
    for (const id of await ledger.runsOfFile(kind, hash)) {
      const run = await ledger.run(id);
      if (run?.batchId === hash && foldedSheet(sheetOf(run.settings)) === foldedSheet(sheet)) return true;
    }
  }
  return false;
}

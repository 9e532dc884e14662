// The documents that a row names, looked at in their folder: what is wrong with one is wrong with its row.
import { printable } from '../../csv/header.ts';
import type { DocumentFolder } from './documents.ts';
import type { BatchRow, DocumentItem } from './row.ts';

export async function checkDocuments(
  row: BatchRow,
  payoutColumn: number,
  folder: DocumentFolder,
): Promise<void> {
  if (row.kind === 'customers') {
    for (const { type, item, column } of row.documents) {
      await checkDocument(row, column, `documents.${type}`, item, folder);
    }
    return;
  }
  for (const item of row.documents) {
    if (item.kind !== 'id') await checkDocument(row, payoutColumn, 'documents', item, folder);
  }
}

async function checkDocument(
  row: BatchRow,
  column: number,
  field: string,
  item: Exclude<DocumentItem, { kind: 'id' }>,
  folder: DocumentFolder,
): Promise<void> {
  const wrong = item.kind === 'file' ? await folder.check(item.path) : folder.checkDataUrl(item.url);
  if (wrong === undefined) return;
  const name = item.kind === 'file' ? `"${printable(item.path, 80)}" ` : 'the data URL ';
  row.issues.push({ column: column + 1, field, message: name + wrong });
}

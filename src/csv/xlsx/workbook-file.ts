// Reads a workbook's file, which its name shows. It is read whole, since an archive begins at its end, and parsed from
// the bytes that were hashed.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { binaryKind } from '../../files/binary-kind.ts';
import { InputError } from '../../files/input-error.ts';
import { bytesMessage } from '../../files/messages.ts';
import { csvMessage } from '../messages.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export const isWorkbookName = (file: string): boolean => /\.xls[xm]$/i.test(file);

/** Names of sheets are compared without case and outer spaces. */
export const foldedSheet = (name: string): string => name.trim().toLowerCase();

/** The sheet in a run's stored settings; empty for a text. */
export const sheetOf = ({ sheet }: Readonly<Record<string, unknown>>): string =>
  typeof sheet === 'string' ? sheet : '';

export const isSameSheet = (one: string, other: string): boolean => foldedSheet(one) === foldedSheet(other);

interface WorkbookBytes {
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** Errors: {@link InputError} for a file that is too large or not a ZIP archive. */
export async function readWorkbookBytes(handle: FileHandle, file: string): Promise<WorkbookBytes> {
  const { size } = await handle.stat();
  if (size > MAX_BYTES)
    throw new InputError('workbook', { file }, bytesMessage('too_large', { most: MAX_BYTES }));
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new InputError('workbook', { file }, bytesMessage('changed_while_read'));
    at += bytesRead;
  }
  if (size < 4 || bytes.readUInt32LE(0) !== 0x04034b50) {
    const kind = binaryKind(bytes);
    const text = csvMessage(size === 0 ? 'no_header' : 'workbook_is_text');
    throw new InputError('workbook', { file }, kind ? bytesMessage('foreign_format', kind) : text);
  }
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
}

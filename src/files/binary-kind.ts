// What kind of binary file it is, by its first bytes, so that nobody looks for a wrong encoding in a workbook. Names
// of files prove nothing.
import type { ForeignFormat } from './messages.ts';

type Remedy = ForeignFormat['remedy'];

/** How much of the beginning is looked at. */
const HEAD_BYTES = 8 * 1024;

/** Signatures in Latin-1, at the very beginning. */
const KINDS: readonly (readonly [signature: string, format: string, remedy: Remedy])[] = [
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '.xls', 'save_unlocked'],
  ['%PDF-', 'PDF', 'save'],
  ['\x1f\x8b', 'gzip', 'unpack'],
  ['BZh', 'bzip2', 'unpack'],
  ['\x28\xb5\x2f\xfd', 'zstd', 'unpack'],
  ['\xfd7zXZ\0', 'xz', 'unpack'],
  ["7z\xbc\xaf'\x1c", '7z', 'unpack'],
  ['Rar!\x1a\x07', 'RAR', 'unpack'],
  ['SQLite format 3\0', 'SQLite', 'save'],
  ['PAR1', 'Parquet', 'save'],
  ['\x89PNG\r\n', 'PNG', 'save'],
  ['\xff\xd8\xff', 'JPEG', 'save'],
  ['GIF8', 'GIF', 'save'],
  ['{\\rtf', 'RTF', 'save'],
];

/** `undefined` for what may be text. */
export function binaryKind(bytes: Buffer): ForeignFormat | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipKind(head);
  const [, format, remedy] = KINDS.find(([signature]) => head.startsWith(signature)) ?? [];
  if (format !== undefined && remedy !== undefined) return { format, remedy };
  // Many systems call their HTML tables .xls or .csv.
  const isPage = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|\?xml)/i.test(head);
  return isPage ? { format: 'HTML or XML', remedy: 'save' } : undefined;
}

/**
 * Of bytes whose encoding neither a mark nor a profile names. Latin text in UTF-16 has a NUL beside every letter. Many
 * other bytes that no text has are no text at all.
 */
export function textlessKind(bytes: Buffer): ForeignFormat | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head) || !head.includes('\0')) return undefined;
  const pairs = head.length >> 1;
  const nulsAt = (odd: number): number => {
    let count = 0;
    for (let at = odd; at < pairs * 2; at += 2) if (head.charCodeAt(at) === 0) count++;
    return count;
  };
  const isUtf16 =
    pairs > 4 && [0, 1].some((odd) => nulsAt(odd) > pairs * 0.8 && nulsAt(1 - odd) < pairs * 0.1);
  const controls = head.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  if (!isUtf16 && controls <= head.length * 0.04) return undefined;
  return { format: isUtf16 ? 'UTF-16 without a byte order mark' : 'binary', remedy: 'save' };
}

/** Every workbook and many documents are ZIP archives: the names in them tell them apart. */
function zipKind(head: string): ForeignFormat {
  if (/\bxl\/|spreadsheetml/.test(head)) return { format: 'Excel', remedy: 'rename' };
  if (head.includes('opendocument.')) return { format: 'OpenDocument', remedy: 'save' };
  if (/\bword\//.test(head)) return { format: 'Word', remedy: 'save' };
  if (head.includes('[Content_Types].xml')) return { format: 'Office', remedy: 'rename' };
  return { format: 'ZIP', remedy: 'unpack' };
}

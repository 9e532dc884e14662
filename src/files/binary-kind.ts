// The kind of a binary file by its first bytes, so that a workbook is not taken for a text in a wrong encoding. The
// name of a file proves nothing. Other binary files are refused for their NUL characters.
import type { ForeignFormat } from './messages.ts';

const HEAD_BYTES = 8 * 1024;

/** Signatures in Latin-1, at the very beginning. */
const KINDS: ReadonlyMap<string, ForeignFormat> = new Map([
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', { format: '.xls', remedy: 'save_unlocked' }],
  ['%PDF-', { format: 'PDF', remedy: 'save' }],
  ['\x1f\x8b', { format: 'gzip', remedy: 'unpack' }],
]);

/** `undefined` for a possible text. */
export function binaryKind(bytes: Buffer): ForeignFormat | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipKind(head);
  for (const [signature, kind] of KINDS) if (head.startsWith(signature)) return kind;
  // Many systems give their HTML tables the ending .xls or .csv.
  const isPage = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|\?xml)/i.test(head);
  return isPage ? { format: 'HTML or XML', remedy: 'save' } : undefined;
}

/** Workbooks are ZIP archives: the names in them tell them apart. */
function zipKind(head: string): ForeignFormat {
  if (/\bxl\/|spreadsheetml|\[Content_Types\]\.xml/.test(head)) return { format: 'Excel', remedy: 'rename' };
  if (head.includes('opendocument.')) return { format: 'OpenDocument', remedy: 'save' };
  return { format: 'ZIP', remedy: 'unpack' };
}

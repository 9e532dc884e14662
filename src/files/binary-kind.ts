// The kind of a binary file by its first bytes, so that a workbook is not taken for a text in a wrong encoding. The
// name of a file proves nothing. Other binary files are refused for their NUL characters.
import type { ForeignFormat } from './messages.ts';

/** Signatures in Latin-1, at the very beginning. A workbook (.xlsx) is a ZIP archive. */
const KINDS: ReadonlyMap<string, ForeignFormat> = new Map([
  ['PK\x03\x04', { format: 'ZIP or Excel', remedy: 'name' }],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', { format: '.xls', remedy: 'unlock' }],
  ['%PDF-', { format: 'PDF', remedy: 'save' }],
]);

/** `undefined` for a possible text. */
export function binaryKind(bytes: Buffer): ForeignFormat | undefined {
  const head = bytes.toString('latin1', 0, 8);
  return [...KINDS].find(([signature]) => head.startsWith(signature))?.[1];
}

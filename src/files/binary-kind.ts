// What kind of binary file it is, by its first bytes, so that nobody looks for a wrong encoding in a workbook. Names
// of files prove nothing. Each kind comes with what to do about it.

/** Of a workbook under another name. */
export const WORKBOOK = 'an Excel workbook: give its name the ending .xlsx';

/** How much of the beginning is looked at. */
const HEAD_BYTES = 8 * 1024;

const SAVE = 'save the table as .xlsx or as "CSV UTF-8"';

/** Signatures in Latin-1, at the very beginning. */
const KINDS: readonly (readonly [signature: string, what: string])[] = [
  [
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    `a workbook of the old kind (.xls), or one with a password: ${SAVE}, without a password`,
  ],
  ['%PDF-', `a PDF, not a table: ${SAVE}, where it comes from`],
  ['\x1f\x8b', 'compressed (gzip): unpack it first'],
  ['BZh', 'compressed (bzip2): unpack it first'],
  ['\x28\xb5\x2f\xfd', 'compressed (zstd): unpack it first'],
  ['\xfd7zXZ\0', 'compressed (xz): unpack it first'],
  ["7z\xbc\xaf'\x1c", 'a 7z archive: unpack it first'],
  ['Rar!\x1a\x07', 'a RAR archive: unpack it first'],
  ['SQLite format 3\0', 'an SQLite database, not a table of text'],
  ['\x7fELF', 'a program, not a table'],
  ['PAR1', `a Parquet file: ${SAVE}`],
  ['\x89PNG\r\n', 'a picture (PNG), not a table'],
  ['\xff\xd8\xff', 'a picture (JPEG), not a table'],
  ['GIF8', 'a picture (GIF), not a table'],
  ['{\\rtf', `a text document (RTF), not a table: ${SAVE}`],
];

/** Behind "is"; `undefined` for what may be text. */
export function binaryKind(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipKind(head);
  const known = KINDS.find(([signature]) => head.startsWith(signature));
  if (known) return known[1];
  // Many systems call their HTML tables .xls or .csv.
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|\?xml)/i.test(head)) {
    return `a page of HTML or XML, not a table of text: open it in a spreadsheet and ${SAVE}`;
  }
  return undefined;
}

/**
 * Of bytes whose encoding neither a mark nor a profile names. Latin text in UTF-16 has a NUL beside every letter. Many
 * other bytes that no text has are no text at all.
 */
export function textlessKind(bytes: Buffer): string | undefined {
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
  if (isUtf16) return 'UTF-16 without a byte order mark: save the table as "CSV UTF-8"';
  const controls = head.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  return controls > head.length * 0.04
    ? `no text at all, but binary data: ${SAVE}, where it comes from`
    : undefined;
}

/** Every workbook and many documents are ZIP archives: the names in them tell them apart. */
function zipKind(head: string): string {
  if (/\bxl\/|spreadsheetml/.test(head)) return WORKBOOK;
  if (head.includes('opendocument.spreadsheet')) return `an OpenDocument sheet (.ods): ${SAVE}`;
  if (/\bword\/|opendocument\.text/.test(head)) return `a text document, not a table: ${SAVE}`;
  if (head.includes('[Content_Types].xml'))
    return 'an Office document; if it is an Excel workbook, give its name the ending .xlsx';
  return 'a ZIP archive: unpack it and name the file inside';
}

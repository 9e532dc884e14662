// The retry file of a workbook: a CSV that the same import profile reads. A cell that is invalid in the workbook stays
// invalid until a person corrects it: the number of a date must not become an amount.
import { stringify } from 'csv-stringify/sync';

import { columnNamed, type Header } from '../../csv/header.ts';
import type { AddedColumn, CheckedInput } from '../../csv/retry-file.ts';
import { openSheet, type SheetRow } from '../../csv/xlsx/sheet.ts';
import { readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import { encode } from '../../files/encoding.ts';
import { inputChanged } from '../../files/input-error.ts';
import { type Imports, NO_IMPORTS } from '../input/imports/imports.ts';
import { cellIssue } from '../input/imports/translation.ts';

export interface SheetRetry {
  readonly input: CheckedInput;
  readonly imports: Imports | undefined;
  readonly header: Header;
  /** Lines of the sheet, ascending: header, rows, and the row that ends the table. */
  readonly lines: readonly number[];
  readonly added: AddedColumn | undefined;
}

/** In the header, and in a file of one column, every delimiter is quoted: the delimiter is detected there. */
const QUOTED_IN_HEADER = /[,;\t|\r]|^\s|\s$/;
const QUOTED = /\r|^\s|\s$/;

/** Invalid in every field. */
const ERROR = '#VALUE!';

/** Errors: {@link inputChanged}; the system's. */
export async function writeSheetRetry(retry: SheetRetry, out: Pick<AtomicFile, 'write'>): Promise<void> {
  const { input, lines, added, header, imports = NO_IMPORTS } = retry;
  const { bytes, digest } = await readWorkbookBytes(input.handle, input.file);
  if (digest !== input.prefixes[0]) throw inputChanged(input.file);
  const { decimal = '.' } = imports.numbers ?? {};
  const { delimiter } = header;
  const textOf = cellTexts(header, imports, decimal);
  const write = (line: string): Promise<void> => out.write(encode(line, imports.encoding ?? 'utf-8'));
  // The profile skips as many lines above the header as in the sheet.
  await write('\n'.repeat(imports.skipRows));
  let next = 0;
  for (const row of openSheet(bytes, { file: input.file, sheet: imports.sheet }).rows()) {
    if (row.line !== lines[next]) continue;
    const isHeader = next === 0;
    const own = header.names.map((_, at) => (isHeader ? (row.cells[at] ?? '') : textOf(row, at)));
    const cell = added?.cell(next);
    next++;
    const quoted_match = isHeader || own.length === 1 ? QUOTED_IN_HEADER : QUOTED;
    await write(stringify([[...own, ...(cell === undefined ? [] : [cell])]], { delimiter, quoted_match }));
  }
}

function cellTexts(header: Header, imports: Imports, decimal: string): (row: SheetRow, at: number) => string {
  const amount = header.index.get('receiverAmount');
  const read = new Set([
    ...header.index.values(),
    ...imports.lookups.map(({ key }) => columnNamed(header, key)),
  ]);
  const fields = new Map([...header.index].map(([field, at]) => [at, field]));
  return ({ cells, kinds }, at) => {
    const cell = cells[at] ?? '';
    const field = fields.get(at);
    if (kinds[at] === 'formula' || (field !== undefined && cellIssue(cell.trim(), kinds[at], field)))
      return ERROR;
    // Columns with the profile's decimal mark: amounts, and columns that are not read.
    const isNumber = kinds[at] === 'number' && (at === amount || !read.has(at));
    return isNumber ? cell.replace('.', decimal) : cell;
  };
}

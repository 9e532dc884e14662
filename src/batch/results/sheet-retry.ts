// The retry file of a workbook: a CSV that the same import profile reads. A cell that is invalid in the workbook stays
// invalid: the number of a date must not become an amount.
import { columnNamed, type Header } from '../../csv/header.ts';
import type { CellKind } from '../../csv/records.ts';
import { type AddedColumn, type CheckedInput, inputChanged } from '../../csv/retry-file.ts';
import { openSheet, type SheetRow } from '../../csv/xlsx/sheet.ts';
import { readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import type { AtomicFile } from '../../files/atomic-file.ts';
import { encode } from '../../files/encoding.ts';
import { type Imports, NO_IMPORTS } from '../input/imports/imports.ts';

export interface SheetRetry {
  readonly input: CheckedInput;
  readonly imports: Imports | undefined;
  readonly header: Header;
  /** Lines of the sheet, ascending: header, rows, and the row that ends the table. */
  readonly lines: readonly number[];
  readonly added: AddedColumn | undefined;
}

/** Errors: InputError; the system's. */
export async function writeSheetRetry(retry: SheetRetry, out: Pick<AtomicFile, 'write'>): Promise<void> {
  const { input, lines, added } = retry;
  const imports = retry.imports ?? NO_IMPORTS;
  const { bytes, digest } = await readWorkbookBytes(input.handle, input.file);
  if (digest !== input.prefixes[0]) throw inputChanged(input.file);
  const open = openSheet(bytes, { file: input.file, sheet: imports.sheet });
  const cells = new CellTexts(retry.header, imports);
  const put = (line: string): Promise<void> => out.write(encode(line, imports.encoding ?? 'utf-8'));
  let next = 0;
  let titles = 0;
  for (const row of open.rows()) {
    // As many lines above the header as in the sheet.
    for (; titles < Math.min(row.line - 1, imports.skipRows); titles++) await put('\n');
    if (row.line <= imports.skipRows) {
      await put(cells.title(row));
      titles++;
    }
    if (row.line !== lines[next]) continue;
    await put(cells.row(row, next === 0, added?.cell(next)));
    next++;
  }
}

/** What a field may not have been: see input/imports/cell-damage.ts. */
const NO_DATE = ['receiverAmount', 'reference'];

class CellTexts {
  readonly #header: Header;
  readonly #decimal: string;
  readonly #delimiter: string;
  /** Columns with the profile's decimal mark: amounts, and columns that are not read. */
  readonly #numbers: ReadonlySet<number>;
  readonly #dates: ReadonlySet<number>;

  constructor(header: Header, imports: Imports) {
    const { decimal = '.' } = imports.numbers ?? {};
    this.#header = header;
    this.#decimal = decimal;
    this.#delimiter = imports.delimiter ?? (decimal === ',' ? ';' : ',');
    const amount = header.index.get('receiverAmount');
    const read = new Set([
      ...header.index.values(),
      ...imports.lookups.map(({ key }) => columnNamed(header, key)),
    ]);
    this.#numbers = new Set(header.names.flatMap((_, at) => (at === amount || !read.has(at) ? [at] : [])));
    this.#dates = new Set(NO_DATE.flatMap((field) => header.index.get(field) ?? []));
  }

  title({ cells }: SheetRow): string {
    return `${cells.map((cell) => this.#quoted(cell.replace(/[\r\n]+/g, ' '), true)).join(this.#delimiter)}\n`;
  }

  row({ cells, kinds }: SheetRow, isHeader: boolean, added: string | undefined): string {
    const own = this.#header.names.map((_, at) => {
      const cell = cells[at] ?? '';
      return this.#quoted(isHeader ? cell : this.#textOf(cell, kinds[at] ?? 'empty', at), isHeader);
    });
    return `${[...own, ...(added === undefined ? [] : [added])].join(this.#delimiter)}\n`;
  }

  #textOf(cell: string, kind: CellKind, at: number): string {
    switch (kind) {
      case 'number':
        return this.#numbers.has(at) ? cell.replace('.', this.#decimal) : cell;
      case 'date':
        return this.#dates.has(at) ? '#DATE!' : cell; // no amount, and no reference
      case 'formula':
        return '#VALUE!';
      case 'text':
      case 'boolean':
      case 'error':
      case 'empty':
        return cell;
      default:
        return kind satisfies never;
    }
  }

  /** The header shows the delimiter, and so does an only column. */
  #quoted(cell: string, isHeader: boolean): string {
    const isPlain = !/[",;\t|\r\n]|^\s|\s$/.test(cell);
    const isWide = this.#header.names.length > 1 && !isHeader;
    if (isPlain || (isWide && !/["\r\n]|^\s|\s$/.test(cell) && !cell.includes(this.#delimiter))) return cell;
    return `"${cell.replaceAll('"', '""')}"`;
  }
}

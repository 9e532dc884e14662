// A workbook's sheet as records, the header first; `line` is the sheet's row. Each cell has its stored text and its
// kind: nothing is rounded, converted to a date or calculated. Of merged cells, the first has the value.
import { InputError } from '../../files/input-error.ts';
import { csvMessage } from '../messages.ts';
import type { CellKind, CsvRecord } from '../records.ts';
import { suggest } from '../suggest.ts';
import { type CellContent, type CellParts, contentOf, type SheetEntry, spelt, Workbook } from './workbook.ts';
import { isSameSheet } from './workbook-file.ts';
import { XmlCursor } from './xml.ts';
import { DamagedArchive, ZipArchive } from './zip.ts';

const MAX_SHEET = 256 * 1024 * 1024;
const MAX_ROW = 1_048_576;
/** A table of payments has a few dozen columns. */
const MAX_COLUMNS = 1_000;
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:E[+-]?\d{1,3})?$/i;
const BATCH = 500;

export interface SheetRow {
  readonly line: number;
  /** Up to the last cell that is not empty. */
  readonly cells: readonly string[];
  readonly kinds: readonly CellKind[];
  readonly isHidden: boolean;
}

interface SheetOptions {
  readonly file: string;
  /** Its name; without one, the only sheet that is not hidden. */
  readonly sheet: string | undefined;
}

/** The rows of a sheet that is open. */
interface OpenSheet {
  /** As the workbook spells it. */
  readonly name: string;
  /** Every row with a value, also above the header. Errors: {@link InputError}. */
  rows(): Generator<SheetRow>;
}

/** Errors: {@link InputError}. */
export function openSheet(bytes: Buffer, { file, sheet }: SheetOptions): OpenSheet {
  return readable(file, () => {
    const archive = new ZipArchive(bytes);
    const workbook = new Workbook(archive);
    const { name, part } = chosen(workbook.sheets, file, sheet);
    const parts = workbook.cellParts;
    const xml = archive.text(part, MAX_SHEET);
    return { name, rows: () => rowsOf(xml, parts, file) };
  });
}

/**
 * The workbook's spelling of a sheet's name; `undefined` for its only visible sheet, which needs no name. Errors:
 * {@link InputError}.
 */
export function nameOfSheet(bytes: Buffer, file: string, wanted: string): string | undefined {
  const { sheets } = readable(file, () => new Workbook(new ZipArchive(bytes)));
  const found = chosen(sheets, file, wanted);
  return sheets.some((one) => one.isVisible && one !== found) || !found.isVisible ? found.name : undefined;
}

/** A sheet's records, the header first. Empty rows are left out. */
// eslint-disable-next-line @typescript-eslint/require-await -- the records of a text are async, too
export async function* sheetRecords(
  open: OpenSheet,
  skipRows: number,
  onHidden: (line: number) => void,
): AsyncGenerator<CsvRecord[]> {
  let records: CsvRecord[] = [];
  for (const { line, cells, kinds, isHidden } of open.rows()) {
    if (line <= skipRows || cells.length === 0) continue;
    if (isHidden) onHidden(line);
    records.push({ line, start: line, end: line + 1, cells, kinds });
    if (records.length < BATCH) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

/** Errors inside a workbook become errors of the file. */
function readable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    throw new InputError('workbook', { file, line: error.line }, error.told, error);
  }
}

function chosen(sheets: readonly SheetEntry[], file: string, wanted: string | undefined): SheetEntry {
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const names = visible.map(({ name }) => name);
  const own = sheets.filter(({ name }) => name === wanted);
  const same = sheets.filter(({ name }) => wanted !== undefined && isSameSheet(name, wanted));
  const [found, another] = wanted === undefined ? visible : own.length > 0 ? own : same;
  if (found && !another) return found;
  const meant = wanted === undefined ? undefined : suggest(wanted, names);
  throw new InputError('sheet', { file }, csvMessage('which_sheet', { wanted, meant, sheets: names }));
}

function* rowsOf(text: string, parts: CellParts, file: string): Generator<SheetRow> {
  const rows = sheetRows(new XmlCursor(text), parts);
  for (;;) {
    const next = readable(file, () => rows.next());
    if (next.done === true) return;
    yield next.value;
  }
}

function* sheetRows(xml: XmlCursor, parts: CellParts): Generator<SheetRow> {
  let line = 0;
  let isInData = false;
  while (xml.next()) {
    if (xml.opens('sheetData') || xml.closes('sheetData')) isInData = xml.opens('sheetData');
    if (!isInData || !xml.opens('row')) continue;
    const own = xml.attribute('r');
    const next = own === undefined ? line + 1 : Number(own);
    if (!Number.isInteger(next) || next <= line || next > MAX_ROW) throw damagedAt(line + 1);
    line = next;
    const isHidden = ['1', 'true'].includes(xml.attribute('hidden') ?? '');
    yield { line, ...cellsOf(xml, line, parts), isHidden };
  }
}

/** The cells of the row that is open. */
function cellsOf(xml: XmlCursor, line: number, parts: CellParts): Pick<SheetRow, 'cells' | 'kinds'> {
  const cells: string[] = [];
  const kinds: CellKind[] = [];
  let column = -1;
  while (xml.next() && !xml.closes('row')) {
    if (!xml.opens('c')) continue;
    const address = xml.attribute('r');
    const at = address === undefined ? column + 1 : columnOf(address);
    if (at <= column) throw damagedAt(line);
    column = at;
    const type = xml.attribute('t') ?? 'n';
    const isDate = parts.dates[Number(xml.attribute('s') ?? '0')] === true;
    const value = valueOf(type, contentOf(xml, 'c'), isDate, parts.shared);
    if (!value) throw damagedAt(line);
    const { kind, text } = value;
    if (kind === 'empty' || (kind === 'text' && text.trim() === '')) continue;
    if (at >= MAX_COLUMNS)
      throw new DamagedArchive(csvMessage('sheet_too_wide', { most: MAX_COLUMNS }), line);
    while (cells.length < at) {
      cells.push('');
      kinds.push('empty');
    }
    cells.push(text);
    kinds.push(kind);
  }
  return { cells, kinds };
}

/** The column `B` of `B7` is 1; -1 for another text. */
function columnOf(address: string): number {
  const [, letters = ''] = /^([A-Z]{1,3})\d*$/.exec(address) ?? [];
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface CellValue {
  readonly kind: CellKind;
  readonly text: string;
}

/** By the cell's type; `shared`: the texts that cells share. */
function valueOf(
  type: string,
  { text, hasText, hasFormula }: CellContent,
  isDate: boolean,
  shared: readonly string[],
): CellValue | undefined {
  if (!hasText) return { kind: hasFormula && type !== 'str' ? 'formula' : 'empty', text: '' };
  const trimmed = text.trim();
  switch (type) {
    case 'n':
      return NUMBER.test(trimmed) ? { kind: isDate ? 'date' : 'number', text: trimmed } : undefined;
    case 's': {
      const own = /^\d{1,9}$/.test(trimmed) ? shared[Number(trimmed)] : undefined;
      return own === undefined ? undefined : { kind: 'text', text: own };
    }
    case 'str':
    case 'inlineStr':
      return { kind: 'text', text: spelt(text) };
    case 'b':
      return { kind: 'boolean', text: trimmed === '1' ? 'true' : 'false' };
    case 'e':
      return { kind: 'error', text: trimmed };
    case 'd':
      return { kind: 'date', text: trimmed };
    default:
      return undefined;
  }
}

const damagedAt = (line: number): DamagedArchive => new DamagedArchive(undefined, line);

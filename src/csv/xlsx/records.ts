// A workbook's sheet as records, as csv/records.ts has those of a text: the header first, `line` the sheet's row. Memory is
// flat but for the texts that cells share.
import { InputError } from '../../files/input-error.ts';
import type { CsvRecord } from '../records.ts';
import { didYouMean } from '../suggest.ts';
import { MergeReader, SheetReader, type SheetRow } from './sheet.ts';
import { readSheets, readWorkbook, type SheetEntry, type WorkbookParts } from './workbook.ts';
import { textOf, XmlReader } from './xml.ts';
import { DamagedArchive, ZipArchive } from './zip.ts';

const MAX_SHEET = 1024 * 1024 * 1024;
const MAX_TAIL = 16 * 1024 * 1024;

export interface SheetOptions {
  readonly file: string;
  /** Its name; without one, the only sheet that is not hidden. */
  readonly sheet: string | undefined;
  /** Rows before the header. */
  readonly skipRows: number;
}

/** The rows of a sheet that is open. */
export interface OpenSheet {
  /** As the workbook has it. */
  readonly name: string;
  readonly from1904: boolean;
  /** Every row that has a value, those above the header among them. Errors: {@link InputError}. */
  rows(): AsyncGenerator<SheetRow[]>;
}

/** Errors: {@link InputError}. */
export async function openSheet(bytes: Buffer, { file, sheet }: SheetOptions): Promise<OpenSheet> {
  const archive = await told(file, () => Promise.resolve(new ZipArchive(bytes)));
  const parts = await told(file, () => readWorkbook(archive));
  const { name, part } = chosen(parts.sheets, file, sheet);
  const ranges = await told(file, () => mergedIn(archive, part));
  return {
    name,
    from1904: parts.from1904,
    rows: () => rowsOf(archive, part, parts, ranges, file),
  };
}

/**
 * The name, as the workbook has it, of the sheet that is meant; `undefined` for the only one that is not hidden, which nobody has
 * to name. Errors: {@link InputError}.
 */
export async function nameOfSheet(bytes: Buffer, file: string, wanted: string): Promise<string | undefined> {
  const archive = await told(file, () => Promise.resolve(new ZipArchive(bytes)));
  const sheets = await told(file, () => readSheets(archive));
  const found = chosen(sheets, file, wanted);
  return sheets.some((one) => one.isVisible && one !== found) || !found.isVisible ? found.name : undefined;
}

/** A sheet's records, the header's first. Rows that the sheet leaves out are blank lines: passed over. */
export async function* sheetRecords(
  open: OpenSheet,
  { file, skipRows }: SheetOptions,
  onHidden: (line: number) => void,
): AsyncGenerator<CsvRecord[]> {
  let width = 0;
  for await (const rows of open.rows()) {
    const records: CsvRecord[] = [];
    for (const { line, cells, kinds, isHidden } of rows) {
      if (line <= skipRows || cells.length === 0) continue;
      if (width === 0) width = cells.length;
      if (isHidden) onHidden(line);
      records.push({ line, start: line, end: line + 1, cells, kinds });
    }
    if (records.length > 0) yield records;
  }
  if (width === 0) throw new InputError('empty', { file }, 'the sheet is empty: a header row is needed');
}

/** What is wrong inside, said of the file. */
async function told<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    throw new InputError('workbook', { file }, `is ${error.message}`, error);
  }
}

function chosen(sheets: readonly SheetEntry[], file: string, wanted: string | undefined): SheetEntry {
  const fail = (message: string): never => {
    throw new InputError('sheet', { file }, message);
  };
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const names = visible.map(({ name }) => name);
  const listed = names.map((name) => `"${name}"`).join(', ');
  if (wanted !== undefined) {
    const own = sheets.filter(({ name }) => name === wanted);
    const same = sheets.filter(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
    const [found, another] = own.length > 0 ? own : same;
    if (!found || another)
      return fail(`has no sheet "${wanted}"${didYouMean(wanted, names)}: it has ${listed}`);
    return found;
  }
  const [only, ...others] = visible;
  if (!only)
    return fail('has no sheet that is not hidden: name one with --sheet, or "sheet" in an import profile');
  if (others.length > 0) {
    return fail(
      `has ${visible.length} sheets (${listed}): say which one with --sheet, or "sheet" in an import profile`,
    );
  }
  return only;
}

/** Merged cells stand behind the rows: they are looked for beforehand, without reading the rows. */
async function mergedIn(archive: ZipArchive, part: string): Promise<MergeReader['ranges']> {
  let tail: string | undefined;
  let before = '';
  for await (const text of textOf(archive.read(part, MAX_SHEET))) {
    if (tail !== undefined) tail += text;
    else {
      const all = before + text;
      const at = all.search(/<\/(?:\w+:)?sheetData>/);
      if (at !== -1) tail = all.slice(at).replace(/^<[^>]*>/, '');
      before = all.slice(-64);
    }
    if (tail !== undefined && tail.length > MAX_TAIL) {
      throw new DamagedArchive('too large: the sheet has too many merged cells and formats behind its rows');
    }
  }
  const merges = new MergeReader();
  if (tail === undefined) return merges.ranges;
  const end = tail.lastIndexOf('</');
  const reader = new XmlReader(merges);
  reader.feed(`<sheet>${end === -1 ? tail : tail.slice(0, end)}</sheet>`);
  reader.end();
  return merges.ranges;
}

async function* rowsOf(
  archive: ZipArchive,
  part: string,
  parts: WorkbookParts,
  ranges: MergeReader['ranges'],
  file: string,
): AsyncGenerator<SheetRow[]> {
  const sheet = new SheetReader(parts, ranges);
  const reader = new XmlReader(sheet);
  try {
    for await (const text of textOf(archive.read(part, MAX_SHEET))) {
      reader.feed(text);
      const rows = sheet.taken();
      if (rows.length > 0) yield rows;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    throw new InputError('workbook', { file }, `is ${error.message}`, error);
  }
}

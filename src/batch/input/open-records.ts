// An input file as pages of records, the header's first: of a text, or of one sheet of a workbook. The lines above
// the table and the rows below it that an import profile names are left out here.
import type { FileHandle } from 'node:fs/promises';

import { printable } from '../../csv/header.ts';
import { openText } from '../../csv/input.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import type { OnPrefix } from '../../files/bytes.ts';
import { InputError } from '../../files/input-error.ts';
import { type Imports, NO_IMPORTS } from './imports/imports.ts';
import { inputMessage } from './messages.ts';

/** The rows below the table. */
export interface Below {
  /** The row that the profile's stopAt matches: its line, its place in the file, its first cell. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** That row and the rows below it, at most {@link FOOTER_ROWS}. */
  readonly records: readonly CsvRecord[];
  /** The line of the last row. */
  lastLine: number;
}

/** Known after the last record. */
export interface FileEnd {
  /** The last record has no line end. */
  isOpen: boolean;
  /** Of the whole text, also above the header. */
  blankLines: number;
  below: Below | undefined;
  /** Hidden rows of a sheet, and the line of the first. */
  readonly hidden: { count: number; line: number };
}

export interface RecordsOptions {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
  readonly onPrefix?: OnPrefix | undefined;
}

interface OpenRecords {
  readonly pages: AsyncGenerator<readonly CsvRecord[]>;
  readonly delimiter: string;
  /** The name of the sheet that is read; empty for a text. */
  readonly sheet: string;
  readonly end: FileEnd;
}

const newEnd = (): FileEnd => ({
  ...{ isOpen: false, blankLines: 0, below: undefined },
  hidden: { count: 0, line: 0 },
});

/** Errors: {@link InputError}. */
export async function openRecords(handle: FileHandle, options: RecordsOptions): Promise<OpenRecords> {
  const { file, imports = NO_IMPORTS } = options;
  const opened = await (isWorkbookName(file) ? openWorkbook : openCsv)(handle, options, imports);
  const { stopAt } = imports;
  return stopAt ? { ...opened, pages: untilEnd(opened.pages, file, stopAt, opened.end) } : opened;
}

async function openCsv(
  handle: FileHandle,
  { file, delimiter: wanted, onPrefix }: RecordsOptions,
  imports: Imports,
): Promise<OpenRecords> {
  const end = newEnd();
  const opened = await openText(handle, {
    ...{ file, onPrefix, encoding: imports.encoding, skipLines: imports.skipRows },
    delimiter: wanted ?? imports.delimiter,
    onOpenEnd: () => (end.isOpen = true),
    onBlank: () => end.blankLines++,
    isOver: () => end.below !== undefined,
  });
  return { ...opened, sheet: '', end };
}

/** A workbook is read whole: its hash is known before its first row. */
async function openWorkbook(
  handle: FileHandle,
  { file, onPrefix }: RecordsOptions,
  imports: Imports,
): Promise<OpenRecords> {
  // Most files are not workbooks.
  const { openSheet, sheetRecords } = await import('../../csv/xlsx/sheet.ts');
  const { bytes, digest } = await readWorkbookBytes(handle, file);
  onPrefix?.(digest, 0);
  const open = openSheet(bytes, { file, sheet: imports.sheet });
  const end = newEnd();
  const pages = sheetRecords(open, imports.skipRows, (line) => {
    if (end.hidden.count++ === 0) end.hidden.line = line;
  });
  return {
    ...{ pages, sheet: open.name, end },
    // Of its retry file, which is a text.
    delimiter: imports.delimiter ?? (imports.numbers?.decimal === ',' ? ';' : ','),
  };
}

/** A longer cell is not a footer, and an expression may take long over it. */
const LOOKED_AT = 200;
const FOOTER_ROWS = 20;

/**
 * The header and the rows above the end. Errors: {@link InputError} if no row is the end: the file may be cut short.
 */
async function* untilEnd(
  pages: AsyncIterable<readonly CsvRecord[]>,
  file: string,
  stopAt: RegExp,
  into: FileEnd,
): AsyncGenerator<readonly CsvRecord[]> {
  const isEnd = ({ cells }: CsvRecord): boolean => stopAt.test((cells[0] ?? '').trim().slice(0, LOOKED_AT));
  let isHeader = true;
  for await (const page of pages) {
    if (into.below) {
      into.below.lastLine = page.at(-1)?.line ?? into.below.lastLine;
      continue;
    }
    const at = page.findIndex((record, index) => (index > 0 || !isHeader) && isEnd(record));
    isHeader = false;
    const found = page[at];
    if (at !== 0) yield found ? page.slice(0, at) : page;
    if (found) into.below = belowFrom(found, page.slice(at));
  }
  if (into.below) return;
  throw new InputError('stop_at', { file }, inputMessage('no_end', { stopAt: printable(stopAt.source) }));
}

function belowFrom({ line, start, end, cells }: CsvRecord, rows: readonly CsvRecord[]): Below {
  const text = (cells[0] ?? '').trim();
  return { line, start, end, text, records: rows.slice(0, FOOTER_ROWS), lastLine: rows.at(-1)?.line ?? line };
}

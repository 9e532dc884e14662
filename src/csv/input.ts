// Opens an input file and reads its text: the delimiter from its header line, its records in order, its hash.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { type ChunkOptions, readChunks } from '../files/bytes.ts';
import { InputError } from '../files/input-error.ts';
import { notRegular, readProblem } from '../files/small-file.ts';
import { detectDelimiter } from './header.ts';
import { csvMessage } from './messages.ts';
import { type CsvRecord, type ParseOptions, parseRecords } from './records.ts';

const LF = 10;

/** Opens a regular file for reading. Errors: {@link InputError} that names it as `shown`. */
export async function openInput(file: string, shown = file): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a named pipe without a writer would wait for ever.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new InputError('input', { file: shown }, readProblem(error), error);
  });
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw new InputError('input', { file: shown }, notRegular(stats));
  }
  return handle;
}

interface TextOptions extends ChunkOptions, Omit<ParseOptions, 'delimiter' | 'from'> {
  /** Detected without it. */
  readonly delimiter?: string | undefined;
  /** Physical lines before the header. */
  readonly skipLines?: number | undefined;
}

/** All records of an open file in pages, the header's first. Errors: {@link InputError}. */
export async function* readRecords(handle: FileHandle, options: TextOptions): AsyncGenerator<CsvRecord[]> {
  yield* (await openText(handle, options)).pages;
}

/** The last record of a text without a line end. Errors: {@link InputError} if it has fewer cells than the header. */
export function refuseCutShort(
  place: { readonly file: string; readonly line: number },
  cells: number,
  names: number,
): void {
  if (cells < names) throw new InputError('cut_short', place, csvMessage('last_row_cut', { cells, names }));
}

/** A row by the names of its columns, without regard to case. A missing cell is empty. */
export interface NamedRow {
  readonly line: number;
  /** Trimmed. */
  readonly cell: (name: string) => string;
  /** Whether it has as many cells as the header. */
  readonly isWhole: boolean;
}

/** The rows of a file. `checkHeader` gets the names in lower case, and may throw. Errors: {@link InputError}. */
export async function* readTable(
  file: string,
  checkHeader: (names: readonly string[], line: number) => void = () => undefined,
  onOpenEnd?: () => void,
): AsyncGenerator<NamedRow> {
  const handle = await openInput(file);
  try {
    let places: ReadonlyMap<string, number> | undefined;
    let width = 0;
    for await (const records of readRecords(handle, { file, onOpenEnd })) {
      for (const { cells, line } of records) {
        if (places) yield { line, cell: cellIn(cells, places), isWhole: cells.length >= width };
        else {
          const names = cells.map((cell) => cell.trim().toLowerCase());
          checkHeader(names, line);
          width = names.length;
          // The first of equal names.
          places = new Map(names.map((name, at) => [name, at] as const).reverse());
        }
      }
    }
  } finally {
    await handle.close();
  }
}

const cellIn =
  (cells: readonly string[], places: ReadonlyMap<string, number>): NamedRow['cell'] =>
  (name) =>
    cells[places.get(name.toLowerCase()) ?? -1]?.trim() ?? '';

/** The same, and the delimiter. The file is read up to its header line. Errors: {@link InputError}. */
export async function openText(
  handle: FileHandle,
  options: TextOptions,
): Promise<{ readonly pages: AsyncGenerator<CsvRecord[]>; readonly delimiter: string }> {
  const { file, skipLines = 0 } = options;
  const text = readChunks(handle, file, options);
  const { head, start } = await readHead(text, file, skipLines);
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* text;
  };
  const delimiter = options.delimiter ?? detectDelimiter(head.toString('utf8'));
  const from = { line: skipLines + 1, start };
  return { pages: parseRecords(chunks(), { ...options, delimiter, from }), delimiter };
}

/** The header line, with blank lines before it, is not longer. */
const HEADER_BYTES = 1024 * 1024;

/**
 * Reads up to the end of the header line, since half of it may show another delimiter. Leaves out the physical lines
 * before it; `start` is where they end.
 */
async function readHead(
  chunks: AsyncGenerator<Buffer>,
  file: string,
  skipLines: number,
): Promise<{ readonly head: Buffer; readonly start: number }> {
  let head = Buffer.alloc(0);
  let start = 0;
  let left = skipLines;
  let isBlank = true;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    for (let end = head.indexOf(LF); left > 0 && end !== -1; end = head.indexOf(LF)) {
      head = head.subarray(end + 1);
      start += end + 1;
      left--;
    }
    if (left > 0) continue;
    const text = head.toString('utf8');
    const at = text.search(/\S/);
    isBlank = at === -1;
    if (head.length > HEADER_BYTES || (!isBlank && text.includes('\n', at))) break;
  }
  if (left > 0) {
    const what = csvMessage('rows_to_skip', { lines: skipLines - left, skip: skipLines });
    throw new InputError('skip_rows', { file }, what);
  }
  if (!isBlank) return { head, start };
  throw new InputError('empty', { file }, csvMessage('no_header'));
}

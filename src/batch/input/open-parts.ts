// An input opened as its parts: batches of records, or pieces for threads, which need to know the header first. What lies
// above and below the table by the import profile is left out here, and counted.
import type { FileHandle } from 'node:fs/promises';

import { openText } from '../../csv/input.ts';
import { type CsvRecord, parseRecords } from '../../csv/records.ts';
import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import { CHUNK_BYTES } from '../../files/bytes.ts';
import { type Imports, isPlainReading, NO_IMPORTS } from './imports/imports.ts';
import { type Below, LineTally, TableEnd } from './imports/table-end.ts';
import type { JudgeSetup } from './piece-judge.ts';
import { type JudgedPiece, PiecesPass } from './pieces-pass.ts';
import type { PieceThreads } from './row-threads.ts';

/** Threads that judge the rows of a large file. */
export interface PassThreads {
  /** For files from this size on. */
  readonly fromBytes: number;
  /** About how much a piece has. */
  readonly pieceBytes: number;
  readonly start: (setup: JudgeSetup) => PieceThreads;
}

export interface PassOptions {
  /** Sees every prefix digest before the bytes under it are parsed, and `undefined` at the end; may throw to stop there. */
  readonly onPrefix?: ((digest: string | undefined, index: number) => void) | undefined;
  readonly threads?: PassThreads | undefined;
  /** Sees the cells of each record that becomes a row, in order. */
  readonly onCells?: ((cells: readonly string[]) => void) | undefined;
}

export type Part = readonly CsvRecord[] | JudgedPiece;

export const isRecords = (part: Part): part is readonly CsvRecord[] => Array.isArray(part);

export interface PartsOptions {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
}

export interface InParts {
  readonly parts: AsyncGenerator<Part>;
  readonly delimiter: string;
  /** The name of the sheet that is read; empty for a text. */
  readonly sheet: string;
  /** Told once the header is known, where threads may judge the rows. */
  setup: JudgeSetup | undefined;
  /** After the parts: the last record has no line end. */
  openEnd: boolean;
  /** After the parts: what the profile's stopAt left out. */
  readonly below: () => Below | undefined;
  /** After the parts: rows of a sheet that nobody sees in it. */
  readonly hidden: HiddenRows | undefined;
}

export interface HiddenRows {
  count: number;
  /** The first one's line. */
  line: number;
}

/** Errors: {@link InputError}. */
export async function openInParts(
  handle: FileHandle,
  options: PartsOptions,
  more: PassOptions,
): Promise<InParts> {
  const imports = options.imports ?? NO_IMPORTS;
  if (isWorkbookName(options.file)) return openWorkbook(handle, { ...options, imports }, more);
  return isPlainReading(imports)
    ? openPlain(handle, options, more)
    : openImported(handle, { ...options, imports }, more);
}

async function openPlain(
  handle: FileHandle,
  { file, delimiter: wanted, imports }: PartsOptions,
  { onPrefix, threads }: PassOptions,
): Promise<InParts> {
  const isLarge = threads !== undefined && (await handle.stat()).size >= threads.fromBytes;
  const { chunks, delimiter } = await openText(handle, {
    file,
    delimiter: wanted ?? imports?.delimiter,
    ...(onPrefix && { onPrefix }),
    ...(isLarge && { chunkBytes: Math.min(CHUNK_BYTES, threads.pieceBytes) }),
  });
  const onOpenEnd = (): void => {
    text.openEnd = true;
  };
  const options = { file, delimiter, onOpenEnd };
  const parts = isLarge
    ? new PiecesPass(chunks, { ...options, pieceBytes: threads.pieceBytes }).parts(
        () => text.setup && threads.start(text.setup),
      )
    : parseRecords(chunks, options);
  const text: InParts = {
    ...{ parts, delimiter, sheet: '', setup: undefined, openEnd: false },
    ...{ below: () => undefined, hidden: undefined },
  };
  return text;
}

/** A text of another form: on one thread, since what is above and below its table is known to whoever reads it in order. */
async function openImported(
  handle: FileHandle,
  { file, delimiter: wanted, imports }: PartsOptions & { readonly imports: Imports },
  { onPrefix }: PassOptions,
): Promise<InParts> {
  const { encoding, skipRows, stopAt } = imports;
  const { chunks, delimiter, from } = await openText(handle, {
    file,
    delimiter: wanted ?? imports.delimiter,
    encoding,
    skipLines: skipRows,
    ...(onPrefix && { onPrefix }),
  });
  const tally = new LineTally(chunks, from.line);
  const onOpenEnd = (): void => {
    text.openEnd = true;
  };
  const batches = parseRecords(tally.chunks(), { file, delimiter, from, onOpenEnd });
  const end = stopAt && new TableEnd(file, stopAt, () => tally.lastLine());
  const parts = end ? end.records(batches) : batches;
  const below = (): Below | undefined => end?.below;
  const text: InParts = {
    ...{ parts, delimiter, sheet: '', setup: undefined, openEnd: false },
    ...{ below, hidden: undefined },
  };
  return text;
}

/** A workbook, whole: its hash is known before its first row. */
async function openWorkbook(
  handle: FileHandle,
  { file, imports }: PartsOptions & { readonly imports: Imports },
  { onPrefix }: PassOptions,
): Promise<InParts> {
  // Most files are not workbooks.
  const { openSheet, sheetRecords } = await import('../../csv/xlsx/records.ts');
  const { bytes, digest } = await readWorkbookBytes(handle, file);
  onPrefix?.(digest, 0);
  const { sheet, skipRows, stopAt } = imports;
  const options = { file, sheet, skipRows };
  const open = await openSheet(bytes, options);
  const hidden: HiddenRows = { count: 0, line: 0 };
  const records = sheetRecords(open, options, (line) => {
    if (hidden.count++ === 0) hidden.line = line;
  });
  const left = { [Symbol.asyncIterator]: () => ({ next: () => records.next() }) };
  const end = stopAt && new TableEnd(file, stopAt, () => lastLineOf(left));
  return {
    parts: end ? end.records(left) : records,
    delimiter: imports.delimiter ?? (imports.numbers?.decimal === ',' ? ';' : ','),
    sheet: open.name,
    setup: undefined,
    openEnd: false,
    below: () => end?.below,
    hidden,
  };
}

async function lastLineOf(left: AsyncIterable<CsvRecord[]>): Promise<number> {
  let line = 0;
  for await (const records of left) line = records.at(-1)?.line ?? line;
  return line;
}

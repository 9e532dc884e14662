// An input opened as its parts: batches of records, and of a large text pieces that threads have found valid. What lies
// above and below the table by the import profile is left out here, and counted.
import type { FileHandle } from 'node:fs/promises';

import { openText } from '../../csv/input.ts';
import { cutPieces, type Piece } from '../../csv/pieces.ts';
import { type CsvRecord, type ParseOptions, parseRecords, RecordReader } from '../../csv/records.ts';
import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import { CHUNK_BYTES } from '../../files/bytes.ts';
import { type Imports, isPlainReading, NO_IMPORTS } from './imports/imports.ts';
import { type Below, untilEnd } from './imports/table-end.ts';
import type { JudgeSetup, ValidPiece } from './piece-judge.ts';
import type { PieceThreads } from './row-threads.ts';

/** Threads that validate the rows of a large file. */
export interface PassThreads {
  /** For files from this size on. */
  readonly fromBytes: number;
  /** About how much a piece has. */
  readonly pieceBytes: number;
  readonly start: (setup: JudgeSetup) => PieceThreads;
}

export interface PassOptions {
  /**
   * Sees every prefix digest before the bytes under it are parsed, and `undefined` at the end; may throw to stop there.
   */
  readonly onPrefix?: ((digest: string | undefined, index: number) => void) | undefined;
  readonly threads?: PassThreads | undefined;
}

/** A piece that a thread has found valid, and its records if they are needed all the same. */
export interface JudgedPiece {
  readonly valid: ValidPiece;
  readonly records: () => readonly CsvRecord[];
  /** Where it ends in the input's text, in bytes. */
  readonly end: number;
}

export type Part = readonly CsvRecord[] | JudgedPiece;

export const isRecords = (part: Part): part is readonly CsvRecord[] => Array.isArray(part);

interface PartsOptions {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
}

/** What is known after the parts. */
export interface FileEnd {
  /** The last record has no line end. */
  isOpen: boolean;
  /** What the profile's stopAt left out. */
  below: Below | undefined;
  /** Rows of a sheet that nobody sees in it, and the line of the first; `undefined` for a text. */
  hidden: { count: number; line: number } | undefined;
}

interface InParts {
  /** The first part begins with the header. */
  readonly parts: AsyncGenerator<Part>;
  readonly delimiter: string;
  /** The name of the sheet that is read; empty for a text. */
  readonly sheet: string;
  readonly end: FileEnd;
  /** To be set once the header is known, if threads may validate the rows. */
  setup?: JudgeSetup;
}

/** Errors: {@link InputError}. */
export async function openParts(
  handle: FileHandle,
  { file, delimiter, imports = NO_IMPORTS }: PartsOptions,
  more: PassOptions,
): Promise<InParts> {
  const opened = isWorkbookName(file)
    ? await openWorkbook(handle, file, imports, more)
    : await openCsv(handle, file, { ...imports, delimiter: delimiter ?? imports.delimiter }, more);
  const { stopAt } = imports;
  // No thread reads a text of which a profile names the end.
  if (stopAt) opened.parts = untilEnd(opened.parts as AsyncGenerator<CsvRecord[]>, file, stopAt, opened.end);
  return opened;
}

type Opened = InParts & { parts: InParts['parts'] };

async function openCsv(
  handle: FileHandle,
  file: string,
  imports: Imports,
  { onPrefix, threads }: PassOptions,
): Promise<Opened> {
  const end: FileEnd = { isOpen: false, below: undefined, hidden: undefined };
  // The lines above and below a table are known only in order: such a text is read by one thread.
  const isLarge =
    threads !== undefined && isPlainReading(imports) && (await handle.stat()).size >= threads.fromBytes;
  const { chunks, delimiter, from } = await openText(handle, {
    file,
    delimiter: imports.delimiter,
    encoding: imports.encoding,
    skipLines: imports.skipRows,
    ...(onPrefix && { onPrefix }),
    ...(isLarge && { chunkBytes: Math.min(CHUNK_BYTES, threads.pieceBytes) }),
  });
  const onOpenEnd = (): void => {
    end.isOpen = true;
  };
  const options = { file, delimiter, from, onOpenEnd, isOver: () => end.below !== undefined };
  const start = (): PieceThreads | undefined => opened.setup && threads?.start(opened.setup);
  const parts = isLarge
    ? inThreads(cutPieces(chunks, threads.pieceBytes), options, start)
    : parseRecords(chunks, options);
  const opened: Opened = { parts, delimiter, sheet: '', end };
  return opened;
}

/** A workbook, whole: its hash is known before its first row. */
async function openWorkbook(
  handle: FileHandle,
  file: string,
  imports: Imports,
  { onPrefix }: PassOptions,
): Promise<Opened> {
  // Most files are not workbooks.
  const { openSheet, sheetRecords } = await import('../../csv/xlsx/sheet.ts');
  const { bytes, digest } = await readWorkbookBytes(handle, file);
  onPrefix?.(digest, 0);
  const open = openSheet(bytes, { file, sheet: imports.sheet });
  const hidden = { count: 0, line: 0 };
  const parts = sheetRecords(open, file, imports.skipRows, (line) => {
    if (hidden.count++ === 0) hidden.line = line;
  });
  const delimiter = imports.delimiter ?? (imports.numbers?.decimal === ',' ? ';' : ',');
  return { parts, delimiter, sheet: open.name, end: { isOpen: false, below: undefined, hidden } };
}

/** A piece beyond this has an uncommonly long record in it: no thread needs to hold that, too. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** `start` is called after the first part, and may return no threads. */
async function* inThreads(
  pieces: AsyncGenerator<Piece>,
  options: ParseOptions,
  start: () => PieceThreads | undefined,
): AsyncGenerator<Part> {
  let opening: CsvRecord[] = [];
  while (opening.length === 0) {
    const first = await pieces.next();
    if (first.done === true) return;
    opening = recordsOf(first.value, options);
  }
  yield opening;
  const threads = start();
  const underWay: Promise<Part>[] = [];
  for await (const piece of pieces) {
    const part = partOf(piece, options, threads);
    part.catch(() => undefined); // thrown when its turn comes
    underWay.push(part);
    const next = underWay.length < (threads?.ahead ?? 1) ? undefined : underWay.shift();
    if (next) yield await next;
  }
  for (const part of underWay) yield await part;
}

async function partOf(piece: Piece, options: ParseOptions, threads: PieceThreads | undefined): Promise<Part> {
  if (!threads || !piece.isWhole || piece.bytes.length > MAX_PIECE_BYTES) return recordsOf(piece, options);
  const { valid, bytes } = await threads.judge(piece);
  const { line, start, isWhole } = piece;
  const back = { line, start, isWhole, bytes: Buffer.from(bytes.buffer) };
  const records = (): CsvRecord[] => recordsOf(back, options);
  return valid ? { valid, records, end: start + bytes.length } : records();
}

function recordsOf(piece: Piece, options: ParseOptions): CsvRecord[] {
  const reader = new RecordReader({ ...options, from: piece });
  const records = reader.feed(piece.bytes);
  const last = piece.isWhole ? undefined : reader.end();
  reader.throwMistake();
  if (!last) return records;
  options.onOpenEnd?.();
  return [...records, last];
}

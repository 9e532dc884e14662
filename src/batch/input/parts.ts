// An input opened as its parts: batches of records, and of a large text pieces that threads have found valid. What lies above
// and below the table by the import profile is left out here, and counted.
import type { FileHandle } from 'node:fs/promises';

import { openText } from '../../csv/input.ts';
import { cutPieces, type Piece } from '../../csv/pieces.ts';
import { type CsvRecord, type ParseOptions, parseRecords, RecordReader } from '../../csv/records.ts';
import { isWorkbookName, readWorkbookBytes } from '../../csv/xlsx/workbook-file.ts';
import { CHUNK_BYTES } from '../../files/bytes.ts';
import { type Imports, isPlainReading, NO_IMPORTS } from './imports/imports.ts';
import { type Below, TableEnd } from './imports/table-end.ts';
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
  /** Sees every prefix digest before the bytes under it are parsed, and `undefined` at the end; may throw to stop there. */
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

export interface PartsOptions {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
}

export interface HiddenRows {
  count: number;
  /** The first one's line. */
  line: number;
}

interface Source {
  readonly parts: AsyncGenerator<Part>;
  readonly delimiter: string;
  /** The name of the sheet that is read; empty for a text. */
  readonly sheet: string;
  /** After the parts: rows of a sheet that nobody sees in it; `undefined` for a text. */
  readonly hidden: HiddenRows | undefined;
}

interface Progress {
  /** Set once the header is known, if threads may validate the rows. */
  setup: JudgeSetup | undefined;
  /** After the parts: the last record has no line end. */
  openEnd: boolean;
}

/** The first part begins with the header. */
export interface InParts extends Source {
  readonly progress: Progress;
  /** After the parts: what the profile's stopAt left out. */
  readonly below: () => Below | undefined;
}

/** Errors: {@link InputError}. */
export async function openParts(
  handle: FileHandle,
  options: PartsOptions,
  more: PassOptions,
): Promise<InParts> {
  const { file, imports = NO_IMPORTS } = options;
  const end = imports.stopAt && new TableEnd(file, imports.stopAt);
  const below = (): Below | undefined => end?.below;
  const progress: Progress = { setup: undefined, openEnd: false };
  const source = isWorkbookName(file)
    ? await openWorkbook(handle, file, imports, more)
    : await openCsv(handle, { ...options, imports, progress, isOver: () => below() !== undefined }, more);
  // No thread reads a text of which a profile names the end.
  const parts = end ? end.records(source.parts as AsyncGenerator<CsvRecord[]>) : source.parts;
  return { ...source, parts, progress, below };
}

interface CsvOptions extends PartsOptions {
  readonly imports: Imports;
  readonly progress: Progress;
  readonly isOver: () => boolean;
}

async function openCsv(
  handle: FileHandle,
  { file, delimiter: wanted, imports, progress, isOver }: CsvOptions,
  { onPrefix, threads }: PassOptions,
): Promise<Source> {
  // The lines above and below a table are known only in order: such a text is read by one thread.
  const isLarge =
    threads !== undefined && isPlainReading(imports) && (await handle.stat()).size >= threads.fromBytes;
  const { chunks, delimiter, from } = await openText(handle, {
    file,
    delimiter: wanted ?? imports.delimiter,
    encoding: imports.encoding,
    skipLines: imports.skipRows,
    ...(onPrefix && { onPrefix }),
    ...(isLarge && { chunkBytes: Math.min(CHUNK_BYTES, threads.pieceBytes) }),
  });
  const onOpenEnd = (): void => {
    progress.openEnd = true;
  };
  const options = { file, delimiter, from, onOpenEnd, isOver };
  const parts = isLarge
    ? inThreads(
        cutPieces(chunks, threads.pieceBytes),
        options,
        () => progress.setup && threads.start(progress.setup),
      )
    : parseRecords(chunks, options);
  return { parts, delimiter, sheet: '', hidden: undefined };
}

/** A workbook, whole: its hash is known before its first row. */
async function openWorkbook(
  handle: FileHandle,
  file: string,
  imports: Imports,
  { onPrefix }: PassOptions,
): Promise<Source> {
  // Most files are not workbooks.
  const { openSheet, sheetRecords } = await import('../../csv/xlsx/sheet.ts');
  const { bytes, digest } = await readWorkbookBytes(handle, file);
  onPrefix?.(digest, 0);
  const open = openSheet(bytes, { file, sheet: imports.sheet });
  const hidden: HiddenRows = { count: 0, line: 0 };
  const parts = sheetRecords(open, file, imports.skipRows, (line) => {
    if (hidden.count++ === 0) hidden.line = line;
  });
  const delimiter = imports.delimiter ?? (imports.numbers?.decimal === ',' ? ';' : ',');
  return { parts, delimiter, sheet: open.name, hidden };
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

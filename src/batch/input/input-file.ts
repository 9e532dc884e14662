// One pass over an input file: header, rows, and what only shows across rows (references used twice, files that aren't
// there). Both passes of a run go through here, so they can't come to different views.
import type { FileHandle } from 'node:fs/promises';

import { type Header, readHeader } from '../../csv/header.ts';
import { openText } from '../../csv/input.ts';
import { type CsvRecord, parseRecords } from '../../csv/records.ts';
import { InputError } from '../../files/input-error.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { COLUMN_RULES, type FileKind, kindOfHeader } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { BlankRecords } from './blank-records.ts';
import { checkDocuments } from './document-check.ts';
import type { DocumentFolder } from './documents.ts';
import { columnNamed } from './history-settings.ts';
import { Merge, type PlainRows } from './merge.ts';
import type { JudgeSetup } from './piece-judge.ts';
import { type JudgedPiece, PiecesPass } from './pieces-pass.ts';
import { Equals, References } from './references.ts';
import { RetryColumn } from './retry-of.ts';
import type { BatchRow } from './row.ts';
import { readerOf, watched } from './row-reader.ts';
import type { PieceThreads } from './row-threads.ts';
import type { Warnings } from './warnings.ts';

export interface FileOptions {
  /** As the user named it: messages use it. */
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly map?: ReadonlyMap<string, string> | undefined;
  readonly kind?: FileKind | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documents: DocumentFolder;
  readonly warnings: Warnings;
  readonly payee?: string | undefined;
}

/** Threads that judge the rows of a large file. */
export interface PassThreads {
  /** For files from this size on. */
  readonly fromBytes: number;
  /** About how much a piece has. */
  readonly pieceBytes: number;
  readonly start: (setup: JudgeSetup) => PieceThreads;
}

export interface PassOptions {
  /** Sees every prefix digest before the bytes under it are parsed; may throw to stop there. */
  readonly onPrefix?: ((digest: string, index: number) => void) | undefined;
  readonly threads?: PassThreads | undefined;
  /** Sees the cells of each record that becomes a row, in order. */
  readonly onCells?: ((cells: readonly string[]) => void) | undefined;
}

export interface Pass {
  readonly kind: FileKind;
  readonly header: Header;
  /** Byte range of the header, for the retry file. */
  readonly headerRange: { readonly start: number; readonly end: number };
  readonly hasReferences: boolean;
  /** Whether it is a retry file whose rows are tied to those of another batch. */
  readonly isRetry: boolean;
  readonly delimiter: string;
  /** Rows in file order, with everything that is wrong with each. */
  rows(): AsyncGenerator<BatchRow[]>;
  /** The same for a pass with threads: rows that nothing is wrong with may come as lines and sums. Once, and not with rows(). */
  parts(): AsyncGenerator<BatchRow[] | PlainRows>;
  /** After the rows: records of empty cells below them, and whether the file ends without a line break. */
  end(): { readonly blank: number; readonly open: boolean };
}

type Part = readonly CsvRecord[] | JudgedPiece;

const isRecords = (part: Part): part is readonly CsvRecord[] => Array.isArray(part);

/** Starts a pass: reads the header. Errors: {@link InputError}. */
export async function startPass(
  handle: FileHandle,
  options: FileOptions,
  more: PassOptions = {},
): Promise<Pass> {
  const { file } = options;
  const text = await openInParts(handle, options, more);
  const opening = await text.parts.next();
  const records = opening.done === true || !isRecords(opening.value) ? [] : opening.value;
  const [record] = records;
  if (!record) throw new InputError('empty', { file }, 'the file has no header line');
  const kind = options.kind ?? kindOfHeader(record.cells, options.map);
  const header = readHeader(record.cells, record.line, {
    file,
    ...COLUMN_RULES[kind],
    ...(options.map === undefined ? {} : { map: options.map }),
  });
  const retries = retryColumnOf(header, file);
  const { profile, useDeveloperFunds } = options;
  const { delimiter } = text;
  // What ties a row to another one is read here. Customers, too: each thread would judge each distinct value anew.
  if (!retries && kind === 'payouts') text.setup = { kind, header, delimiter, profile, useDeveloperFunds };
  const read = watched(await readerOf(kind, header, options), more.onCells);
  const rows = new Rows(read, header, options, retries);
  const hasReferences = header.index.has('reference');
  const isRetry = retries !== undefined;
  const parts = (): AsyncGenerator<BatchRow[] | PlainRows> =>
    rows.of(records.slice(1), text.parts, delimiter, hasReferences);
  return {
    kind,
    header,
    headerRange: { start: record.start, end: record.end },
    hasReferences,
    isRetry,
    delimiter,
    parts,
    async *rows() {
      for await (const part of parts()) {
        if (!Array.isArray(part)) throw new Error('a pass without threads has rows alone');
        yield part;
      }
    },
    end: () => ({ blank: rows.blanks.count, open: text.openEnd }),
  };
}

/** A text as it is read: in batches of records, or in pieces for threads, which need to know the header first. */
interface InParts {
  readonly parts: AsyncGenerator<Part>;
  readonly delimiter: string;
  setup: JudgeSetup | undefined;
  openEnd: boolean;
}

async function openInParts(
  handle: FileHandle,
  { file, delimiter: wanted }: FileOptions,
  { onPrefix, threads }: PassOptions,
): Promise<InParts> {
  const isLarge = threads !== undefined && (await handle.stat()).size >= threads.fromBytes;
  const { chunks, delimiter } = await openText(handle, {
    file,
    delimiter: wanted,
    ...(onPrefix && { onPrefix }),
    ...(isLarge && { chunkBytes: threads.pieceBytes }),
  });
  const onOpenEnd = (): void => {
    text.openEnd = true;
  };
  const options = { file, delimiter, onOpenEnd };
  const parts = isLarge
    ? new PiecesPass(chunks, options).parts(() => text.setup && threads.start(text.setup))
    : parseRecords(chunks, options);
  const text: InParts = { parts, delimiter, setup: undefined, openEnd: false };
  return text;
}

/** Records to rows, with what only shows across them. */
class Rows {
  readonly blanks = new BlankRecords();
  readonly #read: (record: CsvRecord) => BatchRow;
  readonly #retries: RetryColumn | undefined;
  readonly #references: References;
  readonly #equals: Equals;
  readonly #hasReferences: boolean;
  readonly #documentColumn: number;
  readonly #payeeColumn: number;
  readonly #documents: DocumentFolder;

  constructor(
    read: (record: CsvRecord) => BatchRow,
    { index, names }: Header,
    { documents, payee, warnings }: FileOptions,
    retries: RetryColumn | undefined,
  ) {
    this.#equals = new Equals(warnings);
    this.#hasReferences = index.has('reference');
    this.#read = read;
    this.#retries = retries;
    this.#references = new References(index.get('reference') ?? -1);
    this.#documentColumn = index.get('documents') ?? -1;
    this.#payeeColumn = payee === undefined ? -1 : columnNamed(names, payee);
    this.#documents = documents;
  }

  async *of(
    opening: readonly CsvRecord[],
    parts: AsyncGenerator<Part>,
    delimiter: string,
    hasReferences: boolean,
  ): AsyncGenerator<BatchRow[] | PlainRows> {
    const read = (records: Iterable<CsvRecord>): Promise<BatchRow[]> => this.#rowsOf(records);
    const { blanks } = this;
    const merge = new Merge({
      ...{ delimiter, blanks, read },
      seen: hasReferences ? this.#references : this.#equals,
      documents: this.#documents,
    });
    for (let part: Part = opening; ;) {
      if (isRecords(part)) {
        const rows = await this.#rowsOf(blanks.sift(part));
        merge.note(rows);
        if (rows.length > 0) yield rows;
      } else yield* merge.rowsOf(part);
      const next = await parts.next();
      if (next.done === true) return;
      part = next.value;
    }
  }

  async #rowsOf(records: Iterable<CsvRecord>): Promise<BatchRow[]> {
    const out: BatchRow[] = [];
    for (const record of records) {
      const row = this.#retries?.read(this.#read(record), record.cells) ?? this.#read(record);
      const payee = record.cells[this.#payeeColumn];
      if (payee !== undefined && row.kind === 'payouts') row.payee = payee;
      if (row.reference !== '') this.#references.check(row);
      if (row.documents.length > 0) await checkDocuments(row, this.#documentColumn, this.#documents);
      if (!this.#hasReferences) this.#equals.check(row);
      out.push(row);
    }
    return out;
  }
}

function retryColumnOf({ index, line }: Header, file: string): RetryColumn | undefined {
  const at = index.get(RETRY_COLUMN);
  if (at === undefined || !index.has('reference')) return at === undefined ? undefined : new RetryColumn(at);
  throw new InputError(
    'header',
    { file, line, column: at + 1 },
    `a file has either references or the column ${RETRY_COLUMN}, which says what its rows are: remove the references`,
  );
}

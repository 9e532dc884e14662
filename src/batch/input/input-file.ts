// One pass over an input file: header, rows, and what only shows across rows (references used twice, files that aren't
// there). Both passes of a run go through here, so they can't come to different views.
import type { FileHandle } from 'node:fs/promises';

import { columnMissing, columnNamed, type Header } from '../../csv/header.ts';
import { csvMessage } from '../../csv/messages.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { InputError } from '../../files/input-error.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { COLUMN_RULES, type FileKind } from '../../interface/file-kind.ts';
import { BlankRecords } from './blank-records.ts';
import type { DocumentFolder } from './documents.ts';
import { importHeader, kindOfImport, OwnNames } from './imports/import-header.ts';
import { type Imports, isPlainReading, NO_IMPORTS } from './imports/imports.ts';
import { translated } from './imports/translation.ts';
import { inputMessage } from './messages.ts';
import {
  type FileEnd,
  isRecords,
  type JudgedPiece,
  openParts,
  type Part,
  type PassOptions,
} from './parts.ts';
import type { ValidPiece } from './piece-judge.ts';
import { RepeatedRows } from './references.ts';
import { RetryColumn } from './retry-of.ts';
import type { BatchRow, ReadRow } from './row.ts';
import { readerOf, wholeRowsFirst } from './row-reader.ts';
import type { SeenKeys } from './seen-keys.ts';
import type { FileSettings } from './settings.ts';
import { Warnings } from './warnings.ts';

export interface FileOptions extends Pick<
  FileSettings,
  'file' | 'delimiter' | 'imports' | 'kind' | 'profile' | 'useDeveloperFunds'
> {
  readonly documents: DocumentFolder;
  readonly warnings: Warnings;
  readonly payee?: string | undefined;
  /** References, or contents, with their lines: a second pass looks its rows up in the table of the first. */
  readonly seen?: SeenKeys;
}

export interface Pass {
  readonly kind: FileKind;
  readonly header: Header;
  /** Byte range of the header, for the retry file. */
  readonly headerRange: { readonly start: number; readonly end: number };
  readonly hasReferences: boolean;
  /** Whether it is a retry file whose rows are tied to those of another batch. */
  readonly isRetry: boolean;
  /** The name of the sheet that is read, whoever has named it; empty for a text. */
  readonly sheet: string;
  /** The column that says who is paid; -1 where it is not in the header. */
  readonly payee: { readonly name: string; readonly column: number } | undefined;
  /** Rows in file order, with everything that is wrong with each. */
  rows(): AsyncGenerator<BatchRow[]>;
  /** The same for a pass with threads: valid rows may come as lines and sums. Once, and not with rows(). */
  parts(): AsyncGenerator<BatchRow[] | PlainRows>;
  /**
   * Known after the rows, as `end` is: records of empty cells below them, and those between them that were left out.
   */
  readonly blanks: Pick<BlankRecords, 'count' | 'between'>;
  readonly end: FileEnd;
}

/** Valid rows that a thread has read: their lines in the results, and what they add to the facts. */
export type PlainRows = Pick<ValidPiece, 'facts' | 'text'> & Pick<JudgedPiece, 'end'>;

/** Starts a pass: reads the header. Errors: {@link InputError}. */
export async function startPass(
  handle: FileHandle,
  options: FileOptions,
  more: PassOptions = {},
): Promise<Pass> {
  const { file, imports = NO_IMPORTS } = options;
  const text = await openParts(handle, options, more);
  const opening = await text.parts.next();
  const records = opening.done === true || !isRecords(opening.value) ? [] : opening.value;
  const [record] = records;
  if (!record) throw new InputError('empty', { file }, csvMessage('no_header'));
  const kind = options.kind ?? kindOfImport(record, imports);
  const { delimiter, sheet, end } = text;
  const { header, origins } = importHeader(record, imports, {
    ...{ file, delimiter, ...COLUMN_RULES[kind] },
    drafts: kind === 'payouts' && options.imports === undefined,
  });
  const retries = retryColumnOf(header, file);
  const { profile, useDeveloperFunds } = options;
  // A thread can't see the row of another batch that a row is tied to. A customer costs more to hand over than to read.
  if (!retries && kind === 'payouts') text.setup = { header, profile, useDeveloperFunds };
  const names = new OwnNames(header, origins, imports.encoding);
  options.warnings.named(names);
  const payee = payeeColumn(header, options, imports);
  const isPlain = end.hidden === undefined && isPlainReading(imports);
  const readerWith = async (warnings: Warnings): Promise<ReadRow> => {
    const read = await readerOf(kind, header, { ...options, warnings });
    return isPlain ? read : translated(read, header, imports, payee?.column ?? -1);
  };
  const reader = wholeRowsFirst(await readerWith(options.warnings), await readerWith(new Warnings()), header);
  const rows = new Rows({ ...options, imports, reader, header, retries, names, payee: payee?.column ?? -1 });
  const parts = (): AsyncGenerator<BatchRow[] | PlainRows> => rows.of(records.slice(1), text.parts);
  return {
    ...{ kind, header, sheet, payee, parts, end, blanks: rows.blanks },
    // With the lines above it: the same profile reads the retry file.
    headerRange: { start: imports.skipRows > 0 && !end.hidden ? 0 : record.start, end: record.end },
    hasReferences: header.index.has('reference'),
    isRetry: retries !== undefined,
    async *rows() {
      for await (const part of parts()) {
        if (!Array.isArray(part)) throw new Error('a pass without threads has rows alone');
        yield part;
      }
    },
  };
}

interface RowsOptions extends Pick<FileOptions, 'documents' | 'warnings' | 'seen'> {
  readonly reader: ReadRow;
  readonly header: Header;
  readonly retries: RetryColumn | undefined;
  readonly names: OwnNames;
  readonly imports: Imports;
  /** 0-based column; -1 for none. */
  readonly payee: number;
}

/** Records to rows, with what only shows across them. */
class Rows {
  readonly blanks: BlankRecords;
  readonly #options: RowsOptions;
  readonly #repeated: RepeatedRows;
  readonly #documentColumn: number;

  constructor(options: RowsOptions) {
    const { header, warnings, seen } = options;
    const { index } = header;
    this.#options = options;
    this.blanks = new BlankRecords(options.imports.skipBlankRows);
    this.#repeated = new RepeatedRows(index.get('reference') ?? -1, warnings, seen);
    this.#documentColumn = index.get('documents') ?? -1;
  }

  async *of(
    opening: readonly CsvRecord[],
    parts: AsyncGenerator<Part>,
  ): AsyncGenerator<BatchRow[] | PlainRows> {
    yield* this.#rowsOf(this.blanks.sift(opening));
    for await (const part of parts) {
      if (isRecords(part)) yield* this.#rowsOf(this.blanks.sift(part));
      else if (await this.#isValid(part.valid)) {
        yield* this.#rowsOf([...this.blanks.release()]);
        yield { ...part.valid, end: part.end };
      } else yield* this.#rowsOf(this.blanks.sift(part.records()));
    }
  }

  /** Whether its rows are valid in this file, too. */
  async #isValid(piece: ValidPiece): Promise<boolean> {
    for (const path of piece.documents)
      if ((await this.#options.documents.check(path)) !== undefined) return false;
    return this.#repeated.areNew(piece.hashed);
  }

  async *#rowsOf(records: readonly CsvRecord[]): AsyncGenerator<BatchRow[]> {
    const { reader, retries, names, payee, documents } = this.#options;
    const rows: BatchRow[] = [];
    for (const record of records) {
      const row = retries?.read(reader(record), record.cells) ?? reader(record);
      if (row.kind === 'payouts') row.payee ??= record.cells[payee];
      this.#repeated.check(row);
      if (row.documents.length > 0) await documents.checkRow(row, this.#documentColumn);
      if (row.issues.length > 0) names.tell(row.issues);
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

const SAYS_PAYEE = /^x-.*(?:payee|supplier|vendor|beneficiary|recipient)/;

/** By the profile, else the config, else the first column whose name says so. Errors: {@link InputError}. */
function payeeColumn(header: Header, { file, payee: wanted }: FileOptions, imports: Imports): Pass['payee'] {
  const own = imports.payee;
  if (own !== undefined && columnNamed(header, own) === -1)
    throw new InputError('header', { file, line: header.line }, columnMissing(own, header.names, 'payee'));
  const name = own ?? wanted;
  if (name !== undefined) return { name, column: columnNamed(header, name) };
  const usual = [...header.own].filter(([one]) => SAYS_PAYEE.test(one)).sort(([, a], [, b]) => a - b)[0];
  return usual && { name: header.titles[usual[1]] ?? usual[0], column: usual[1] };
}

function retryColumnOf({ index, line }: Header, file: string): RetryColumn | undefined {
  const at = index.get(RETRY_COLUMN);
  if (at === undefined || !index.has('reference')) return at === undefined ? undefined : new RetryColumn(at);
  throw new InputError(
    'header',
    { file, line, column: at + 1 },
    inputMessage('retry_and_references', { column: RETRY_COLUMN }),
  );
}

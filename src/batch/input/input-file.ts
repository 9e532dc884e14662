// One pass over an input file: header, rows, and what only shows across rows (references used twice, missing files).
// Both passes of a run go through here, so they read the file in the same way.
import type { FileHandle } from 'node:fs/promises';

import { columnMissing, columnNamed, type Header, readHeader } from '../../csv/header.ts';
import { csvMessage } from '../../csv/messages.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { isWorkbookName } from '../../csv/xlsx/workbook-file.ts';
import type { OnPrefix } from '../../files/bytes.ts';
import { InputError } from '../../files/input-error.ts';
import { PAYEE_COLUMN, RETRY_COLUMN } from '../../interface/columns.ts';
import { COLUMN_RULES, type FileKind } from '../../interface/file-kind.ts';
import type { Message } from '../../message.ts';
import { BlankRecords, isBlank } from './blank-records.ts';
import type { DocumentFolder } from './documents.ts';
import { addedFields, type Imports, isPlainReading, kindOfImport, NO_IMPORTS } from './imports/imports.ts';
import { translated } from './imports/translation.ts';
import { inputMessage, rowIssue } from './messages.ts';
import { type FileEnd, openRecords } from './open-records.ts';
import { renameFields } from './own-names.ts';
import { PayoutReader } from './read-payout.ts';
import { RepeatedRows } from './references.ts';
import { retryReader } from './retry-of.ts';
import { type BatchRow, NO_CURRENCY, type ReadRow } from './row.ts';
import type { SeenKeys } from './seen-keys.ts';
import type { FileSettings } from './settings.ts';
import type { Warnings } from './warnings.ts';

export interface FileOptions extends Pick<
  FileSettings,
  'file' | 'delimiter' | 'imports' | 'kind' | 'profile' | 'useDeveloperFunds' | 'history'
> {
  readonly documents: DocumentFolder;
  readonly warnings: Warnings;
  /** References, or contents, with their lines: a second pass looks its rows up in the table of the first. */
  readonly seen?: SeenKeys;
}

export interface Pass {
  readonly kind: FileKind;
  readonly header: Header;
  /** Range of the header, for the retry file: of bytes, and of lines in a sheet of a workbook. */
  readonly headerRange: { readonly start: number; readonly end: number };
  /** The name of the sheet that is read; empty for a text. */
  readonly sheet: string;
  /** The payee column; -1 if it is not in the header. */
  readonly payee: { readonly name: string; readonly column: number } | undefined;
  /** Rows in file order, with everything that is wrong with each. */
  readonly rows: AsyncGenerator<BatchRow[]>;
  /** Known after the rows, as `end` is. */
  readonly blanks: Pick<BlankRecords, 'below' | 'skipped' | 'lastLine' | 'lastWidth'>;
  readonly end: FileEnd;
}

/** Starts a pass: reads the header. Errors: {@link InputError}. */
export async function startPass(
  handle: FileHandle,
  options: FileOptions,
  onPrefix?: OnPrefix,
): Promise<Pass> {
  const { file, imports = NO_IMPORTS, warnings } = options;
  const opened = await openRecords(handle, { ...options, onPrefix });
  const { pages, delimiter, sheet, end } = opened;
  const opening = await pages.next();
  const [record, ...others] = opening.done === true ? [] : opening.value;
  if (!record) throw new InputError('empty', { file }, csvMessage('no_header'));
  const kind = options.kind ?? kindOfImport(record.cells, imports);
  const header = readHeader(record.cells, record.line, {
    ...{ file, delimiter, ...COLUMN_RULES[kind], map: imports.columns },
    keys: imports.lookups.map(({ key }) => key),
    added: addedFields(imports),
    drafts: kind === 'payouts' && options.imports === undefined,
  });
  const retryColumn = retryColumnOf(header, file);
  warnings.begin(header, imports.encoding);
  const payee = payeeColumn(header, options, imports);
  const isSheet = isWorkbookName(file);
  const isPlain = !isSheet && isPlainReading(imports);
  // The numbering plans of customers are a large part that payouts can do without.
  const Reader = kind === 'payouts' ? PayoutReader : (await import('./read-customer.ts')).CustomerReader;
  const reader = new Reader(header, { ...options, payeeAt: payee?.column ?? -1 });
  const readPlain: ReadRow = (record) => reader.read(record);
  const read = wholeRowsFirst(isPlain ? readPlain : translated(readPlain, header, imports), header);
  const blanks = new BlankRecords(imports.skipBlankRows);
  const records = async function* (): AsyncGenerator<readonly CsvRecord[]> {
    yield blanks.sift(others);
    for await (const page of pages) yield blanks.sift(page);
  };
  return {
    ...{ kind, header, sheet, payee, end, blanks },
    rows: rowsOf(records(), { ...options, read, header, retryColumn }),
    // With the lines above it: the same profile reads the retry file.
    headerRange: { start: imports.skipRows > 0 && !isSheet ? 0 : record.start, end: record.end },
  };
}

interface RowsOptions extends Pick<FileOptions, 'documents' | 'warnings' | 'seen'> {
  readonly read: ReadRow;
  readonly header: Header;
  readonly retryColumn: number | undefined;
}

/** Records to rows, with the checks across rows. */
async function* rowsOf(
  pages: AsyncIterable<readonly CsvRecord[]>,
  { read, header, retryColumn, documents, warnings, seen }: RowsOptions,
): AsyncGenerator<BatchRow[]> {
  const repeated = new RepeatedRows(header.index.get('reference') ?? -1, warnings, seen);
  const withRetryOf = retryColumn === undefined ? undefined : retryReader(retryColumn);
  const documentColumn = header.index.get('documents') ?? -1;
  for await (const records of pages) {
    const rows: BatchRow[] = [];
    for (const record of records) {
      const row = withRetryOf ? withRetryOf(read(record)) : read(record);
      repeated.check(row);
      if (row.documents.length > 0) await documents.checkRow(row, documentColumn);
      if (row.issues.length > 0) renameFields(header, row.issues);
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

/**
 * The same for any record. An empty record, a second header, and a record with too many or too few cells have one
 * issue. Their cells give the row its key, but their amount is not counted: of 4996,51 it would be 4996.
 */
function wholeRowsFirst(read: ReadRow, header: Header): ReadRow {
  return (record) => {
    const { cells } = record;
    const isHeader = repeatsHeader(cells, header.names);
    const message = isHeader
      ? rowIssue('header_repeated')
      : isBlank(record)
        ? rowIssue('row_empty')
        : wrongWidth(record, header);
    if (message === undefined) return read(record);
    const row = read(isHeader ? { ...record, cells: [] } : record);
    const wrong = { cells, documents: [], amount: '', issues: [{ column: 0, field: '', message }] };
    return row.kind === 'payouts' ? { ...row, ...wrong, currency: NO_CURRENCY } : { ...row, ...wrong };
  };
}

/** A second file may have been appended with its byte order mark. */
function repeatsHeader(cells: readonly string[], names: readonly string[]): boolean {
  const [first = ''] = cells;
  if (first !== names[0] && first !== `\ufeff${names[0] ?? ''}`) return false;
  return cells.length >= names.length && names.every((name, at) => at === 0 || cells[at] === name);
}

function wrongWidth({ cells, kinds }: CsvRecord, { names, delimiter }: Header): Message | undefined {
  const width = names.length;
  // A record of a sheet ends with its last cell that is not empty.
  if (cells.length === width || (kinds && cells.length < width)) return undefined;
  const isLastEmpty = cells.at(-1) === '';
  return csvMessage('record_width', { cells: cells.length, names: width, isLastEmpty, delimiter });
}

/** From the profile, else the config, else the first column with such a name. Errors: {@link InputError}. */
function payeeColumn(header: Header, { file, history }: FileOptions, imports: Imports): Pass['payee'] {
  const own = imports.payee;
  if (own !== undefined && columnNamed(header, own) === -1)
    throw new InputError('header', { file, line: header.line }, columnMissing(own, header.names, 'payee'));
  const name = own ?? history?.payee;
  if (name !== undefined) return { name, column: columnNamed(header, name) };
  const usual = [...header.own].filter(([one]) => PAYEE_COLUMN.test(one)).sort(([, a], [, b]) => a - b)[0];
  return usual && { name: header.titles[usual[1]] ?? usual[0], column: usual[1] };
}

/** Errors: {@link InputError} if the file has references as well. */
function retryColumnOf({ index, line }: Header, file: string): number | undefined {
  const at = index.get(RETRY_COLUMN);
  if (at === undefined || !index.has('reference')) return at;
  throw new InputError(
    'header',
    { file, line, column: at + 1 },
    inputMessage('retry_and_references', { column: RETRY_COLUMN }),
  );
}

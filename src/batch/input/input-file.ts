// One pass over an input file: header, rows, and what only shows across rows (references used twice, files that aren't
// there). Both passes of a run go through here, so they can't come to different views.
import type { FileHandle } from 'node:fs/promises';

import { type Header, printable, readHeader } from '../../csv/header.ts';
import { readRecords } from '../../csv/input.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { InputError } from '../../files/input-error.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { COLUMN_RULES, type FileKind, kindOfHeader } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { BlankRecords } from './blank-records.ts';
import type { DocumentFolder } from './documents.ts';
import { payoutReader } from './read-payout.ts';
import { References } from './references.ts';
import { RetryColumn } from './retry-of.ts';
import type { BatchRow, DocumentItem } from './row.ts';
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
  /** After the rows: records of empty cells below them, and whether the file ends without a line break. */
  end(): { readonly blank: number; readonly open: boolean };
}

/** Starts a pass: reads the header. Errors: {@link InputError}. */
export async function startPass(
  handle: FileHandle,
  options: FileOptions,
  onPrefix?: (digest: string, index: number) => void,
): Promise<Pass> {
  const { file } = options;
  let delimiter = ',';
  let openEnd = false;
  const blanks = new BlankRecords();
  const batches = readRecords(handle, {
    file,
    delimiter: options.delimiter,
    onDelimiter: (found) => (delimiter = found),
    onOpenEnd: () => (openEnd = true),
    ...(onPrefix === undefined ? {} : { onPrefix }),
  });
  const first = await batches.next();
  const opening: readonly CsvRecord[] = first.done === true ? [] : first.value;
  const [record] = opening;
  if (!record) throw new InputError('empty', { file }, 'the file has no header line');
  const kind = options.kind ?? kindOfHeader(record.cells, options.map);
  const header = readHeader(record.cells, record.line, {
    file,
    ...COLUMN_RULES[kind],
    ...(options.map === undefined ? {} : { map: options.map }),
  });
  const read = await readerOf(kind, header, options);
  const referenceColumn = header.index.get('reference') ?? -1;
  const documentColumn = header.index.get('documents') ?? -1;
  const references = new References(referenceColumn);
  const retries = retryColumnOf(header, file);

  async function* rows(): AsyncGenerator<BatchRow[]> {
    for (let records = opening.slice(1); ;) {
      const out: BatchRow[] = [];
      for (const item of blanks.sift(records)) {
        const plain = read(item);
        const row = retries ? retries.read(plain, item.cells) : plain;
        if (row.reference !== '') references.check(row);
        if (row.documents.length > 0) await checkDocuments(row, documentColumn, options.documents);
        out.push(row);
      }
      if (out.length > 0) yield out;
      const next = await batches.next();
      if (next.done === true) return;
      records = next.value;
    }
  }
  const headerRange = { start: record.start, end: record.end };
  const hasReferences = header.index.has('reference');
  return {
    kind,
    header,
    headerRange,
    hasReferences,
    isRetry: retries !== undefined,
    delimiter,
    rows,
    end: () => ({ blank: blanks.count, open: openEnd }),
  };
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

async function readerOf(
  kind: FileKind,
  header: Header,
  { profile, useDeveloperFunds, warnings }: FileOptions,
): Promise<(record: CsvRecord) => BatchRow> {
  if (kind === 'payouts') return payoutReader({ header, profile, useDeveloperFunds, warnings });
  // Its numbering plans are a large part that payouts can do without.
  const { customerReader } = await import('./read-customer.ts');
  return customerReader({ header, profile, warnings });
}

async function checkDocuments(row: BatchRow, payoutColumn: number, folder: DocumentFolder): Promise<void> {
  if (row.kind === 'customers') {
    for (const { type, item, column } of row.documents) {
      await checkDocument(row, column, `documents.${type}`, item, folder);
    }
    return;
  }
  for (const item of row.documents) {
    if (item.kind !== 'id') await checkDocument(row, payoutColumn, 'documents', item, folder);
  }
}

async function checkDocument(
  row: BatchRow,
  column: number,
  field: string,
  item: Exclude<DocumentItem, { kind: 'id' }>,
  folder: DocumentFolder,
): Promise<void> {
  const wrong = item.kind === 'file' ? await folder.check(item.path) : folder.checkDataUrl(item.url);
  if (wrong === undefined) return;
  const name = item.kind === 'file' ? `"${printable(item.path, 80)}" ` : 'the data URL ';
  row.issues.push({ column: column + 1, field, message: name + wrong });
}

// One pass over an input file: header, rows, and what only shows across rows (references used twice, files that aren't
// there). Both passes of a run go through here, so they can't come to different views.
import type { FileHandle } from 'node:fs/promises';

import { columnNamed, type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { InputError } from '../../files/input-error.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import { COLUMN_RULES, type FileKind } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { BlankRecords } from './blank-records.ts';
import { checkDocuments } from './document-check.ts';
import type { DocumentFolder } from './documents.ts';
import { importHeader, judgeEncoding, judgeSkipRows, kindOfImport } from './imports/import-header.ts';
import { importedReader } from './imports/imported-reader.ts';
import { type Imports, NO_IMPORTS } from './imports/imports.ts';
import { OwnNames } from './imports/own-names.ts';
import type { Below } from './imports/table-end.ts';
import { Merge, type PlainRows } from './merge.ts';
import { type HiddenRows, isRecords, openInParts, type Part, type PassOptions } from './open-parts.ts';
import { Equals, References } from './references.ts';
import { RetryColumn } from './retry-of.ts';
import type { BatchRow } from './row.ts';
import { watched } from './row-reader.ts';
import type { Warnings } from './warnings.ts';

export interface FileOptions {
  /** As the user named it: messages use it. */
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
  readonly kind?: FileKind | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documents: DocumentFolder;
  readonly warnings: Warnings;
  readonly payee?: string | undefined;
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
  /** The name of the sheet that is read, whoever has named it; empty for a text. */
  readonly sheet: string;
  /** The column that says who is paid; -1 where it is not in the header. */
  readonly payee: { readonly name: string; readonly column: number } | undefined;
  /** Rows in file order, with everything that is wrong with each. */
  rows(): AsyncGenerator<BatchRow[]>;
  /** The same for a pass with threads: rows that nothing is wrong with may come as lines and sums. Once, and not with rows(). */
  parts(): AsyncGenerator<BatchRow[] | PlainRows>;
  end(): PassEnd;
}

/** What is known after the rows. */
export interface PassEnd {
  /** Records of empty cells below the rows, and those between them that the profile leaves out. */
  readonly blank: number;
  readonly blankBetween: number;
  /** The file ends without a line break. */
  readonly open: boolean;
  /** What the profile's stopAt left out. */
  readonly below: Below | undefined;
  /** Rows of a sheet that nobody sees in it; `undefined` for a text. */
  readonly hidden: HiddenRows | undefined;
}

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
  const imports = options.imports ?? NO_IMPORTS;
  judgeSkipRows(records, imports, file);
  judgeEncoding(record, imports, file);
  const kind = options.kind ?? kindOfImport(record, imports);
  const { header, origins } = importHeader(record, imports, {
    ...{ file, delimiter: text.delimiter, ...COLUMN_RULES[kind] },
    drafts: kind === 'payouts' && options.imports === undefined,
  });
  const retries = retryColumnOf(header, file);
  const { profile, useDeveloperFunds } = options;
  const { delimiter, sheet } = text;
  // What ties a row to another one is read here. Customers, too: each thread would judge each distinct value anew.
  if (!retries && kind === 'payouts') text.setup = { kind, header, delimiter, profile, useDeveloperFunds };
  const names = new OwnNames(header, origins, imports.encoding);
  options.warnings.named(names);
  const payee = payeeColumn(header, options, imports);
  const reader = await importedReader(kind, header, {
    ...options,
    imports,
    names,
    isSheet: text.hidden !== undefined,
    payeeColumn: payee?.column ?? -1,
  });
  const read = watched(reader, more.onCells);
  const rows = new Rows(read, header, { ...options, imports }, retries, names, payee?.column ?? -1);
  const hasReferences = header.index.has('reference');
  const isRetry = retries !== undefined;
  const parts = (): AsyncGenerator<BatchRow[] | PlainRows> =>
    rows.of(records.slice(1), text.parts, delimiter, hasReferences);
  return {
    kind,
    header,
    // With the lines above it: the same profile reads the retry file.
    headerRange: { start: imports.skipRows > 0 && !text.hidden ? 0 : record.start, end: record.end },
    hasReferences,
    isRetry,
    ...{ delimiter, sheet, payee },
    parts,
    async *rows() {
      for await (const part of parts()) {
        if (!Array.isArray(part)) throw new Error('a pass without threads has rows alone');
        yield part;
      }
    },
    end: () => {
      const { count: blank, between: blankBetween } = rows.blanks;
      const below = text.below();
      return { blank, blankBetween, open: text.openEnd && !below, below, hidden: text.hidden };
    },
  };
}

/** Records to rows, with what only shows across them. */
class Rows {
  readonly blanks: BlankRecords;
  readonly #names: OwnNames;
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
    header: Header,
    { documents, imports, warnings }: FileOptions & { readonly imports: Imports },
    retries: RetryColumn | undefined,
    names: OwnNames,
    payeeColumn: number,
  ) {
    const { index } = header;
    this.#equals = new Equals(warnings);
    this.#hasReferences = index.has('reference');
    this.blanks = new BlankRecords(imports.skipBlankRows);
    this.#names = names;
    this.#read = read;
    this.#retries = retries;
    this.#references = new References(index.get('reference') ?? -1);
    this.#documentColumn = index.get('documents') ?? -1;
    this.#payeeColumn = payeeColumn;
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
      if (payee !== undefined && row.kind === 'payouts') row.payee ??= payee;
      if (row.reference !== '') this.#references.check(row);
      if (row.documents.length > 0) await checkDocuments(row, this.#documentColumn, this.#documents);
      if (!this.#hasReferences) this.#equals.check(row);
      if (row.issues.length > 0) this.#names.tell(row.issues);
      out.push(row);
    }
    return out;
  }
}

const SAYS_PAYEE = /^x-.*(?:payee|supplier|vendor|beneficiary|recipient)/;

/** By the profile, else the config, else the first column whose name says so. Errors: {@link InputError}. */
function payeeColumn(header: Header, { file, payee: wanted }: FileOptions, imports: Imports): Pass['payee'] {
  const own = imports.payee;
  if (own !== undefined && columnNamed(header, own) === -1)
    throw new InputError(
      'header',
      { file, line: header.line },
      `"payee" of the profile names a column "${printable(own)}" that the header doesn't have`,
    );
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
    `a file has either references or the column ${RETRY_COLUMN}, which says what its rows are: remove the references`,
  );
}

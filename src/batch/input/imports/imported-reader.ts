// The reader of a file's rows, whatever form the file has: records are translated first where a profile says how, and what
// is wrong with a row is told in the words of the file.
import type { Header } from '../../../csv/header.ts';
import type { FileKind } from '../../../interface/file-kind.ts';
import { readerOf, type ReaderOptions, type ReadRow, wholeRowsFirst } from '../row-reader.ts';
import type { Imports } from './imports.ts';
import type { OwnNames } from './own-names.ts';
import { needsTranslation, Translation } from './translation.ts';

export interface ImportedOptions extends ReaderOptions {
  readonly imports: Imports;
  readonly names: OwnNames;
  readonly isSheet: boolean;
  /** 0-based column that says who is paid, those of constants and lookups among them; -1 for none. */
  readonly payeeColumn: number;
}

export async function importedReader(
  kind: FileKind,
  header: Header,
  options: ImportedOptions,
): Promise<ReadRow> {
  const { names, imports } = options;
  const read = await readerOf(kind, header, options);
  if (!needsTranslation(imports, options.isSheet)) return wholeRowsFirst(read, header);
  const translation = new Translation(header, imports);
  const translated: ReadRow = (record) => {
    const { record: plain, issues, told } = translation.read(record);
    const row = read(plain);
    const own = row.issues.filter(({ field }) => !told.has(field));
    const all = [...issues, ...own].sort((a, b) => (a.column || Infinity) - (b.column || Infinity));
    names.tell(all, record, plain);
    const payee = plain.cells[options.payeeColumn];
    const whole = { ...row, cells: record.cells, issues: all };
    if (payee !== undefined && whole.kind === 'payouts') whole.payee = payee;
    return whole;
  };
  return wholeRowsFirst(translated, header);
}

// A lookup file in memory: the values of each key. Keys are compared as text without outer spaces. A similar key is
// named in the issue, but never used.
import type { FileHandle } from 'node:fs/promises';

import { columnMissing, folded, printable } from '../../../csv/header.ts';
import { openInput, readRecords } from '../../../csv/input.ts';
import { csvMessage } from '../../../csv/messages.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import { hashFile } from '../../../files/bytes.ts';
import { InputError } from '../../../files/input-error.ts';
import { foldedReference } from '../../../interface/reference.ts';
import { inputMessage } from '../messages.ts';

interface LookupFile {
  /** Where it is, and how messages name it. */
  readonly path: string;
  readonly shown: string;
  /** Column of the export. */
  readonly key: string;
  /** Column of the file. */
  readonly fileKey: string;
  /** Column of the file -> field. */
  readonly columns: ReadonlyMap<string, string>;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
}

interface Answers {
  /** In the order of the table's fields. */
  readonly values: readonly string[];
  readonly line: number;
}

export interface LookupTable extends LookupFile {
  readonly sha256: string;
  /** Of each value: the field that it fills, and the column that it comes from. */
  readonly fields: readonly { readonly field: string; readonly column: string }[];
  readonly valuesOf: (key: string) => readonly string[] | undefined;
  /** A key that differs only as two references may (foldedReference): by case, width, spaces or leading zeros. */
  readonly nearly: (key: string) => string | undefined;
}

/** Errors: {@link InputError}. */
export async function readLookup(file: LookupFile): Promise<LookupTable> {
  const handle = await openInput(file.path, file.shown);
  try {
    const sha256 = await hashFile(handle);
    const answers = await answersOf(handle, file);
    let alike: Map<string, string> | undefined;
    return {
      ...{ ...file, sha256 },
      fields: [...file.columns].map(([column, field]) => ({ field, column })),
      valuesOf: (key) => answers.get(key)?.values,
      nearly: (key) => {
        alike ??= new Map([...answers.keys()].map((known) => [foldedReference(known), known]));
        return alike.get(foldedReference(key));
      },
    };
  } finally {
    await handle.close();
  }
}

interface LookupColumns {
  readonly key: number;
  readonly values: readonly number[];
  readonly width: number;
}

async function answersOf(handle: FileHandle, file: LookupFile): Promise<Map<string, Answers>> {
  const { shown, encoding, delimiter } = file;
  const answers = new Map<string, Answers>();
  let columns: LookupColumns | undefined;
  for await (const records of readRecords(handle, { file: shown, encoding, delimiter })) {
    for (const record of records) {
      if (!columns) columns = columnsOf(record, file);
      else take(record, columns, answers, file);
    }
  }
  return answers;
}

function columnsOf({ cells, line }: CsvRecord, { shown, fileKey, columns }: LookupFile): LookupColumns {
  const names = cells.map(folded);
  const at = (name: string): number => {
    const found = names.indexOf(folded(name));
    if (found === -1) {
      const own = cells.map((cell) => cell.trim());
      const what = columnMissing(name, own, name === fileKey ? 'fileKey' : 'lookups');
      throw new InputError('lookup', { file: shown, line }, what);
    }
    const again = names.indexOf(folded(name), found + 1);
    if (again === -1) return found;
    const what = csvMessage('column_twice', { column: printable(name), first: found + 1 });
    throw new InputError('lookup', { file: shown, line, column: again + 1 }, what);
  };
  return { key: at(fileKey), values: [...columns.keys()].map(at), width: cells.length };
}

function take(
  { cells, line }: CsvRecord,
  columns: LookupColumns,
  answers: Map<string, Answers>,
  { shown, fileKey }: LookupFile,
): void {
  if (cells.every((cell) => cell.trim() === '')) return;
  if (cells.length !== columns.width) {
    const what = csvMessage('record_width', { cells: cells.length, names: columns.width });
    throw new InputError('lookup', { file: shown, line }, what);
  }
  const key = (cells[columns.key] ?? '').trim();
  if (key === '') return; // an empty cell is not looked up
  const values = columns.values.map((at) => cells[at] ?? '');
  const before = answers.get(key);
  if (before?.values.some((value, at) => value.trim() !== values[at]?.trim()) === true) {
    const what = inputMessage('lookup_contradicts', {
      ...{ key: printable(key), column: printable(fileKey), line: before.line },
    });
    throw new InputError('lookup', { file: shown, line, column: columns.key + 1 }, what);
  }
  if (!before) answers.set(key, { values, line });
}

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
import type { Message } from '../../../message.ts';
import { isBlank } from '../blank-records.ts';
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

/** The values of each key, in the order of the file's columns, and the line that has them. */
type Answers = Map<string, { readonly values: readonly string[]; readonly line: number }>;

async function answersOf(handle: FileHandle, file: LookupFile): Promise<Answers> {
  const { shown, fileKey, encoding, delimiter } = file;
  const answers: Answers = new Map();
  const fail = (message: Message, line: number, column?: number): never => {
    throw new InputError('lookup', { file: shown, line, column }, message);
  };
  let header: CsvRecord | undefined;
  let places: readonly number[] = [];
  for await (const records of readRecords(handle, { file: shown, encoding, delimiter })) {
    for (const record of records) {
      const { cells, line } = record;
      if (!header) {
        header = record;
        places = [fileKey, ...file.columns.keys()].map((name) => placeOf(name, record, file));
        continue;
      }
      if (isBlank(record)) continue;
      const width = { cells: cells.length, names: header.cells.length };
      if (width.cells !== width.names) fail(csvMessage('record_width', width), line);
      const [keyCell = '', ...values] = places.map((at) => cells[at] ?? '');
      const key = keyCell.trim();
      if (key === '') continue; // an empty cell is not looked up
      const before = answers.get(key);
      if (!before) answers.set(key, { values, line });
      else if (before.values.some((value, at) => value.trim() !== values[at]?.trim())) {
        const again = { key: printable(key), column: printable(fileKey), line: before.line };
        fail(inputMessage('lookup_contradicts', again), line, (places[0] ?? 0) + 1);
      }
    }
  }
  return answers;
}

/** 0-based. Errors: {@link InputError} for a column that is missing or there twice. */
function placeOf(name: string, { cells, line }: CsvRecord, { shown, fileKey }: LookupFile): number {
  const names = cells.map(folded);
  const at = names.indexOf(folded(name));
  if (at === -1) {
    const own = cells.map((cell) => cell.trim());
    const what = columnMissing(name, own, name === fileKey ? 'fileKey' : 'lookups');
    throw new InputError('lookup', { file: shown, line }, what);
  }
  const again = names.indexOf(folded(name), at + 1);
  if (again === -1) return at;
  const what = csvMessage('column_twice', { column: printable(name), first: at + 1 });
  throw new InputError('lookup', { file: shown, line, column: again + 1 }, what);
}

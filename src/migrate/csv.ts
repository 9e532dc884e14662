// A CSV as a source: its records, and how they are written under the new header (columns.ts).
import type { FileHandle } from 'node:fs/promises';

import { refuseSeparatorLine } from '../csv/header.ts';
import { readRecords, refuseCutShort } from '../csv/input.ts';
import { csvMessage } from '../csv/messages.ts';
import type { CsvRecord } from '../csv/records.ts';
import { csvLine } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import { columnsAfter, kindOfNames, pathsOf } from './columns.ts';
import { migrateMessage } from './messages.ts';
import { isKnown } from './paths.ts';
import type { MigrateSettings, MigrationSource, SourceRecord } from './source.ts';
import { textOf } from './step.ts';

/** Reads the header. Errors: {@link InputError}. */
export async function csvSource(handle: FileHandle, settings: MigrateSettings): Promise<MigrationSource> {
  const { file, delimiter } = settings;
  let isLast = false;
  const batches = readRecords(handle, { file, delimiter, onOpenEnd: () => (isLast = true) });
  const first = await batches.next();
  const [header, ...records] = first.done === true ? [] : first.value;
  if (!header) throw new InputError('empty', { file }, csvMessage('no_header'));
  const rest = async function* (): AsyncGenerator<readonly CsvRecord[]> {
    yield records;
    for await (const batch of batches) {
      const [record] = batch;
      if (isLast && record)
        refuseCutShort({ file, line: record.line }, record.cells.length, header.cells.length);
      yield batch;
    }
  };
  return sourceOf(settings, header, rest());
}

function sourceOf(
  settings: MigrateSettings,
  header: CsvRecord,
  records: AsyncIterable<readonly CsvRecord[]>,
): MigrationSource {
  const names = header.cells.map((cell) => cell.trim());
  const kind = settings.kind ?? kindOfNames(names);
  const paths = pathsOf(names, kind);
  refuseTwice(paths, names, settings.file, header.line);
  if (!paths.some((path) => path !== 'reference' && isKnown(path, kind))) {
    refuseSeparatorLine(names, settings.file, header.line);
    refuseUnknown(settings);
  }
  const columns = columnsAfter(paths, kind);
  const places = new Set(columns);
  return {
    kind,
    shape: 'csv',
    paths,
    before: csvLine(columns),
    after: () => '',
    records: recordsOf(records, paths),
    write: (fields) => {
      for (const path of fields.keys())
        if (!places.has(path)) throw new Error(`the new header has no column for ${path}`);
      return csvLine(columns.map((path) => textOf(fields.get(path))));
    },
    toValue: (_, text) => text,
    holds: (field) => places.has(field),
  };
}

/** Errors: {@link InputError}. */
export function refuseUnknown({ file, kind }: MigrateSettings): never {
  throw new InputError('header', { file, line: 1 }, migrateMessage('nothing_to_migrate', { kind }));
}

function refuseTwice(paths: readonly string[], names: readonly string[], file: string, line: number): void {
  const seen = new Map<string, number>();
  for (const [at, path] of paths.entries()) {
    const before = seen.get(path);
    if (before !== undefined) {
      const [from, other] = [names[at] ?? '', names[before] ?? ''];
      const what =
        from === other
          ? csvMessage('column_twice', { column: from, first: before + 1 })
          : csvMessage('field_twice', { field: path, from, other });
      throw new InputError('header', { file, line, column: at + 1 }, what);
    }
    seen.set(path, at);
  }
}

async function* recordsOf(
  batches: AsyncIterable<readonly CsvRecord[]>,
  paths: readonly string[],
): AsyncGenerator<readonly SourceRecord[]> {
  for await (const batch of batches) yield batch.map((record) => recordOf(record, paths));
}

function recordOf({ cells, line }: CsvRecord, paths: readonly string[]): SourceRecord {
  const fields = new Map<string, unknown>();
  if (cells.length !== paths.length) {
    const unreadable = csvMessage('record_width', { cells: cells.length, names: paths.length });
    return { line, fields, unreadable, raw: csvLine(cells).trimEnd() };
  }
  for (const [i, path] of paths.entries()) {
    const cell = cells[i] ?? '';
    if (cell !== '' && cell.trim() !== '') fields.set(path, cell);
  }
  return { line, fields };
}

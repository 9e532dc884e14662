// CSV into records and back. The new header is known before the first row: fields that ended leave it, fields that a
// person has to supply come into it, columns that nobody knows are kept under a name that is never sent.
import { openInput, readRecords } from '../csv/input.ts';
import { csvLine } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import { OPERATOR_COLUMN_PREFIX } from '../interface/columns.ts';
import { INTRODUCED_CUSTOMER_FIELDS, REQUIRED_DOCUMENT_TYPE } from '../interface/customer.ts';
import { documentTypeOf } from '../interface/customer-columns.ts';
import { COLUMN_RULES, type FileKind, kindOfHeader } from '../interface/file-kind.ts';
import type { MigrateSettings, Source, SourceRecord } from './migrate.ts';
import { isKnown, pathOf } from './paths.ts';
import { textOf } from './step.ts';

export async function csvRecords(settings: MigrateSettings): Promise<Source> {
  const { file, delimiter, map } = settings;
  const handle = await openInput(file);
  const batches = readRecords(handle, { file, delimiter });
  const first = await batches.next().catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  const header = first.done === true ? undefined : first.value[0];
  if (!header) {
    await handle.close();
    throw new InputError('empty', { file }, 'the file has no header line');
  }
  const names = header.cells.map((cell) => cell.trim());
  const kind = settings.kind ?? kindOfCsv(names, map);
  const paths = names.map((name) => {
    const path = pathOf(name, kind, map);
    return isKnown(path, kind) || path.startsWith(OPERATOR_COLUMN_PREFIX)
      ? path
      : `${OPERATOR_COLUMN_PREFIX}${path}`;
  });
  const twice = paths.find((path, i) => paths.indexOf(path) !== i);
  if (twice !== undefined) {
    await handle.close();
    throw new InputError(
      'header',
      { file, line: header.line, column: paths.lastIndexOf(twice) + 1 },
      `column "${twice}" is there twice`,
    );
  }
  const columns = columnsAfter(paths, kind);

  async function* records(): AsyncGenerator<SourceRecord> {
    try {
      for (let batch = first.value?.slice(1) ?? []; ;) {
        for (const { cells, line } of batch) yield recordOf(cells, line);
        const next = await batches.next();
        if (next.done === true) return;
        batch = next.value;
      }
    } finally {
      await handle.close();
    }
  }
  function recordOf(cells: readonly string[], line: number): SourceRecord {
    const fields = new Map<string, unknown>();
    if (cells.length !== paths.length) {
      const why = `the row has ${cells.length} cells, the header ${paths.length}: mend it in the input and migrate again`;
      return { line, fields, unreadable: why, raw: csvLine(cells).trimEnd() };
    }
    paths.forEach((path, i) => {
      const cell = cells[i] ?? '';
      if (cell.trim() !== '') fields.set(path, cell);
    });
    return { line, fields };
  }
  return {
    kind,
    shape: 'csv',
    before: csvLine(columns),
    after: () => '',
    records: records(),
    write: (fields) => {
      const homeless = [...fields.keys()].find((path) => !columns.includes(path));
      if (homeless !== undefined) throw new Error(`the new header has no column for ${homeless}`);
      return csvLine(columns.map((path) => textOf(fields.get(path))));
    },
    toValue: (_, text) => text,
    holds: (field) => columns.includes(field),
  };
}

/** Flat headers count, too. */
function kindOfCsv(names: readonly string[], map: ReadonlyMap<string, string> | undefined): FileKind {
  const score = (kind: FileKind): number =>
    names.filter((name) => name !== 'reference' && isKnown(pathOf(name, kind, map), kind)).length;
  const [payouts, customers] = [score('payouts'), score('customers')];
  return payouts === customers ? kindOfHeader(names, map) : customers > payouts ? 'customers' : 'payouts';
}

function columnsAfter(paths: readonly string[], kind: FileKind): string[] {
  const { removed } = COLUMN_RULES[kind];
  const columns: string[] = [];
  const add = (path: string): void => {
    if (!columns.includes(path)) columns.push(path);
  };
  for (const path of paths) {
    if (kind === 'payouts' && path === 'amount') {
      if (!paths.includes('receiverAmount')) add('receiverAmount');
    } else if (removed(path) === undefined) add(path);
  }
  if (kind === 'customers') {
    for (const path of INTRODUCED_CUSTOMER_FIELDS) add(path);
    if (!columns.some((path) => documentTypeOf(path) === REQUIRED_DOCUMENT_TYPE))
      add(`documents.${REQUIRED_DOCUMENT_TYPE}`);
  }
  return columns;
}

// The header of an export as its import profile reads it: the export's own columns, and behind them what constants and
// lookup files add. A field has one source, and every name of the profile is one that is there.
import {
  columnNamed,
  folded,
  type Header,
  type HeaderRules,
  printable,
  readHeader,
} from '../../../csv/header.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import { didYouMean } from '../../../csv/suggest.ts';
import { InputError } from '../../../files/input-error.ts';
import { type FileKind, kindOfHeader } from '../../../interface/file-kind.ts';
import { twiceDecoded } from '../damaged-text.ts';
import type { Imports } from './imports.ts';

/** Where a field that is no column of the export comes from. */
export interface Origin {
  /** 0-based column of the export that it hangs on; -1 for a constant. */
  readonly column: number;
  readonly label: string;
}

export type ImportRules = Omit<HeaderRules, 'map' | 'keys'>;

/** What the fields speak of, wherever they come from. */
export function kindOfImport({ cells }: CsvRecord, { columns, constants, lookups }: Imports): FileKind {
  const added = lookups.flatMap(({ fields }) => fields.map(({ field }) => field));
  return kindOfHeader([...cells, ...constants.keys(), ...added], columns);
}

/** Errors: {@link InputError} for a header in UTF-8 that was read in the profile's encoding: columns would not be found. */
export function judgeEncoding(
  { cells, line }: CsvRecord,
  { columns, encoding }: Imports,
  file: string,
): void {
  if (encoding === undefined || encoding.startsWith('utf-')) return;
  const known = new Set([...columns.keys()].map(folded));
  const damaged = cells.find((cell) => twiceDecoded(cell) !== undefined && !known.has(folded(cell)));
  if (damaged === undefined) return;
  const what = `the file is UTF-8, and the profile's "encoding" says ${encoding}: leave "encoding" out`;
  throw new InputError('encoding', { file, line }, what);
}

/** A title may have so many lines. */
const TITLE_LINES = 20;

/**
 * Where the columns that the profile names stand in a later line: that is the header, and one message says so instead of one for
 * each column. Errors: {@link InputError}. `records`: the first ones of the file, as they were read.
 */
export function judgeSkipRows(records: readonly CsvRecord[], { columns }: Imports, file: string): void {
  const wanted = [...columns.keys()].map(folded);
  const [first] = records;
  if (!first || wanted.length < 2 || hasAny(first, wanted)) return;
  const header = records.slice(1, TITLE_LINES).find(({ cells }) => {
    const there = new Set(cells.map(folded));
    return wanted.every((name) => there.has(name));
  });
  if (!header) return;
  const what = `this is not the header of the profile, which is on line ${header.line}: say "skipRows": ${header.line - 1} in the profile`;
  throw new InputError('header', { file, line: first.line }, what);
}

const hasAny = ({ cells }: CsvRecord, wanted: readonly string[]): boolean =>
  cells.some((cell) => wanted.includes(folded(cell)));

/** The header of an export, as the profile reads it. Errors: {@link InputError}, all of what is wrong. */
export function importHeader(
  record: CsvRecord,
  imports: Imports,
  rules: ImportRules,
): { readonly header: Header; readonly origins: ReadonlyMap<string, Origin> } {
  const { file } = rules;
  const keys = imports.lookups.map(({ key }) => key);
  const own = readHeader(record.cells, record.line, { ...rules, map: imports.columns, keys });
  const added = new Added(own, rules, record);
  for (const field of imports.constants.keys()) {
    added.add(
      field,
      { column: -1, label: `${field} (a constant of the profile)` },
      'the profile\'s "constants"',
    );
  }
  for (const table of imports.lookups) {
    const column = columnNamed(own, table.key);
    if (column === -1) {
      const names = own.names.map((name) => name.trim());
      added.fail(
        `the profile looks up ${table.shown} by a column "${printable(table.key)}" that the header doesn't have${didYouMean(table.key, names)}`,
      );
    }
    for (const { field, column: from } of table.fields) {
      const label = `${field} (${table.shown}: ${from.trim()})`;
      added.add(field, { column, label }, table.shown);
    }
  }
  if (added.wrong.length > 0)
    throw InputError.all(
      added.wrong.map((what) => new InputError('header', { file, line: record.line }, what)),
    );
  return { header: added.header(), origins: added.origins };
}

/** Columns behind those of the export. */
class Added {
  readonly wrong: string[] = [];
  readonly origins = new Map<string, Origin>();
  readonly #own: Header;
  readonly #rules: ImportRules;
  readonly #index: Map<string, number>;
  readonly #names: Map<string, number>;
  #width: number;

  constructor(own: Header, rules: ImportRules, { cells }: CsvRecord) {
    this.#own = own;
    this.#rules = rules;
    this.#index = new Map(own.index);
    this.#names = new Map(own.own);
    this.#width = cells.length;
  }

  fail(what: string): void {
    this.wrong.push(what);
  }

  add(name: string, origin: Origin, where: string): void {
    const { fields, accepts, ignorePrefix, removed } = this.#rules;
    const field = fields.find((one) => one.toLowerCase() === name.trim().toLowerCase()) ?? name.trim();
    const at = this.#width++;
    const ended = removed(field);
    if (ended !== undefined) {
      this.fail(`${where}: "${printable(field)}" ${ended}`);
      return;
    }
    if (!fields.includes(field) && !accepts(field)) {
      if (field.toLowerCase().startsWith(ignorePrefix)) this.#names.set(folded(field), at);
      else this.fail(`${where}: "${printable(field)}" is no field${didYouMean(field, fields)}`);
      return;
    }
    const before = this.#index.get(field);
    if (before !== undefined) {
      const name = this.#own.names[before]?.trim();
      const other = this.origins.get(field)?.label ?? `column "${printable(name ?? '')}"`;
      this.fail(`${where}: ${field} comes from two places, this one and ${other}: one of them is enough`);
      return;
    }
    this.#index.set(field, at);
    this.#names.set(folded(field), at);
    this.origins.set(field, origin);
  }

  header(): Header {
    return { ...this.#own, index: this.#index, own: this.#names, width: this.#width };
  }
}

// The header of an export as its import profile reads it: the export's own columns, and behind them what constants and
// lookup files add. A field has one source, and every name of the profile is one that is there. Errors and warnings
// then speak in the words of the user's own file.
import {
  columnMissing,
  columnNamed,
  folded,
  type Header,
  type HeaderRules,
  printable,
  readHeader,
} from '../../../csv/header.ts';
import { csvMessage } from '../../../csv/messages.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import { suggest } from '../../../csv/suggest.ts';
import { InputError } from '../../../files/input-error.ts';
import { type FileKind, kindOfHeader } from '../../../interface/file-kind.ts';
import type { Issue } from '../row.ts';
import type { Naming } from '../warnings.ts';
import type { Imports } from './imports.ts';

/** Where a field that is not a column of the export comes from. */
export interface Origin {
  /** 0-based column of the export that it hangs on; -1 for a constant. */
  readonly column: number;
  readonly label: string;
}

interface Source extends Origin {
  readonly name: string;
  /** The part of the profile that names it. */
  readonly where: string;
}

/** What the fields speak of, wherever they come from. */
export function kindOfImport({ cells }: CsvRecord, { columns, constants, lookups }: Imports): FileKind {
  const added = lookups.flatMap(({ fields }) => fields.map(({ field }) => field));
  return kindOfHeader([...cells, ...constants.keys(), ...added], columns);
}

function sourcesOf(own: Header, { constants, lookups }: Imports): Source[] {
  const fixed = [...constants.keys()].map((name) => {
    const label = `${name} (constants)`;
    return { name, column: -1, label, where: 'constants' };
  });
  const found = lookups.flatMap(({ key, fields, shown }) =>
    fields.map(({ field: name, column: from }) => {
      const label = `${name} (${shown}: ${from.trim()})`;
      return { name, column: columnNamed(own, key), label, where: shown };
    }),
  );
  return [...fixed, ...found];
}

/** The header of an export, as the profile reads it. Errors: {@link InputError}, all of what is wrong. */
export function importHeader(
  record: CsvRecord,
  imports: Imports,
  rules: Omit<HeaderRules, 'map' | 'keys'>,
): { readonly header: Header; readonly origins: ReadonlyMap<string, Origin> } {
  const { file, fields, accepts, ignorePrefix, removed } = rules;
  const keys = imports.lookups.map(({ key }) => key);
  const own = readHeader(record.cells, record.line, { ...rules, map: imports.columns, keys });
  const names = own.names.map((name) => name.trim());
  const index = new Map(own.index);
  const columns = new Map(own.own);
  const origins = new Map<string, Origin>();
  const wrong = keys.flatMap((key) =>
    columnNamed(own, key) === -1 ? [columnMissing(key, names, 'key')] : [],
  );
  for (const [at, source] of sourcesOf(own, imports).entries()) {
    const name = source.name.trim();
    const field = fields.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
    const before = index.get(field);
    const isField = fields.includes(field) || accepts(field);
    const shown = { field: printable(field), from: source.where };
    const why = removed(field);
    if (why) wrong.push(csvMessage('column_ended', { column: shown.field, why }));
    else if (before !== undefined) {
      const other = origins.get(field)?.label ?? printable(names[before] ?? '');
      wrong.push(csvMessage('field_twice', { ...shown, other }));
    } else if (!isField && !field.toLowerCase().startsWith(ignorePrefix)) {
      const near = { meant: suggest(field, fields), prefix: ignorePrefix };
      wrong.push(csvMessage('not_a_field', { ...shown, ...near }));
    }
    columns.set(folded(field), names.length + at);
    if (!isField) continue;
    index.set(field, names.length + at);
    origins.set(field, source);
  }
  if (wrong.length > 0)
    throw InputError.all(wrong.map((what) => new InputError('header', { file, line: record.line }, what)));
  return { header: { ...own, index, own: columns }, origins };
}

export class OwnNames implements Naming {
  readonly #header: Header;
  readonly #origins: ReadonlyMap<string, Origin>;

  readonly encoding: string | undefined;

  constructor(header: Header, origins: ReadonlyMap<string, Origin>, encoding?: string) {
    this.encoding = encoding?.startsWith('utf-') === true ? undefined : encoding;
    this.#header = header;
    this.#origins = origins;
  }

  /** A field with its name in the file; itself where they are one. */
  nameOf(field: string): string {
    const origin = this.#origins.get(field);
    if (origin) return origin.label;
    const name = this.#header.names[this.#header.index.get(field) ?? -1]?.trim() ?? field;
    return folded(name) === folded(field) ? field : `${printable(name)} (${field})`;
  }

  /** 1-based; 0 for what the file has not. */
  columnOf(field: string): number {
    const origin = this.#origins.get(field);
    if (origin) return origin.column + 1;
    const at = this.#header.index.get(field) ?? -1;
    return at < this.#header.names.length ? at + 1 : 0;
  }

  /** Renames in place. */
  tell(issues: Issue[]): void {
    for (const [at, issue] of issues.entries()) {
      const field = this.nameOf(issue.field);
      const origin = this.#origins.get(issue.field);
      const column = origin ? origin.column + 1 : issue.column > this.#header.names.length ? 0 : issue.column;
      issues[at] = { ...issue, field, column };
    }
  }
}

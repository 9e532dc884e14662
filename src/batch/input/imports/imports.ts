// An import profile in memory, with its lookup files: both passes of a run use the same values.
import type { AddedField } from '../../../csv/header.ts';
import { type FileKind, kindOfHeader } from '../../../interface/file-kind.ts';
import type { NumberForm } from '../amount-text.ts';
import type { LookupTable } from './lookup-table.ts';

export interface Imports {
  /** Their header -> our field; `null` for a column that is not wanted. */
  readonly columns: ReadonlyMap<string, string | null>;
  /** Field -> value of every row. */
  readonly constants: ReadonlyMap<string, string>;
  readonly lookups: readonly LookupTable[];
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  /** `undefined`: amounts are plain decimals. */
  readonly numbers: NumberForm | undefined;
  readonly skipRows: number;
  readonly skipBlankRows: boolean;
  readonly stopAt: RegExp | undefined;
  /** Whether a footer total that differs from the rows refuses the file. */
  readonly footerTotal: 'warning' | 'error';
  readonly sheet: string | undefined;
  /** The payee column. */
  readonly payee: string | undefined;
  /** The profile and its lookup files: as messages name each, and the SHA-256 (hex) of its bytes. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export const NO_IMPORTS: Imports = {
  columns: new Map(),
  constants: new Map(),
  lookups: [],
  encoding: undefined,
  delimiter: undefined,
  numbers: undefined,
  skipRows: 0,
  skipBlankRows: false,
  stopAt: undefined,
  footerTotal: 'warning',
  sheet: undefined,
  payee: undefined,
  files: [],
};

/** A plain map: headers alone. */
export const importsOfMap = (columns: ReadonlyMap<string, string | null>): Imports => ({
  ...NO_IMPORTS,
  columns,
});

/** Whether only the headers differ from a file without a profile. */
export function isPlainReading(imports: Imports): boolean {
  const { constants, lookups, encoding, numbers, skipRows, skipBlankRows, stopAt } = imports;
  const same = constants.size === 0 && lookups.length === 0 && numbers === undefined && stopAt === undefined;
  return same && (encoding ?? 'utf-8') === 'utf-8' && skipRows === 0 && !skipBlankRows;
}

/** The fields that constants and lookup files add behind the columns of the file. */
export function addedFields({ constants, lookups }: Imports): AddedField[] {
  const fixed = [...constants.keys()].map((name) => {
    return { name, from: 'constants', label: `${name} (constants)`, key: undefined };
  });
  const found = lookups.flatMap(({ key, fields, shown: from }) =>
    fields.map(({ field: name, column }) => {
      return { name, from, label: `${name} (${from}: ${column.trim()})`, key };
    }),
  );
  return [...fixed, ...found];
}

/** By the columns of a file, and the fields that the profile adds. */
export function kindOfImport(names: readonly string[], imports: Imports): FileKind {
  const added = addedFields(imports).map(({ name }) => name);
  return kindOfHeader([...names, ...added], imports.columns);
}

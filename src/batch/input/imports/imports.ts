// An import profile in memory, with its lookup files: both passes of a run use the same values.
import type { AddedField } from '../../../csv/header.ts';
import { encodingOf } from '../../../files/encoding.ts';
import { type FileKind, kindOfHeader } from '../../../interface/file-kind.ts';
import type { NumberForm } from '../amount-text.ts';
import type { LookupTable } from './lookup-table.ts';
import type { ImportProfile } from './profile-schema.ts';

/** A file that the profile was read from, as messages name it, with the SHA-256 (hex) of its bytes. */
interface ReadFile {
  readonly path: string;
  readonly sha256: string;
}

/** `files`: the profile and its lookup files. */
export type Imports = ReturnType<typeof importsOf>;

/** A validated profile, with its lookup files. */
export function importsOf(
  profile: ImportProfile,
  lookups: readonly LookupTable[] = [],
  files: readonly ReadFile[] = [],
) {
  const { columns = {}, constants = {}, encoding, decimal = '.', thousands, stopAt } = profile;
  const isPlain = profile.decimal === undefined && thousands === undefined;
  return {
    /** Their header -> our field; `null` for a column that is not wanted. */
    columns: new Map(Object.entries(columns)) as ReadonlyMap<string, string | null>,
    /** Field -> value of every row. */
    constants: new Map(Object.entries(constants).map(([field, value]) => [field, String(value)])),
    ...{ lookups, files },
    encoding: encoding === undefined ? undefined : encodingOf(encoding),
    delimiter: profile.delimiter,
    /** `undefined`: amounts are plain decimals. */
    numbers: isPlain ? undefined : ({ decimal, thousands } satisfies NumberForm),
    skipRows: profile.skipRows ?? 0,
    skipBlankRows: profile.skipBlankRows ?? false,
    stopAt: stopAt === undefined ? undefined : new RegExp(stopAt, 'u'),
    footerTotal: profile.footerTotal ?? 'warning',
    sheet: profile.sheet,
    payee: profile.payee,
  };
}

export const NO_IMPORTS = importsOf({});

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

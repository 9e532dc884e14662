// --map and --sheet: the import profile.
import { resolve } from 'node:path';

import { type Imports, NO_IMPORTS } from '../batch/input/imports/imports.ts';
import { isWorkbookName } from '../csv/xlsx/workbook-file.ts';
import { type Io, UsageError } from './io.ts';

interface ImportFlags {
  readonly file: string;
  readonly map: string | undefined;
  readonly sheet: string | undefined;
}

/** Errors: {@link UsageError} for a sheet of a file that is not a workbook. */
export function checkSheet(file: string, sheet: string | undefined): void {
  if (sheet !== undefined && !isWorkbookName(file))
    throw new UsageError(`--sheet "${sheet}": ${file} has no sheets: it is not a workbook (.xlsx)`);
}

/**
 * An import profile, or a plain map, with the sheet that a flag names. Errors: InputError, which names line and
 * column.
 */
export async function importsOf({ file, map, sheet }: ImportFlags, io: Io): Promise<Imports | undefined> {
  checkSheet(file, sheet);
  if (map === undefined) return sheet === undefined ? undefined : { ...NO_IMPORTS, sheet };
  const { readImports } = await import('../batch/input/imports/read-profile.ts');
  const imports = await readImports(resolve(io.cwd, map), map);
  return sheet === undefined ? imports : { ...imports, sheet };
}

// --map and --sheet into what they name: of every command that reads CSV files.
import { resolve } from 'node:path';

import * as z from 'zod';

import { type Imports, NO_IMPORTS } from '../batch/input/imports/imports.ts';
import { isWorkbookName } from '../csv/xlsx/workbook-file.ts';
import { SMALL } from '../files/small-file.ts';
import { type Io, readNamed, SettingError, UsageError } from './io.ts';

interface ImportFlags {
  readonly file: string;
  readonly map: string | undefined;
  readonly sheet: string | undefined;
}

/**
 * An import profile, or a plain map, with the sheet that a flag names. Errors: InputError, which names line and column.
 */
export async function importsOf({ file, map, sheet }: ImportFlags, io: Io): Promise<Imports | undefined> {
  if (sheet !== undefined && !isWorkbookName(file)) {
    throw new UsageError(`--sheet "${sheet}": ${file} has no sheets: it is not a workbook (.xlsx)`);
  }
  if (map === undefined) return sheet === undefined ? undefined : { ...NO_IMPORTS, sheet };
  const { readImports } = await import('../batch/input/imports/read-profile.ts');
  const imports = await readImports(resolve(io.cwd, map), map);
  return sheet === undefined ? imports : { ...imports, sheet };
}

/** A plain map, for commands that know headers alone. Errors: {@link SettingError}. */
export function mapOf(file: string | undefined, io: Io): ReadonlyMap<string, string> | undefined {
  if (file === undefined) return undefined;
  const text = readNamed(resolve(io.cwd, file), SMALL.settings, `--map ${file}`);
  const { data } = z.record(z.string(), z.string()).safeParse(jsonOf(text));
  if (data) return new Map(Object.entries(data).map(([from, field]) => [from.trim(), field]));
  throw new SettingError(`--map ${file}: expected a JSON object, their header -> our field`);
}

/** `undefined`: it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// --delimiter and --map into plain values: of every command that reads CSV files.
import { resolve } from 'node:path';

import { type Imports, NO_IMPORTS } from '../batch/input/imports/imports.ts';
import { isWorkbookName } from '../csv/xlsx/workbook-file.ts';
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Io, SettingError, UsageError } from './io.ts';

export function delimiterOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const delimiter = value === '\\t' || value === 'tab' ? '\t' : value;
  if (delimiter === ',' || delimiter === ';' || delimiter === '\t') return delimiter;
  throw new UsageError(
    `--delimiter "${value}": a comma, a semicolon or \\t${value === '|' ? '. A bar is named by an import profile ("delimiter": "|", with --map)' : ''}`,
  );
}

interface ImportFlags {
  readonly file: string;
  readonly map: string | undefined;
  readonly sheet: string | undefined;
}

/** An import profile, or a plain map, with the sheet that a flag names. Errors: InputError, which names line and column. */
export async function importsOf({ file, map, sheet }: ImportFlags, io: Io): Promise<Imports | undefined> {
  if (sheet !== undefined && !isWorkbookName(file)) {
    throw new UsageError(`--sheet "${sheet}": ${file} is no workbook (.xlsx), and has no sheets`);
  }
  if (map === undefined) return sheet === undefined ? undefined : { ...NO_IMPORTS, sheet };
  const { readImports } = await import('../batch/input/imports/read-profile.ts');
  const imports = await readImports(resolve(io.cwd, map), map);
  return sheet === undefined ? imports : { ...imports, sheet };
}

/** A plain map, for commands that know headers alone. */
export function mapOf(file: string | undefined, io: Io): ReadonlyMap<string, string> | undefined {
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readSmallFile(resolve(io.cwd, file), SMALL.settings));
  } catch (error) {
    const { message } = error as Error; // ours, or JSON's
    const why = error instanceof SmallFileError ? message : `it is not JSON: ${message}`;
    throw new SettingError(`--map ${file}: ${why}`);
  }
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value as object) : [];
  if (!isMap || entries.some(([, field]) => typeof field !== 'string')) {
    throw new SettingError(`--map ${file}: expected a JSON object, their header -> our field`);
  }
  return new Map(entries.map(([from, field]) => [from.trim(), String(field)]));
}

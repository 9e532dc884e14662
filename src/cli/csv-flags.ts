// --map and --sheet: the import profile.
import { resolve } from 'node:path';

import { type Imports, NO_IMPORTS } from '../batch/input/imports/imports.ts';
import type { Io } from './io.ts';

interface ImportFlags {
  readonly map: string | undefined;
  readonly sheet: string | undefined;
}

/**
 * An import profile, or a plain map, with the sheet that a flag names. Errors: InputError, which names line and
 * column.
 */
export async function importsOf({ map, sheet }: ImportFlags, io: Io): Promise<Imports | undefined> {
  if (map === undefined) return sheet === undefined ? undefined : { ...NO_IMPORTS, sheet };
  const { readImports } = await import('../batch/input/imports/read-profile.ts');
  const imports = await readImports(resolve(io.cwd, map), map);
  return sheet === undefined ? imports : { ...imports, sheet };
}

// Settings that version control ignores: `.env` beside an example that --fix changes is what runs here, and isn't looked at.
import { resolve } from 'node:path';

import { plainPath } from '../../../files/plain.ts';
import { readSmallFile, SmallFileError } from '../../../files/small-file.ts';
import type { Fixed } from '../../../lint/fix/fix.ts';

/** Bounded: a name of 60 characters before what makes it an example. */
const EXAMPLE =
  /(^|\/)(\.env(?:\.[\w-]{1,60})?|[\w-]{1,60}\.env)[._-](?:example|sample|dist|template|tmpl)$/i;
const MAX_BYTES = 1 << 20;
const NAMES = /\/current-tenant(?![\w-])/;

/** Those that were neither told of nor changed. */
export function unlistedText(fixed: readonly Fixed[], cwd: string, dry: boolean): string {
  const known = new Set(fixed.map(({ path }) => path));
  const own = fixed
    .filter(({ fixes, path }) => fixes > 0 && EXAMPLE.test(path))
    .map(({ path }) => ({ path, own: path.replace(EXAMPLE, '$1$2') }))
    .filter((one) => !known.has(one.own) && namesIt(resolve(cwd, one.own)));
  return own
    .map(
      ({ path, own: name }) =>
        `${plainPath(name)} names the path, too, and is not looked at: change it by hand, as ${plainPath(path)} ${dry ? 'would be' : 'was'}.\n`,
    )
    .join('');
}

function namesIt(file: string): boolean {
  try {
    return NAMES.test(readSmallFile(file, MAX_BYTES));
  } catch (error) {
    if (error instanceof SmallFileError) return false; // most have none
    throw error;
  }
}

// Where a run writes its results, kept with it: `in.results.csv` is a name that many folders have. As a hash, since hosts that share a
// ledger need not know each other's folders.
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { sha256 } from '../../ledger/keys.ts';

/** Through links to its folder: those may lead elsewhere tomorrow. `isShared`: hosts share the ledger, and each may have such a folder. */
export async function placeOf(results: string, isShared: boolean, host = hostname()): Promise<string> {
  const path = resolve(results);
  const folder = dirname(path);
  const real = await realpath(folder).catch(() => folder);
  return sha256(`results at\0${isShared ? host : ''}\0${join(real, basename(path))}`);
}

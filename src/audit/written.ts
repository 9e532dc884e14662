// What a migration has written: a file with its side files beside it. Where the file that it was made of is looked at, too, its rows
// are the same rows.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

import type { AuditData } from './audit.ts';

/** `pay.csv` of pay.csv in another folder, `pay.migrated.csv` beside it. */
const originalOf = (path: string): string => basename(path).replace(/\.migrated(?=\.[a-z]+$)/i, '');

/** Both side files are always written, empty or not. */
function isWritten(path: string, cwd: string): boolean {
  const file = resolve(cwd, path);
  const stem = basename(originalOf(path), extname(path));
  const beside = (end: string): boolean => existsSync(join(dirname(file), `${stem}${end}`));
  if (!beside('.dropped.csv') || !beside('.todo.csv')) return false;
  // In the folder of what it was made of, that one has the side files beside it, too.
  return (
    originalOf(path) !== basename(path) ||
    !existsSync(join(dirname(file), `${stem}.migrated${extname(path)}`))
  );
}

/** Data without what was made of other data that is counted. */
export function withoutCopies(
  data: readonly AuditData[],
  cwd: string,
): { readonly all: AuditData[]; readonly copies: AuditData[] } {
  const written = new Set(data.filter(({ path }) => isWritten(path, cwd)));
  const originals = new Set(data.filter((one) => !written.has(one)).map(({ path }) => basename(path)));
  const copies = data.filter((one) => written.has(one) && originals.has(originalOf(one.path)));
  return { all: data.filter((one) => !copies.includes(one)), copies };
}

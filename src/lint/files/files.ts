// The files under the paths: those that are named, and of folders what is worth reading (walk.ts).
import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import { plainPath } from '../../files/plain.ts';
import type { Walk } from './walk.ts';

const WORKBOOKS_SHOWN = 5;

export interface Walked {
  /** Absolute paths, sorted. */
  readonly files: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  /** Named, but not there or not to be opened. */
  readonly missing: readonly { readonly path: string; readonly why: string }[];
  /** Ignore files that were not heeded. */
  readonly notes: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

/** As findings name it. */
const shown = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/') || '.';

/** `ignored`: globs of the config file, as .gitignore writes them. */
export async function filesUnder(
  cwd: string,
  paths: readonly string[],
  ignored: readonly string[],
): Promise<Walked> {
  const files = new Set<string>();
  const missing: { path: string; why: string }[] = [];
  let walk: Walk | undefined;
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    let stats;
    try {
      stats = statSync(absolute);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // Node's error
      missing.push({
        path,
        why: code === 'ENOENT' ? 'there is no such file or folder' : `can't be opened (${code ?? 'unknown'})`,
      });
      continue;
    }
    if (!stats.isDirectory()) {
      files.add(absolute);
      continue;
    }
    // Loaded for folders only: an editor asks for one file.
    walk ??= new (await import('./walk.ts')).Walk(cwd, ignored);
    walk.into(absolute, files);
  }
  for (const [path, why] of walk?.closed ?? []) missing.push({ path: shown(cwd, path), why });
  const notes = [...(walk?.unheeded ?? [])].map(([path, why]) => ({
    path: shown(cwd, path),
    line: 1,
    message: `${why}: it is not heeded, so that more is read`,
  }));
  const skipped = new Map(walk?.skipped);
  const workbooks = [...(walk?.workbooks ?? [])].sort().map((path) => shown(cwd, path));
  if (workbooks.length > 0) skipped.set(workbooksText(workbooks), workbooks.length);
  return { files: [...files].sort(), skipped, missing, notes };
}

/** By their names: "1 binary" says nothing of a payout file. */
function workbooksText(paths: readonly string[]): string {
  const names = paths.slice(0, WORKBOOKS_SHOWN).map((path) => plainPath(path));
  const more = paths.length > names.length ? ' and others' : '';
  return `workbooks (${names.join(', ')}${more}; save their sheets as CSV to have them looked at)`;
}

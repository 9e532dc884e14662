// The files under the paths: those that are named, and of folders what is worth reading (walk.ts).
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Walk } from './walk.ts';

export interface Walked {
  /** Absolute paths, sorted. */
  readonly files: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  /** Named, but not there or not to be opened. */
  readonly missing: readonly { readonly path: string; readonly why: string }[];
}

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
    const why = walk.into(absolute, files);
    if (why !== undefined) missing.push({ path, why });
  }
  return { files: [...files].sort(), skipped: walk?.skipped ?? new Map(), missing };
}

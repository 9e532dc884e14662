// Where an audit was made, by names of folders from the repository's root on: never where that is on somebody's machine. A
// later audit in any checkout of the repository finds the same files by these names.
import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';

export interface Whereabouts {
  /** The working directory: from the repository's root on, else its own name. */
  readonly folder: string;
  /** The name of the repository; `null` outside of one. */
  readonly repository: string | null;
}

export const isUnder = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);

/** Of those, what lies under one of these paths. */
export const within = <One extends { readonly path: string }>(
  paths: readonly string[],
  all: readonly One[],
): One[] => all.filter(({ path }) => paths.some((root) => isUnder(path, root)));

/** Where the repository begins that a folder lies in. */
function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}

const toUnix = (path: string): string => path.split(sep).join('/');
const nameOf = (folder: string): string => (basename(folder) === '' ? 'root' : basename(folder));

export function whereaboutsOf(cwd: string): Whereabouts {
  const root = repositoryOf(cwd);
  if (root === null) return { folder: nameOf(cwd), repository: null };
  return { folder: toUnix(relative(root, cwd)) || '.', repository: nameOf(root) };
}

/** The folder of an earlier audit, seen from here; `undefined` if it can't be told. */
export function folderOf(
  { folder, isInRepository }: { readonly folder: string; readonly isInRepository: boolean },
  cwd: string,
): string | undefined {
  const root = repositoryOf(cwd);
  if (isInRepository) return root === null ? undefined : resolve(root, folder);
  return nameOf(cwd) === folder ? cwd : undefined;
}

/** As a page names what was looked at: "." and what lies around it by the folder's name. */
export function namedIn({ folder, repository }: Whereabouts, path: string): string {
  if (!/^\.\.?(?:\/|$)/.test(path)) return path;
  return posix.join(repository ?? '', folder, path);
}

/** A path as people see it: relative to the folder; "." is the folder itself. */
export const toldPath = (folder: string, path: string): string =>
  toUnix(relative(folder, resolve(folder, path))) || '.';

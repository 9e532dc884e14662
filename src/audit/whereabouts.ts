// Where an audit was made, said in a page that others read: by the names of folders from the repository's on, and never by
// where that lies on somebody's machine. A later audit on the same machine knows the folder again by the hashes of its
// path's beginnings. Pure: what is on the disk comes in.
import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';

import type { EarlierReport, Place, Whereabouts } from './earlier.ts';

export function whereaboutsOf({ folder, root }: Place): Whereabouts {
  const repository = root === null ? null : nameOf(root);
  const inside = root === null ? '' : relative(root, folder).split(sep).join('/');
  const name = repository === null ? nameOf(folder) : posix.join(repository, inside);
  return { folder: name, repository, place: beginningsOf(folder).map(hashOf) };
}

/** As a page names what was looked at: "." and what lies around it by the folder's name. */
export const namedIn = ({ folder }: Pick<Whereabouts, 'folder'>, path: string): string =>
  /^\.\.?(?:\/|$)/.test(path) ? posix.join(folder, path) : path;

/** A path as it is told: relative to the folder, and "." for that itself. */
export function toldPath(folder: string, path: string): string {
  const way = relative(folder, resolve(folder, path)).split(sep).join('/');
  return way === '' ? '.' : way;
}

/**
 * An earlier report with the place that its hashes tell, or one that is nowhere on this machine. `now`: a folder to begin at;
 * `foldersIn`: the names of the folders in one.
 */
export function located(
  earlier: EarlierReport,
  now: string,
  foldersIn: (folder: string) => readonly string[],
): EarlierReport {
  const { whereabouts } = earlier;
  if (whereabouts === undefined) return earlier;
  const folder = found(whereabouts.place, now, foldersIn) ?? join(NOWHERE, whereabouts.folder);
  let root = whereabouts.repository === null ? null : folder;
  for (let up = whereabouts.folder.split('/').length; root !== null && up > 1; up--) root = dirname(root);
  return { ...earlier, place: { folder, root } };
}

/** No folder has this name. */
const NOWHERE = resolve('/', '\u0001');

function found(
  hashes: readonly string[],
  now: string,
  foldersIn: (folder: string) => readonly string[],
): string | undefined {
  const shared = beginningsOf(now).filter((path, i) => hashOf(path) === hashes[i]);
  let at = shared.at(-1);
  for (const hash of hashes.slice(shared.length)) {
    if (at === undefined) return undefined;
    const above = at;
    at = foldersIn(above)
      .map((name) => join(above, name))
      .find((path) => hashOf(path) === hash);
  }
  return at;
}

/** `/`, `/home`, `/home/me`, ... */
function beginningsOf(folder: string): string[] {
  if (!isAbsolute(folder)) return [];
  const above = dirname(folder);
  return above === folder ? [folder] : [...beginningsOf(above), folder];
}

/** Short: it only tells a folder from those beside it. */
const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);

const nameOf = (folder: string): string => (basename(folder) === '' ? 'root' : basename(folder));

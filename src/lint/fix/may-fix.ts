// Files that --fix leaves whole: a change there would part a file from its other names, be lost with the next checkout, or go
// against what somebody said of it.
import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';

export const IS_LINK = 'it is a link: fix the file that it leads to';

/** Why a file isn't to be changed; `cwd`: where the run stands. */
export function whyLeft(file: string, cwd: string): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return 'it can no longer be read';
  // Renamed over, a link would become a copy of what it leads to.
  if (stats.isSymbolicLink()) return IS_LINK;
  if (stats.nlink > 1)
    return `it has ${named(stats)} (hard links), which would keep the earlier text: change it by hand`;
  if ((stats.mode & 0o222) === 0) return 'it is read-only';
  const module = submoduleOf(file, cwd);
  return module === undefined
    ? undefined
    : `it belongs to the submodule ${module}: fix it in its own repository`;
}

const named = ({ nlink }: Stats): string => (nlink === 2 ? 'another name' : `${nlink - 1} other names`);

/** The folder of the submodule that a file lies in, as it is named from `cwd`. */
function submoduleOf(file: string, cwd: string): string | undefined {
  const own = relative(cwd, file).split(sep);
  if (own[0] === '..') return undefined;
  const known = submodulesIn(cwd);
  for (let count = own.length - 1; count > 0; count--) {
    const folder = own.slice(0, count).join('/');
    const git = lstatSync(join(cwd, folder, '.git'), { throwIfNoEntry: false });
    if (known.has(folder) || git?.isFile() === true) return folder;
  }
  return undefined;
}

/** Those that are named where the run stands, or above it within the same repository. */
function submodulesIn(cwd: string): Set<string> {
  const found = new Set<string>();
  for (let at = cwd, depth = 0; depth < 20; depth++) {
    for (const path of pathsIn(join(at, '.gitmodules'))) {
      const from = relative(cwd, join(at, path)).split(sep).join('/');
      if (!from.startsWith('..')) found.add(from);
    }
    const above = dirname(at);
    if (above === at || lstatSync(join(at, '.git'), { throwIfNoEntry: false })) break;
    at = above;
  }
  return found;
}

const MAX_BYTES = 1 << 20;
/** Bounded: a path of 300 characters. */
const PATH = /^[ \t]{0,20}path[ \t]{0,8}=[ \t]{0,8}([^\r\n]{1,300}?)[ \t]{0,20}\r?$/gm;

function pathsIn(file: string): string[] {
  try {
    return [...readSmallFile(file, MAX_BYTES).matchAll(PATH)].map(([, path = '']) => path);
  } catch (error) {
    if (error instanceof SmallFileError) return []; // most repositories have none
    throw error;
  }
}

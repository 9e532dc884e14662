// What .gitignore files exclude: the rules of one folder, and the stack of them that holds for a path. The nearest file that
// matches decides.
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import ignore from 'ignore';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';

const MAX_BYTES = 64 * 1024;
/** A longer pattern is machine-made and could take very long to compile. */
const MAX_PATTERN = 4_096;

/** The library takes time with a power of a path's depth for each `**` of a pattern. */
export const isUsable = (pattern: string): boolean =>
  pattern.length <= MAX_PATTERN && pattern.split('**').length <= 3;

/** The rules of one folder. `rules`: with a slash behind a folder's name. `unused`: why its ignore file was not used. */
interface FolderRules {
  readonly folder: string;
  readonly rules: ReturnType<typeof ignore>;
  readonly unused?: string;
}

/** Nearest folder first. */
export type RuleStack = readonly FolderRules[];

export const toUnix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** The rules of a folder's own ignore file; `undefined` if it has none. */
export function rulesOfFolder(folder: string): FolderRules | undefined {
  const path = join(folder, '.gitignore');
  try {
    if (!existsSync(path)) return undefined;
    const lines = readSmallFile(path, MAX_BYTES).split(/\r?\n/);
    return { folder, rules: ignore().add(lines.filter(isUsable)) };
  } catch (error) {
    if (error instanceof SmallFileError && error.code === 'ENOENT') return undefined;
    const why = error instanceof SmallFileError ? error.message : "can't be read";
    return { folder, rules: ignore(), unused: why };
  }
}

/** Rules of the folders above `start`, up to the root of its repository. A folder that is named is read even if ignored. */
export function rulesAbove(start: string): RuleStack {
  const stack: FolderRules[] = [];
  for (let folder = start; !existsSync(join(folder, '.git'));) {
    const above = dirname(folder);
    // Without a repository only the folder's own rules hold.
    if (above === folder) return [];
    folder = above;
    const own = rulesOfFolder(folder);
    if (own) stack.push(own);
  }
  return isIgnored(stack, start, true) ? [] : stack;
}

export function isIgnored(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of stack) {
    const name = toUnix(path.slice(folder.length + (folder.endsWith(sep) ? 0 : 1)));
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Whether a walk over `cwd` would pass over a file, which need not exist. `globs`: those of the config file. */
export function isPassedOver(cwd: string, file: string, globs: readonly string[]): boolean {
  const from = toUnix(relative(cwd, file));
  const isBelow = !/^(?:\.\.\/|[A-Za-z]:|\/)/.test(from);
  const name = from.replace(/^(?:\.\.\/)+/, '');
  if (!ignore.isPathValid(name)) return false;
  if (
    globs.length > 0 &&
    ignore()
      .add([...globs])
      .ignores(name)
  )
    return true;
  const start = isBelow ? cwd : dirname(file);
  let stack = rulesAbove(start);
  const parts = toUnix(relative(start, file)).split('/');
  return parts.some((_, i) => {
    const own = rulesOfFolder(join(start, ...parts.slice(0, i)));
    if (own) stack = [own, ...stack];
    return isIgnored(stack, join(start, ...parts.slice(0, i + 1)), i < parts.length - 1);
  });
}

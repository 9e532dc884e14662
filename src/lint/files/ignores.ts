// What .gitignore files exclude: the rules of one folder, and the stack of them that holds for a path. The nearest file that
// matches decides. Patterns with several ** are matched without backtracking (starred.ts).
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import ignore, { type Ignore } from 'ignore';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';
import { isStarred, starredMatcher } from './starred.ts';

const MAX_BYTES = 64 * 1024;
/** A longer pattern is machine-made and could take very long to compile. */
const MAX_PATTERN = 4_096;
/** Patterns with several ** in one file: each is compared with each part of each path. */
const MAX_STARRED = 500;

/** `undefined`: the rule does not match. */
type Rule = (name: string, isFolder: boolean) => boolean | undefined;

/** The rules of one folder. `unused`: why its ignore file was not used. */
export interface FolderRules {
  readonly folder: string;
  readonly rules: readonly Rule[];
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
    const lines = readSmallFile(path, MAX_BYTES)
      .split(/\r?\n/)
      .filter(({ length }) => length <= MAX_PATTERN);
    if (lines.filter(isStarred).length > MAX_STARRED)
      return { folder, rules: [], unused: `has more than ${MAX_STARRED} patterns with several **` };
    return { folder, rules: compile(lines) };
  } catch (error) {
    if (error instanceof SmallFileError && error.code === 'ENOENT') return undefined;
    const why = error instanceof SmallFileError ? error.message : "can't be read";
    return { folder, rules: [], unused: why };
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
    for (let at = rules.length - 1; at >= 0; at--) {
      const decision = rules[at]?.(name, isFolder);
      if (decision !== undefined) return decision;
    }
  }
  return false;
}

/** Consecutive patterns form one rule; a pattern with several ** is a rule by itself. */
function compile(lines: readonly string[]): Rule[] {
  const rules: Rule[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) rules.push(plainRule(ignore().add(plain)));
    plain = [];
  };
  for (const line of lines) {
    if (!isStarred(line) || line.startsWith('#')) {
      plain.push(line);
      continue;
    }
    flush();
    rules.push(starredRule(line));
  }
  flush();
  return rules;
}

const plainRule =
  (patterns: Ignore): Rule =>
  (name, isFolder) => {
    const { ignored, unignored } = patterns.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };

function starredRule(line: string): Rule {
  const isNegative = line.startsWith('!');
  const matches = starredMatcher(isNegative ? line.slice(1) : line);
  return (name, isFolder) => (matches(name.split('/'), isFolder) ? !isNegative : undefined);
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

// What version control ignores: the .gitignore files that speak for a path, those above it too, up to the repository's root.
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import ignore, { type Ignore } from 'ignore';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';
import { isStarred, starredMatcher } from './starred.ts';

/** Why files, and whole folders with whatever is in them, are passed over. */
export const IGNORED = 'ignored by .gitignore';
export const FOLDERS_IGNORED = `folders ${IGNORED}`;
export const IGNORED_BY_CONFIG = 'ignored by the config file';

export const toUnix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

const MAX_IGNORE = 256 * 1024;
/** Longer than any path is: it matches none, and no expression can be made of it. */
const isPattern = (line: string): boolean => line.length <= 4_096;

/** Patterns with several **, in one file: each is held against every part of every path. */
const MAX_STARRED = 500;

/** What some lines of an ignore file say of a path; `undefined` for nothing. */
type Rule = (name: string, isFolder: boolean) => boolean | undefined;

/** In their order: the last one that says something decides. */
function rulesIn(lines: readonly string[]): Rule[] {
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
  (rules: Ignore): Rule =>
  (name, isFolder) => {
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };

function starredRule(line: string): Rule {
  const isNegative = line.startsWith('!');
  const matches = starredMatcher(isNegative ? line.slice(1) : line);
  return (name, isFolder) => (matches(name.split('/'), isFolder) ? !isNegative : undefined);
}

/** The .gitignore files that speak for a path: those of its folder and of all above it, up to the repository's root. */
export class Ignores {
  #root: string;
  readonly #unheeded: Map<string, string>;
  readonly #byFolder = new Map<string, readonly Rule[] | null>();

  /** `unheeded`: told of the files that are too large to be heeded. */
  constructor(start: string, unheeded: Map<string, string>) {
    this.#unheeded = unheeded;
    let root = start;
    for (let at = start; ; at = dirname(at)) {
      if (existsSync(join(at, '.git'))) {
        root = at;
        break;
      }
      if (dirname(at) === at) break;
    }
    this.#root = root;
    // A folder that is named is meant, whatever is said above it.
    if (root !== start && this.ignores(start, true)) this.#root = start;
  }

  ignores(path: string, isFolder: boolean): boolean {
    // The nearest file that says something decides.
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const rules = this.#of(folder);
      if (rules) {
        const name = toUnix(relative(folder, path));
        for (let at = rules.length - 1; at >= 0; at--) {
          const said = rules[at]?.(name, isFolder);
          if (said !== undefined) return said;
        }
      }
      if (folder === this.#root || dirname(folder) === folder || !folder.startsWith(this.#root)) return false;
    }
  }

  #of(folder: string): readonly Rule[] | null {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    let rules: readonly Rule[] | null = null;
    const path = join(folder, '.gitignore');
    try {
      // An error for each of thousands of folders takes longer than all this.
      if (existsSync(path)) rules = this.#rulesOf(path);
    } catch (error) {
      // Too large to be held against every file. No such file here, or none that can be read: it says nothing.
      if (error instanceof SmallFileError && error.code !== 'ENOENT') this.#unheeded.set(path, error.message);
    }
    this.#byFolder.set(folder, rules);
    return rules;
  }

  /** Errors: SmallFileError. */
  #rulesOf(path: string): readonly Rule[] | null {
    const lines = readSmallFile(path, MAX_IGNORE).split(/\r?\n/).filter(isPattern);
    if (lines.filter(isStarred).length <= MAX_STARRED) return rulesIn(lines);
    this.#unheeded.set(path, `has more than ${MAX_STARRED} patterns with several **`);
    return null;
  }
}

/** Why a file that may be nowhere on the disk would be passed over in a run over `cwd`; `undefined` where it wouldn't be. */
export function ignoredAs(cwd: string, file: string, globs: readonly string[]): string | undefined {
  const from = toUnix(relative(cwd, file));
  const isBelow = !/^(?:\.\.\/|[A-Za-z]:|\/)/.test(from);
  const start = isBelow ? cwd : dirname(file);
  const inside = from.replace(/^(?:\.\.\/)+/, '');
  if (!ignore.isPathValid(inside)) return undefined;
  if (
    ignore()
      .add([...globs])
      .ignores(inside)
  )
    return IGNORED_BY_CONFIG;
  const rules = new Ignores(start, new Map());
  const parts = toUnix(relative(start, file)).split('/');
  const isIgnored = parts.some((_, i) =>
    rules.ignores(join(start, ...parts.slice(0, i + 1)), i < parts.length - 1),
  );
  return isIgnored ? IGNORED : undefined;
}

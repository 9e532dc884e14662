// The files of a folder that are worth reading: what version control ignores, vendored and generated code, binaries and
// lock files are passed over and counted by the reason.
import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';

import { fdir } from 'fdir';
import ignore, { type Ignore } from 'ignore';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';
import { isStarred, starredMatcher } from './starred.ts';
import { isVendored } from './vendored.ts';

const NEVER = new Set(['.git', 'node_modules', '.hg', '.svn']);
const LOCKS =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|.*\.lock|go\.sum|packages\.lock\.json|Package\.resolved|gradle\.lockfile)$/;
const BINARY = new Set(
  (
    'png jpg jpeg gif webp ico bmp tif tiff pdf zip gz tgz bz2 xz 7z rar jar war class so dylib dll exe bin o a wasm woff woff2 ' +
    'ttf otf eot mp3 mp4 mov avi webm wav ogg flac sqlite db pyc pyo node docx pptx doc ppt psd sketch'
  ).split(' '),
);
/** A company's payments are often in one. */
const WORKBOOKS = new Set(['xlsx', 'xlsm', 'xls', 'ods']);

/** Folders beyond these are not tried again one by one. */
const MAX_FAILED = 100;

/** Why files, and whole folders with whatever is in them, are passed over. */
export const IGNORED = 'ignored by .gitignore';
export const FOLDERS_IGNORED = `folders ${IGNORED}`;

export class Walk {
  readonly #cwd: string;
  /** None where there are no such globs: most files are asked for nothing. */
  readonly #own: Ignore | undefined;
  /** What could not be looked into, and why; absolute paths. */
  readonly closed = new Map<string, string>();
  /** Ignore files that are not heeded, and why; absolute paths. */
  readonly unheeded = new Map<string, string>();
  readonly skipped = new Map<string, number>();
  /** Passed over as well; absolute paths. */
  readonly workbooks = new Set<string>();

  /** `ignored`: globs of the config file, as .gitignore writes them. */
  constructor(cwd: string, ignored: readonly string[]) {
    this.#cwd = cwd;
    this.#own = ignored.length === 0 ? undefined : ignore().add([...ignored]);
  }

  /** Adds a folder's files. A folder inside it that can't be opened keeps nobody from the others. */
  into(folder: string, files: Set<string>): void {
    const rules = new Ignores(folder, this.unheeded);
    for (let failed = 0; failed < MAX_FAILED; failed++) {
      const before = new Map(this.skipped);
      const error = this.#crawl(folder, rules, files);
      if (error === undefined) return;
      const { path, code = error.message } = error;
      const where = path?.replace(/[/\\]$/, '') ?? folder;
      this.closed.set(where, closedText(code));
      if (where === folder) return;
      // Once more without it, and counted anew.
      this.skipped.clear();
      for (const [why, count] of before) this.skipped.set(why, count);
    }
    this.closed.set(folder, `more than ${MAX_FAILED} folders in it can't be opened`);
  }

  /** Returns what stopped it. */
  #crawl(folder: string, rules: Ignores, files: Set<string>): NodeJS.ErrnoException | undefined {
    const found = new fdir({ suppressErrors: false })
      .withFullPaths()
      .exclude((name, path) => {
        if (NEVER.has(name)) return true;
        if (this.#isClosed(path.replace(/[/\\]$/, ''))) return true;
        if (isVendored(name, path.replace(/[/\\]$/, ''))) return !this.#skip('vendored folders');
        return rules.ignores(path.replace(/[/\\]$/, ''), true) && !this.#skip(FOLDERS_IGNORED);
      })
      .filter((file, isFolder) => isFolder || this.#keeps(file, rules))
      .crawl(folder);
    try {
      for (const file of found.sync()) files.add(file);
    } catch (error) {
      return error as NodeJS.ErrnoException; // Node's error
    }
    return undefined;
  }

  #isClosed(folder: string): boolean {
    if (this.closed.has(folder)) return true;
    try {
      accessSync(folder, constants.R_OK | constants.X_OK);
      return false;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException; // Node's error
      // Gone since its own folder was read: nothing is there to be missed.
      if (isMisread(folder)) this.closed.set(folder, MISREAD);
      else if (code !== 'ENOENT') this.closed.set(folder, closedText(code));
      return true;
    }
  }

  #keeps(file: string, rules: Ignores): boolean {
    if (rules.ignores(file, false)) return this.#skip(IGNORED);
    if (this.#own?.ignores(toUnix(relative(this.#cwd, file)).replace(/^(\.\.\/)+/, '')))
      return this.#skip('ignored by the config file');
    if (LOCKS.test(basename(file))) return this.#skip('lock files');
    const ending = extname(file).slice(1).toLowerCase();
    if (BINARY.has(ending)) return this.#skip('binary');
    if (isMisread(file) && !existsSync(file)) {
      this.closed.set(file, MISREAD);
      return false;
    }
    return !WORKBOOKS.has(ending) || !this.workbooks.add(file);
  }

  #skip(why: string): false {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
    return false;
  }
}

const MISREAD = "its name isn't UTF-8, so it can't be opened: rename it";
/** Bytes of a name that are no UTF-8 are read as a sign that stands for none of them. */
const isMisread = (path: string): boolean => basename(path).includes('\u{fffd}');

const closedText = (code: string): string =>
  code === 'EACCES' ? 'no permission to look into it' : `can't be opened (${code})`;

const toUnix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

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
class Ignores {
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

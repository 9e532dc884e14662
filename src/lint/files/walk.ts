// The files of a folder that are worth reading: what version control ignores, vendored and generated code, binaries and
// lock files are passed over and counted by the reason.
import { accessSync, constants, existsSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';

import { fdir } from 'fdir';
import ignore, { type Ignore } from 'ignore';

import { FOLDERS_IGNORED, IGNORED, IGNORED_BY_CONFIG, Ignores, toUnix } from './ignores.ts';
import { isVendored } from './vendored.ts';

const NEVER = new Set(['.git', 'node_modules', '.hg', '.svn']);
const LOCKS =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|.*\.lock|go\.sum|packages\.lock\.json|Package\.resolved|gradle\.lockfile|.*\.lock\.hcl|conda-lock\.ya?ml)$/;
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
      return this.#skip(IGNORED_BY_CONFIG);
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

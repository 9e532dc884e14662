// The files of a folder that are worth reading: what version control ignores, vendored and generated code, binaries and
// lock files are passed over and counted by the reason.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';

import { fdir } from 'fdir';
import ignore, { type Ignore } from 'ignore';

import { readSmallFile, SMALL } from '../files/small-file.ts';

const NEVER = new Set(['.git', 'node_modules', '.hg', '.svn']);
const VENDORED = new Set([
  'vendor',
  'third_party',
  'bower_components',
  '.venv',
  'venv',
  'site-packages',
  '__pycache__',
  'Pods',
]);
const LOCKS =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|.*\.lock|go\.sum|packages\.lock\.json|Package\.resolved|gradle\.lockfile)$/;
const BINARY = new Set(
  (
    'png jpg jpeg gif webp ico bmp tif tiff pdf zip gz tgz bz2 xz 7z rar jar war class so dylib dll exe bin o a wasm woff woff2 ' +
    'ttf otf eot mp3 mp4 mov avi webm wav ogg flac sqlite db pyc pyo node docx xlsx pptx doc xls ppt psd sketch'
  ).split(' '),
);

export class Walk {
  readonly #cwd: string;
  readonly #own: Ignore;
  readonly skipped = new Map<string, number>();

  /** `ignored`: globs of the config file, as .gitignore writes them. */
  constructor(cwd: string, ignored: readonly string[]) {
    this.#cwd = cwd;
    this.#own = ignore().add([...ignored]);
  }

  /** Adds a folder's files; what it says is why it couldn't. */
  into(folder: string, files: Set<string>): string | undefined {
    const rules = new Ignores(folder);
    const found = new fdir({ suppressErrors: false })
      .withFullPaths()
      .exclude((name, path) => {
        if (NEVER.has(name)) return true;
        if (VENDORED.has(name)) return !this.#skip('vendored folders');
        return rules.ignores(path.replace(/[/\\]$/, ''), true);
      })
      .filter((file, isFolder) => isFolder || this.#keeps(file, rules))
      .crawl(folder);
    try {
      for (const file of found.sync()) files.add(file);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return undefined;
  }

  #keeps(file: string, rules: Ignores): boolean {
    if (rules.ignores(file, false)) return this.#skip('ignored by .gitignore');
    if (this.#own.ignores(toUnix(relative(this.#cwd, file)).replace(/^(\.\.\/)+/, '')))
      return this.#skip('ignored by the config file');
    if (LOCKS.test(basename(file))) return this.#skip('lock files');
    if (BINARY.has(extname(file).slice(1).toLowerCase())) return this.#skip('binary');
    return true;
  }

  #skip(why: string): false {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
    return false;
  }
}

const toUnix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** The .gitignore files that speak for a path: those of its folder and of all above it, up to the repository's root. */
class Ignores {
  #root: string;
  readonly #byFolder = new Map<string, Ignore | null>();

  constructor(start: string) {
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
        const name = toUnix(relative(folder, path)) + (isFolder ? '/' : '');
        const { ignored, unignored } = rules.test(name);
        if (ignored) return true;
        if (unignored) return false;
      }
      if (folder === this.#root || dirname(folder) === folder || !folder.startsWith(this.#root)) return false;
    }
  }

  #of(folder: string): Ignore | null {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    let rules: Ignore | null = null;
    try {
      rules = ignore().add(readSmallFile(join(folder, '.gitignore'), SMALL.settings));
    } catch {
      // no such file here, or none that can be read: it says nothing
    }
    this.#byFolder.set(folder, rules);
    return rules;
  }
}

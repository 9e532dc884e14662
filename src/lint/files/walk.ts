// The files of a folder that are worth reading, in a fixed order. Passes over what .gitignore files exclude, .git,
// node_modules, binaries and lock files, and counts them by reason. Reads names only, never a file's content.
import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';

import ignore, { type Ignore, type Pattern } from 'ignore';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';
import type { SkipReason, UnreadReason } from '../model/finding.ts';

const NEVER = new Set(['.git', 'node_modules']);
const LOCKS =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|.*\.lock|go\.sum|packages\.lock\.json|Package\.resolved|gradle\.lockfile|.*\.lock\.hcl|conda-lock\.ya?ml)$/;
const BINARY = new Set(
  (
    'png jpg jpeg gif webp ico bmp tif tiff pdf zip gz tgz bz2 xz 7z rar jar war class so dylib dll exe bin o a wasm woff woff2 ' +
    'ttf otf eot mp3 mp4 mov avi webm wav ogg flac sqlite db pyc pyo node docx pptx doc ppt psd sketch'
  ).split(' '),
);
const WORKBOOKS = new Set(['xlsx', 'xlsm', 'xls', 'ods']);
interface WalkNotes {
  readonly skipped: Map<SkipReason, number>;
  /** Folders that can't be opened, and why; absolute paths. */
  readonly closed: Map<string, UnreadReason>;
  /** Ignore files that are not used, and why; absolute paths. */
  readonly unused: Map<string, string>;
  /** Absolute paths of workbooks. */
  readonly workbooks: string[];
}

export class Walk {
  readonly notes: WalkNotes = { skipped: new Map(), closed: new Map(), unused: new Map(), workbooks: [] };
  readonly #cwd: string;
  readonly #globs: Ignore | undefined;
  /** The real path of the folder that is walked. */
  #root = '';

  /** `globs`: those of the config file, as .gitignore writes them. */
  constructor(cwd: string, globs: readonly string[]) {
    this.#cwd = cwd;
    this.#globs = globs.length === 0 ? undefined : ignoreRules(globs);
  }

  /** Calls `take` with the absolute path of each file below a folder. */
  files(folder: string, take: (file: string) => void): void {
    this.#root = realpathSync(folder);
    // A named folder is read even if it is ignored.
    this.#walk(folder, rulesAbove(folder) ?? [], take);
  }

  #walk(folder: string, above: RuleStack, take: (file: string) => void): void {
    const entries = this.#entries(folder);
    if (!entries) return;
    const own = entries.some(({ name }) => name === '.gitignore') ? rulesOfFolder(folder) : undefined;
    if (own?.unused !== undefined) this.notes.unused.set(join(folder, '.gitignore'), own.unused);
    const stack = own ? [own, ...above] : above;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (NEVER.has(entry.name)) continue;
        const inside = rulesInside(stack, path);
        if (inside) this.#walk(path, inside, take);
        else this.#skip('ignored-folder');
      } else if (entry.isSymbolicLink() && this.#leadsInside(path)) this.#skip('link');
      else if (this.#keepsFile(entry.name, path, stack)) take(path);
    }
  }

  #entries(folder: string): Dirent[] | undefined {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException; // Node's error
      // A folder that is gone since its parent was read has nothing to be missed.
      if (isMisread(folder)) this.notes.closed.set(folder, 'bad-name');
      else if (code !== 'ENOENT')
        this.notes.closed.set(folder, code === 'EACCES' ? 'no-permission' : 'cannot-open');
      return undefined;
    }
  }

  #keepsFile(name: string, path: string, stack: RuleStack): boolean {
    if (stack.length > 0 && isIgnored(stack, path, false)) return this.#skip('ignored');
    if (this.#globs?.ignores(toUnix(relative(this.#cwd, path)).replace(/^(?:\.\.\/)+/, '')))
      return this.#skip('lint.ignore');
    if (LOCKS.test(name)) return this.#skip('lock');
    const ending = extname(name).slice(1).toLowerCase();
    if (BINARY.has(ending)) return this.#skip('binary');
    if (WORKBOOKS.has(ending)) {
      this.notes.workbooks.push(path);
      return this.#skip('workbook');
    }
    if (!isMisread(name) || existsSync(path)) return true;
    this.notes.closed.set(path, 'bad-name');
    return false;
  }

  /** What the link leads to is read in its own place. */
  #leadsInside(link: string): boolean {
    return existsSync(link) && realpathSync(link).startsWith(this.#root + sep);
  }

  #skip(why: SkipReason): false {
    this.notes.skipped.set(why, (this.notes.skipped.get(why) ?? 0) + 1);
    return false;
  }
}

/** Node replaces bytes of a name that are not UTF-8. */
const isMisread = (path: string): boolean => basename(path).includes('\u{fffd}');

const MAX_BYTES = 64 * 1024;
/** A longer pattern is machine-made and could take very long to compile. */
const MAX_PATTERN = 4_096;

/** The library takes time with a power of a path's depth for each `**` of a pattern. */
export const isUsable = (pattern: string): boolean =>
  pattern.length <= MAX_PATTERN && pattern.split('**').length <= 3;

/** Git on Linux compares with letter case. */
export const ignoreRules = (patterns: readonly Pattern[]): Ignore =>
  ignore({ ignorecase: false }).add(patterns);

/** The rules of one folder, which see a slash behind a folder's name. `unused`: why they are not used. */
interface FolderRules {
  readonly folder: string;
  readonly rules: Ignore;
  readonly unused?: string;
}

/** Nearest folder first. */
type RuleStack = readonly FolderRules[];

const toUnix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** The rules of a folder's own ignore file; `undefined` if it has none. */
function rulesOfFolder(folder: string): FolderRules | undefined {
  const path = join(folder, '.gitignore');
  try {
    if (!existsSync(path)) return undefined;
    const lines = readSmallFile(path, MAX_BYTES).split(/\r?\n/);
    return { folder, rules: ignoreRules(lines.filter(isUsable)) };
  } catch (error) {
    if (error instanceof SmallFileError && error.code === 'ENOENT') return undefined;
    const why = error instanceof SmallFileError ? error.message : "can't be read";
    return { folder, rules: ignoreRules([]), unused: why };
  }
}

/** The rules from the top of the repository down to a folder; `undefined` if it is ignored or in no repository. */
function rulesAbove(start: string): RuleStack | undefined {
  if (existsSync(join(start, '.git'))) return [];
  const folder = dirname(start);
  const above = folder === start ? undefined : rulesAbove(folder);
  if (!above) return undefined;
  const own = rulesOfFolder(folder);
  return rulesInside(own ? [own, ...above] : above, start);
}

/** The rules for the entries of a folder; `undefined` if the folder is ignored. */
function rulesInside(stack: RuleStack, folder: string): RuleStack | undefined {
  if (isIgnored(stack, folder, true)) return undefined;
  // A nearer file may include a folder again. The library would still ignore everything below that folder.
  return stack.map((one) => {
    const name = nameBelow(one.folder, folder, true);
    if (!one.rules.test(name).ignored) return one;
    return { ...one, rules: ignoreRules([one.rules, `!/${name.replace(/[\\*?[\]]/g, '\\$&')}`]) };
  });
}

function isIgnored(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of stack) {
    const { ignored, unignored } = rules.test(nameBelow(folder, path, isFolder));
    if (ignored || unignored) return ignored;
  }
  return false;
}

const nameBelow = (folder: string, path: string, isFolder: boolean): string =>
  toUnix(path.slice(folder.length + (folder.endsWith(sep) ? 0 : 1))) + (isFolder ? '/' : '');

// Who owns the files in which something was found, by the first of CODEOWNERS, .github/CODEOWNERS and docs/CODEOWNERS above
// each; in it the last line that matches. What files there are comes in as a function.
import { dirname, join, relative, sep } from 'node:path';

import ignore from 'ignore';

import { isStarred, starredMatcher } from '../lint/files/starred.ts';

export const NO_OWNER = 'no owner';

const PLACES = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];
/** As GitHub has it. */
export const MAX_CODEOWNERS = 3 * 1024 * 1024;
/** Longer than any path is: it matches none, and no expression can be made of it. */
const MAX_PATTERN = 4_096;
/** They are told with each finding. */
const MAX_OWNERS = 20;
const MAX_NAME = 200;
/** Parts of paths that are held against patterns, for all files together: some seconds. */
const MOST_TRIED = 2_000_000;

interface Line {
  readonly pattern: string;
  /** The first part of every path that can match; `undefined` where that may be any. */
  readonly top: string | undefined;
  readonly owners: readonly string[];
}

/** One CODEOWNERS file, and the paths that it speaks for. */
interface Ground {
  readonly folder: string;
  readonly lines: readonly Line[];
  readonly paths: string[];
}

/** The text of a file, or `undefined` where there is none. */
export type ReadText = (path: string) => string | undefined;

export interface Owned {
  /** By the absolute path: one or more names, `no owner` where nobody is named. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
  /** Paths whose owners were not looked for to the end. */
  readonly givenUp: number;
}

/** Of absolute paths. */
export function ownersOf(paths: Iterable<string>, read: ReadText): Owned {
  const owners = new Map<string, readonly string[]>();
  const grounds = new Grounds(read);
  for (const path of new Set(paths)) {
    owners.set(path, [NO_OWNER]);
    grounds.of(dirname(path))?.paths.push(path);
  }
  let left = MOST_TRIED;
  let givenUp = 0;
  for (const ground of grounds.all()) {
    const open = new OpenPaths(ground);
    // From the end: what has found its line is looked at no more.
    for (let at = ground.lines.length - 1; at >= 0 && open.size > 0 && left > 0; at--) {
      const line = ground.lines[at];
      if (line) left -= open.give(line, (path) => owners.set(path, orNobody(line.owners)));
    }
    if (left <= 0) givenUp += open.size;
  }
  return { owners, givenUp };
}

const orNobody = (owners: readonly string[]): readonly string[] =>
  owners.length === 0 ? [NO_OWNER] : owners;

/** The nearest CODEOWNERS file above each folder. */
class Grounds {
  readonly #read: ReadText;
  readonly #byFolder = new Map<string, Ground | undefined>();

  constructor(read: ReadText) {
    this.#read = read;
  }

  of(folder: string): Ground | undefined {
    const passed: string[] = [];
    let found: Ground | undefined;
    for (let at = folder; ; at = dirname(at)) {
      if (this.#byFolder.has(at)) {
        found = this.#byFolder.get(at);
        break;
      }
      passed.push(at);
      const text = PLACES.map((place) => this.#read(join(at, place))).find((one) => one !== undefined);
      if (text !== undefined) found = { folder: at, lines: linesIn(text), paths: [] };
      if (found || dirname(at) === at) break;
    }
    for (const one of passed) this.#byFolder.set(one, found);
    return found;
  }

  all(): Set<Ground> {
    return new Set([...this.#byFolder.values()].flatMap((one) => one ?? []));
  }
}

/** Paths that no line has matched yet, by their first part. */
class OpenPaths {
  readonly #byTop = new Map<string, Map<string, string>>();
  size = 0;

  constructor({ folder, paths }: Ground) {
    for (const path of paths) {
      const inside = relative(folder, path).split(sep).join('/');
      const top = topOf(inside);
      const same = this.#byTop.get(top) ?? new Map<string, string>();
      this.#byTop.set(top, same.set(inside, path));
      this.size++;
    }
  }

  /** Takes out what the line matches. Returns how much was tried. */
  give({ pattern, top }: Line, matched: (path: string) => void): number {
    const groups =
      top === undefined ? [...this.#byTop.values()] : [this.#byTop.get(top) ?? new Map<string, string>()];
    let matches: ((path: string) => boolean) | undefined;
    let tried = 1;
    for (const group of groups) {
      for (const [inside, path] of group) {
        tried += inside.split('/').length;
        matches ??= matcherOf(pattern);
        if (!matches(inside)) continue;
        group.delete(inside);
        this.size--;
        matched(path);
      }
    }
    return tried;
  }
}

const topOf = (path: string): string => (path.split('/', 1)[0] ?? '').toLowerCase();

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    const comment = line.search(/(?:^|\s)#/);
    const words = (comment < 0 ? line : line.slice(0, comment)).match(/(?:\\\s|\S)+/g) ?? [];
    const [pattern, ...owners] = words;
    // A section's heading, as GitLab has them, names no path.
    if (pattern === undefined || pattern.length > MAX_PATTERN || /^\^?\[/.test(pattern)) return [];
    return [{ pattern, top: topOfPattern(pattern), owners: shortened(owners) }];
  });
}

/** Of a pattern that begins at the top, and says how. */
function topOfPattern(pattern: string): string | undefined {
  const [first = '', second] = pattern.replace(/^\//, '').split('/', 2);
  const isAnchored = pattern.startsWith('/') || (second !== undefined && second !== '');
  return isAnchored && first !== '' && !/[*?[\]\\!#\s]/.test(first) ? first.toLowerCase() : undefined;
}

function shortened(owners: readonly string[]): string[] {
  const names = owners.slice(0, MAX_OWNERS).map((name) => name.slice(0, MAX_NAME));
  return owners.length > MAX_OWNERS ? [...names, `${owners.length - MAX_OWNERS} more owners`] : names;
}

/** As .gitignore matches, but `docs/*` reaches no deeper than the folder itself. */
function matcherOf(pattern: string): (path: string) => boolean {
  if (isStarred(pattern)) {
    const matches = starredMatcher(pattern);
    return (path) => matches(path.split('/'), false);
  }
  const rules = ignore().add(pattern);
  if (!pattern.endsWith('/*') || pattern.includes('**')) return (path) => rules.ignores(path);
  const depth = pattern.replace(/^\//, '').split('/').length;
  return (path) => rules.ignores(path) && path.split('/').length === depth;
}

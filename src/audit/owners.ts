// Who owns the files in which something was found, by the first of CODEOWNERS, .github/CODEOWNERS and docs/CODEOWNERS above
// each; in it the last line that matches, of each section where it has some. What files there are comes in as a function.
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

/** Everywhere, whatever the disk does. */
const EXACT = { ignorecase: false };

interface Line {
  readonly pattern: string;
  /** The first part of every path that can match; `undefined` where that may be any. */
  readonly top: string | undefined;
  readonly owners: readonly string[];
}

/** One CODEOWNERS file, and the paths that it speaks for. */
interface Ground {
  readonly folder: string;
  /** Lines of one section each, as GitLab has them: a path is owned by whom each of them names. One where there are none. */
  readonly sections: readonly (readonly Line[])[];
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
    owners.set(path, []);
    grounds.of(dirname(path))?.paths.push(path);
  }
  let left = MOST_TRIED;
  const givenUp = new Set<string>();
  for (const ground of grounds.all()) {
    for (const lines of ground.sections) {
      left -= ground.paths.length;
      const open = new OpenPaths(ground);
      // From the end: what has found its line is looked at no more.
      for (let at = lines.length - 1; at >= 0 && open.size > 0 && left > 0; at--) {
        const line = lines[at];
        if (line) left -= open.give(line, (path) => add(owners, path, line.owners));
      }
      if (left > 0) continue;
      for (const path of open.paths()) givenUp.add(path);
      break;
    }
  }
  for (const [path, names] of owners) if (names.length === 0) owners.set(path, [NO_OWNER]);
  return { owners, givenUp: givenUp.size };
}

/** With those of the sections before: each once, and no more than are told. */
function add(owners: Map<string, readonly string[]>, path: string, names: readonly string[]): void {
  const known = owners.get(path) ?? [];
  if (known.length === 0) owners.set(path, names);
  else if (known.length < MAX_OWNERS) owners.set(path, [...new Set([...known, ...names])]);
}

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
      if (text !== undefined) found = { folder: at, sections: sectionsIn(text), paths: [] };
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

  *paths(): Generator<string> {
    for (const group of this.#byTop.values()) yield* group.values();
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

const topOf = (path: string): string => path.split('/', 1)[0] ?? '';

/** A section's heading: `[Name]`, `^[Name]` (optional), `[Name][2]` (approvals). Bounded: a name of 200 characters. */
const HEADING = /^\^?\[([^\]\n]{1,200})\](?:\[\d{1,4}\])?(?=\s|$)/;

/** Sections of one name are one. Lines without owners have those of their section's heading. */
function sectionsIn(text: string): Line[][] {
  const sections = new Map<string, Line[]>();
  let name = '';
  let inherited: readonly string[] = [];
  for (const line of text.split('\n')) {
    const comment = line.search(/(?:^|\s)#/);
    const said = (comment < 0 ? line : line.slice(0, comment)).trim();
    const heading = HEADING.exec(said);
    if (heading) {
      name = (heading[1] ?? '').trim().toLowerCase();
      inherited = shortened(wordsIn(said.slice(heading[0].length)));
      continue;
    }
    const [pattern, ...owners] = wordsIn(said);
    // What begins like a heading and is none names no path.
    if (pattern === undefined || pattern.length > MAX_PATTERN || /^\^?\[/.test(pattern)) continue;
    const one = {
      ...{ pattern, top: topOfPattern(pattern) },
      owners: owners.length === 0 ? inherited : shortened(owners),
    };
    const own = sections.get(name);
    if (own) own.push(one);
    else sections.set(name, [one]);
  }
  return [...sections.values()];
}

const wordsIn = (text: string): readonly string[] => text.match(/(?:\\\s|\S)+/g) ?? [];

/** Of a pattern that begins at the top, and says how. */
function topOfPattern(pattern: string): string | undefined {
  const [first = '', second] = pattern.replace(/^\//, '').split('/', 2);
  const isAnchored = pattern.startsWith('/') || (second !== undefined && second !== '');
  return isAnchored && first !== '' && !/[*?[\]\\!#\s]/.test(first) ? first : undefined;
}

function shortened(owners: readonly string[]): string[] {
  const names = owners.slice(0, MAX_OWNERS).map((name) => name.slice(0, MAX_NAME));
  return owners.length > MAX_OWNERS ? [...names, `${owners.length - MAX_OWNERS} more owners`] : names;
}

/** As .gitignore matches, letter case and all, but `docs/*` reaches no deeper than the folder itself. */
function matcherOf(pattern: string): (path: string) => boolean {
  if (isStarred(pattern)) {
    const matches = starredMatcher(pattern, { isExact: true });
    return (path) => matches(path.split('/'), false);
  }
  const rules = ignore(EXACT).add(pattern);
  if (!pattern.endsWith('/*') || pattern.includes('**')) return (path) => rules.ignores(path);
  const depth = pattern.replace(/^\//, '').split('/').length;
  return (path) => rules.ignores(path) && path.split('/').length === depth;
}

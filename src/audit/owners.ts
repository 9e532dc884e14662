// Who owns the files in which something was found, by the first of CODEOWNERS, .github/CODEOWNERS and docs/CODEOWNERS above
// each; in it the last line that matches, of each section where it has some. What files there are comes in as a function.
import { dirname, join, relative, sep } from 'node:path';

import ignore from 'ignore';

import { isStarred, starredMatcher } from '../lint/files/starred.ts';

export const NO_OWNER = 'no owner';

const PLACES = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];
/** As GitHub has it. */
export const MAX_CODEOWNERS = 3 * 1024 * 1024;
/** A longer pattern matches no path. */
const MAX_PATTERN = 4_096;
/** Owners that are named with each finding, and characters of a name. */
const MAX_OWNERS = 20;
const MAX_NAME = 200;
/** How often a path is compared with a pattern, for all files together: some seconds. */
const MOST_COMPARED = 1_000_000;

/** The same on every file system. */
const EXACT = { ignorecase: false };

interface Line {
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

/** One CODEOWNERS file. */
interface Ground {
  readonly folder: string;
  /** As GitLab has them: a path is owned by whom each of them names. One where there are none. */
  readonly sections: readonly (readonly Line[])[];
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
  let left = MOST_COMPARED;
  let givenUp = 0;
  for (const path of new Set(paths)) {
    const ground = grounds.of(dirname(path));
    const found = new Set<string>();
    for (const lines of ground && left > 0 ? ground.sections : []) {
      const inside = relative(ground?.folder ?? '', path)
        .split(sep)
        .join('/');
      const at = lines.findLastIndex(({ matches }) => left-- > 0 && matches(inside));
      for (const name of lines[at]?.owners ?? []) if (found.size < MAX_OWNERS) found.add(name);
    }
    if (left <= 0 && ground) givenUp++;
    owners.set(path, found.size === 0 ? [NO_OWNER] : [...found]);
  }
  return { owners, givenUp };
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
      if (text !== undefined) found = { folder: at, sections: sectionsIn(text) };
      if (found || dirname(at) === at) break;
    }
    for (const one of passed) this.#byFolder.set(one, found);
    return found;
  }
}

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
    const one = { matches: matcherOf(pattern), owners: owners.length === 0 ? inherited : shortened(owners) };
    const own = sections.get(name);
    if (own) own.push(one);
    else sections.set(name, [one]);
  }
  return [...sections.values()];
}

const wordsIn = (text: string): readonly string[] => text.match(/(?:\\\s|\S)+/g) ?? [];

function shortened(owners: readonly string[]): string[] {
  const names = owners.slice(0, MAX_OWNERS).map((name) => name.slice(0, MAX_NAME));
  return owners.length > MAX_OWNERS ? [...names, `${owners.length - MAX_OWNERS} more owners`] : names;
}

/** As .gitignore matches, letter case and all, but `docs/*` reaches no deeper than the folder itself. Made when it is needed. */
function matcherOf(pattern: string): (path: string) => boolean {
  let matches: ((path: string) => boolean) | undefined;
  return (path) => (matches ??= newMatcher(pattern))(path);
}

function newMatcher(pattern: string): (path: string) => boolean {
  if (isStarred(pattern)) {
    const matches = starredMatcher(pattern, { isExact: true });
    return (path) => matches(path.split('/'), false);
  }
  const rules = ignore(EXACT).add(pattern);
  if (!pattern.endsWith('/*') || pattern.includes('**')) return (path) => rules.ignores(path);
  const depth = pattern.replace(/^\//, '').split('/').length;
  return (path) => rules.ignores(path) && path.split('/').length === depth;
}

// Who owns a path, by the first of CODEOWNERS, .github/CODEOWNERS and docs/CODEOWNERS above it; in it the last line that
// matches. What files there are comes in as a function.
import { dirname, join, relative, sep } from 'node:path';

import ignore from 'ignore';

export const NO_OWNER = 'no owner';

const PLACES = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];

interface Line {
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

/** The text of a file, or `undefined` where there is none. */
export type ReadText = (path: string) => string | undefined;

export class Owners {
  readonly #read: ReadText;
  readonly #byFolder = new Map<string, readonly Line[] | undefined>();

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Of an absolute path: one or more names, `no owner` where nobody is named. */
  of(path: string): readonly string[] {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const lines = this.#linesOf(folder);
      if (lines) {
        const inside = relative(folder, path).split(sep).join('/');
        const owners = lines.findLast(({ matches }) => matches(inside))?.owners ?? [];
        return owners.length === 0 ? [NO_OWNER] : owners;
      }
      if (dirname(folder) === folder) return [NO_OWNER];
    }
  }

  #linesOf(folder: string): readonly Line[] | undefined {
    if (!this.#byFolder.has(folder)) {
      const text = PLACES.map((place) => this.#read(join(folder, place))).find((one) => one !== undefined);
      this.#byFolder.set(folder, text === undefined ? undefined : linesIn(text));
    }
    return this.#byFolder.get(folder);
  }
}

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    const comment = line.search(/(?:^|\s)#/);
    const words = (comment < 0 ? line : line.slice(0, comment)).match(/(?:\\\s|\S)+/g) ?? [];
    const [pattern, ...owners] = words;
    // A section's heading, as GitLab has them, names no path.
    if (pattern === undefined || /^\^?\[/.test(pattern)) return [];
    return [{ matches: matcherOf(pattern), owners }];
  });
}

/** As .gitignore matches, but `docs/*` reaches no deeper than the folder itself. */
function matcherOf(pattern: string): (path: string) => boolean {
  const rules = ignore().add(pattern);
  if (!pattern.endsWith('/*') || pattern.includes('**')) return (path) => rules.ignores(path);
  const depth = pattern.replace(/^\//, '').split('/').length;
  return (path) => rules.ignores(path) && path.split('/').length === depth;
}

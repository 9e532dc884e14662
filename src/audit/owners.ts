// The owners of a file: the last line that matches it in the nearest CODEOWNERS file above it.
import { dirname, join, relative, sep } from 'node:path';

import { ignoreRules, isUsable } from '../lint/files/walk.ts';

export const NO_OWNER = 'no owner';

const PLACES = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];
/** As GitHub has it. */
export const MAX_CODEOWNERS = 3 * 1024 * 1024;

interface OwnersLine {
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

interface OwnersFile {
  readonly folder: string;
  readonly lines: readonly OwnersLine[];
}

/** By absolute path: names, or `no owner`. `read`: the text of a file, or `undefined` if there is none. */
export function ownersOf(
  paths: Iterable<string>,
  read: (path: string) => string | undefined,
): Map<string, readonly string[]> {
  const known = new Map<string, OwnersFile | undefined>();
  const fileAbove = (folder: string): OwnersFile | undefined => {
    if (known.has(folder)) return known.get(folder);
    const text = PLACES.map((place) => read(join(folder, place))).find((one) => one !== undefined);
    const parent = dirname(folder);
    const above = parent === folder ? undefined : fileAbove(parent);
    const found = text === undefined ? above : { folder, lines: linesOf(text) };
    known.set(folder, found);
    return found;
  };
  const owners = new Map<string, readonly string[]>();
  for (const path of new Set(paths)) {
    const file = fileAbove(dirname(path));
    const inside = relative(file?.folder ?? '', path)
      .split(sep)
      .join('/');
    const names = file?.lines.findLast(({ matches }) => matches(inside))?.owners ?? [];
    owners.set(path, names.length === 0 ? [NO_OWNER] : names);
  }
  return owners;
}

/** A heading of GitLab: `[Name]`, `^[Name]` (optional), `[Name][2]` (approvals). */
const HEADING = /^\^?\[[^\]\n]{1,200}\](?:\[\d{1,4}\])?(?=\s|$)/;

/** A line without owners has the owners of the heading above it. */
function linesOf(text: string): OwnersLine[] {
  let ofHeading: readonly string[] = [];
  return text.split('\n').flatMap((line) => {
    const plain = line.replace(/(?:^|\s)#.*$/, '').trim();
    const heading = HEADING.exec(plain)?.[0];
    const words = plain.slice(heading?.length ?? 0).match(/(?:\\\s|\S)+/g) ?? [];
    if (heading !== undefined) {
      ofHeading = words;
      return [];
    }
    const [pattern = '', ...owners] = words;
    if (pattern === '' || !isUsable(pattern)) return [];
    return [{ matches: matcherOf(pattern), owners: owners.length === 0 ? ofHeading : owners }];
  });
}

/** Like .gitignore, with letter case, but `docs/*` matches only files directly in that folder. Made on first use. */
function matcherOf(pattern: string): (path: string) => boolean {
  let matches: ((path: string) => boolean) | undefined;
  return (path) => (matches ??= newMatcher(pattern))(path);
}

function newMatcher(pattern: string): (path: string) => boolean {
  const rules = ignoreRules([pattern]);
  if (!pattern.endsWith('/*') || pattern.includes('**')) return (path) => rules.ignores(path);
  const depth = pattern.replace(/^\//, '').split('/').length;
  return (path) => rules.ignores(path) && path.split('/').length === depth;
}

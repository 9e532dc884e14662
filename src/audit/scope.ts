// Where a report was made, and whether it and this one speak of the same files. Names of files become absolute, so that a
// report of another folder, or of a folder named otherwise, is compared by what it looked at and not by how that was named.
// Pure: what is on the disk comes in.
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

import type { EarlierReport, Place } from './earlier.ts';

export const isUnder = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);

const isUnderAny = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => isUnder(path, root));

/** Of those, what lies under one of these paths. */
export const within = <One extends { readonly path: string }>(
  paths: readonly string[],
  all: readonly One[],
): One[] => all.filter(({ path }) => isUnderAny(path, paths));

/** `paths`: what is looked at now, absolute. */
type Now = Place & { readonly paths: readonly string[] };

/**
 * The earlier report, its names absolute and of this machine; `undefined` where nothing that it looked at is looked at now.
 * `exists`: whether a file or folder is there.
 */
export function comparable(
  earlier: EarlierReport,
  now: Now,
  exists: (path: string) => boolean,
): EarlierReport | undefined {
  const then = earlier.place ?? { folder: guessedFolder(earlier, now.folder), root: null };
  const [from, to] = movedFrom(then, earlier.findings, now, exists);
  const place = (path: string): string => {
    const known = resolve(then.folder, path);
    return isUnder(known, from) ? resolve(to, relative(from, known)) : known;
  };
  const paths = earlier.paths.map(place);
  const findings = earlier.findings.map((one) => ({ ...one, path: place(one.path) }));
  const meets = paths.some(
    (path) => isUnderAny(path, now.paths) || now.paths.some((one) => isUnder(one, path)),
  );
  if (paths.length > 0 && !meets) return undefined;
  // One of lint doesn't say what it looked at: what it found elsewhere is not compared.
  return { ...earlier, paths, findings: paths.length > 0 ? findings : within(now.paths, findings) };
}

/**
 * What has become of the folder: a checkout elsewhere, or, where it isn't on this machine, the working directory, unless its
 * files lie around the one path that is looked at.
 */
function movedFrom(
  then: Place,
  findings: EarlierReport['findings'],
  now: Now,
  exists: (path: string) => boolean,
): [string, string] {
  const { folder, root } = then;
  const fits = ([from, to]: [string, string]): boolean =>
    findings
      .slice(0, MAX_TRIED)
      .map(({ path }) => resolve(folder, path))
      .some((path) => isUnder(path, from) && exists(resolve(to, relative(from, path))));
  const isElsewhere =
    root !== null && now.root !== null && !isUnder(root, now.root) && !isUnder(now.root, root);
  const usual: [string, string] = isElsewhere ? [root, now.root] : [folder, now.folder];
  if (!isElsewhere && (folder === now.folder || exists(folder))) return [folder, folder];
  const [only, ...others] = now.paths;
  if (only === undefined || others.length > 0 || fits(usual)) return usual;
  for (let at = only; dirname(at) !== at; at = dirname(at))
    if (fits([root ?? folder, at])) return [root ?? folder, at];
  return usual;
}

/** Files that are looked for, to see where the others are. */
const MAX_TRIED = 20;

/** Of a report that doesn't say it: "." was written whole, other names were kept. */
function guessedFolder({ paths, findings }: EarlierReport, folder: string): string {
  const [only, ...others] = paths;
  if (only === undefined || others.length > 0 || !isAbsolute(only)) return folder;
  if (isUnder(folder, only)) return only;
  // A part of the working directory, named from there.
  const isPart = findings.length > 0 && findings.every(({ path }) => isUnder(resolve(folder, path), only));
  return isPart ? folder : only;
}

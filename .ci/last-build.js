// Whether dist is what the sources give, as the build before left it: then there is nothing to build. What is kept of a build
// lies outside dist, so that the package doesn't depend on it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const MADE_FROM = /^(package(-lock)?|tsconfig(\.\w+)?)\.json$/;

/** Names of all files below, relative to `folder`. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** Of these files' names and bytes. */
export function digestOf(folder, names) {
  const sum = createHash('sha256');
  for (const name of names.toSorted()) sum.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  return sum.digest('hex');
}

const keptAt = (root) => join(root, 'node_modules/.cache/paybatch/last-build.json');

/** Of everything that a build depends on but the parts it was locked to. */
export function sources(root) {
  const top = readdirSync(root).filter((name) => MADE_FROM.test(name));
  const below = ['src', '.ci'].flatMap((folder) =>
    filesIn(join(root, folder)).map((name) => join(folder, name)),
  );
  return digestOf(root, [...top, ...below]);
}

/** Whether every file of the last build is as it was made, and so are the sources. */
export function isBuilt(root) {
  try {
    const { from, made, names } = JSON.parse(readFileSync(keptAt(root), 'utf8'));
    return from === sources(root) && made === digestOf(join(root, 'dist'), names);
  } catch {
    return false; // nothing was built yet, or a file of it is gone
  }
}

/** `names`: what the build has made in dist. `from`: the sources as they were when it began. */
export function keepBuilt(root, from, names) {
  const kept = { from, made: digestOf(join(root, 'dist'), names), names };
  mkdirSync(dirname(keptAt(root)), { recursive: true });
  writeFileSync(keptAt(root), JSON.stringify(kept));
}

// Which file an import may mean, by names alone: the last part of what it says, where the one that says it lies, and where
// the other one does.
import { basename, dirname, extname, join, sep } from 'node:path';

/** Of `./wire.js` the name is `wire`; of `./transfer.types` it is all of it. */
const EXTENSION = /\.(?:[cm]?[jt]sx?|py|rb|php|dart|vue|svelte|h|hh|hpp|exs?|lua)$/;
/** Folders that a package keeps its sources in, and that no import names. */
const SOURCES = /^(?:src|lib|dist)$/;
const INDEX = /^(?:index|init|mod|main|lib)$/;
/** `.`, `..`, `../../`: a folder, whose index is meant. */
const FOLDER = /^\.{1,2}(?:\/\.\.){0,20}\/?$/;

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** The names of files that an import may mean: its last part, or the one before, of which the last is a member. `folder`:
 *  where the file lies that says it. */
export function stemsOfImport(name: string, folder = ''): string[] {
  if (FOLDER.test(name)) return [plain(basename(join(folder, name)))];
  if (name.includes('/')) {
    const last = name.split('/').findLast((part) => part !== '') ?? '';
    return [plain(last.replace(EXTENSION, ''))];
  }
  const parts = name
    .split(/[.:\\]+/)
    .filter((part) => part !== '' && !/^(js|ts|py|mjs|tsx|jsx|rb)$/.test(part));
  return parts.slice(-2).map(plain);
}

/** A file's own name; of a folder's index, the folder's. */
export function stemOf(path: string): string[] {
  const own = plain(nameOf(path));
  if (!INDEX.test(own)) return [own];
  const folder = dirname(path);
  const above = SOURCES.test(basename(folder)) ? [plain(basename(dirname(folder)))] : [];
  return [own, plain(basename(folder)), ...above];
}

const nameOf = (path: string): string => basename(path, extname(path)).replace(/\.d$/, '');

export const isIndex = (path: string): boolean => INDEX.test(plain(nameOf(path)));

/** Siblings and their folders' folders, or one inside the other. */
export function sharesRoot(a: string, b: string): boolean {
  return b.startsWith(dirname(a)) || a.startsWith(b);
}

export const areNear = (a: string, b: string): boolean =>
  sharesRoot(dirname(a), dirname(b)) || sharesRoot(dirname(b), dirname(a));

export const isPath = (name: string): boolean => /^\.{0,2}\//.test(name);

/** Whether the path that one file imports is that of the other. */
export const isPathOf = (name: string, from: string, to: string): boolean =>
  (name.startsWith('/') ? name : join(dirname(from), name)).replace(EXTENSION, '') === partsOf(to).join(sep);

function partsOf(to: string): string[] {
  const there = to.slice(0, to.length - extname(to).length).split(sep);
  if (isIndex(to)) there.pop();
  return there;
}

/** Whether what one file imports may be the other, whose name it has: near it, or at the end of the path that it says. */
export function leadsTo(name: string, from: string, to: string): boolean {
  if (areNear(from, to)) return true;
  if (isPath(name)) return isPathOf(name, from, to);
  const there = partsOf(to);
  const parts = name.replace(EXTENSION, '').split(name.includes('/') ? '/' : /[.:\\]+/);
  if (name.startsWith('@') && parts.length === 2) return isPackage(parts[1] ?? '', there);
  return parts.length > 1 && parts.slice(-2).every((part, i) => part === there.at(i - 2));
}

/** Where a repository of several packages keeps them. */
const PACKAGES = /^(?:packages|libs?|apps|modules|services)$/;

const isPackage = (name: string, there: readonly string[]): boolean =>
  there.some(
    (part, i) => part === name && (PACKAGES.test(there[i - 1] ?? '') || PACKAGES.test(there[i - 2] ?? '')),
  );

/** Bounded: names of 60 characters. */
const OF_MODULE = /(?<![\w.])((?:[A-Z]\w{0,60}(?:::|\.)){1,4})[A-Za-z]/g;

/** Of languages that load a module by its name, without an import: `ApiPaths::TENANT` is of `api_paths.rb`. */
export function namesModule(text: string, other: string): boolean {
  if (!/\.(?:rb|exs?)$/.test(other)) return false;
  const own = plain(nameOf(other));
  for (const [, modules = ''] of text.matchAll(OF_MODULE))
    if (modules.split(/::|\./).some((one) => plain(one) === own)) return true;
  return false;
}

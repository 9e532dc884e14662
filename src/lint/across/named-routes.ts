// Routes that a server is given by the name of a constant: `app.get(PATHS.tenant, show)` beside `tenant: '/api/v1/current-tenant'` of
// another file. The constant is a route's as well as a call's, and --fix leaves it. A file is asked what it would say if the
// constant's value stood there.
import { dirname, extname } from 'node:path';

import type { Serves } from '../calls/own-route.ts';
import { Sieve } from '../files/sieve.ts';
import { openSource, textOf } from '../files/source.ts';
import type { Looked } from '../look/look.ts';
import { importsOf } from '../model/imports.ts';
import { isTestFile } from '../model/tests.ts';
import { sizeOf } from './bases-here.ts';
import { aliasIn, importsPackage, isGo, packageOf } from './go-links.ts';
import { isPath, isPathOf, leadsTo, namesModule, stemOf, stemsOfImport } from './import-names.ts';
import { type Constant, withValues } from './named-values.ts';

export interface NamedTree {
  readonly looked: readonly (Looked | undefined)[];
  /** The same files as findings name them, and on the disk. */
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** What a file imports, with what it imports through others. */
  readonly through: (file: string, imports: readonly string[]) => readonly string[];
  /** What `read` gives of a file that holds one of some names; of others an earlier run may know that they hold none. */
  readonly holding: (file: string, names: string, read: () => string | undefined) => string | undefined;
  /** A text as a file of that name is looked at. */
  readonly look: (path: string, text: string) => Promise<Looked>;
}

/** Numbers of files: `at` defines the route; `of` holds the constant, whose value ends so. */
export interface NamedRoute {
  readonly at: number;
  readonly serves: Serves;
  readonly line: number | undefined;
  readonly offers: readonly string[];
  readonly of: number;
  readonly tail: string;
}

/** A file's constants: the ended path by each of its tails, and what else of this service they name. */
interface Constants {
  readonly of: number;
  readonly ended: ReadonlyMap<string, readonly Constant[]>;
  readonly others: readonly Constant[];
}

/** Languages whose files name each other's constants: by an extension, that of its group. */
const GROUPS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ts tsx mts cts js jsx mjs cjs vue svelte',
    'java kt kts scala groovy',
    'ex exs',
    ...'go py rb php cs rs swift dart'.split(' '),
  ].flatMap((group) => group.split(' ').map((one) => [`.${one}`, group])),
);
const MAX_BYTES = 256 * 1024;
/** Of these the files of a folder see each other without an import. */
const PACKAGED = /^\.(?:go|java|kts?|scala|groovy|swift|cs|php|rb|exs?|dart)$/;

/** Where routes are defined by constants of other files. */
export async function namedRoutes(tree: NamedTree): Promise<NamedRoute[]> {
  const found: NamedRoute[] = [];
  const known = byGroup(tree);
  if (known.size === 0) return found;
  for (const [at, file] of tree.files.entries()) {
    const group = known.get(GROUPS[extname(file)] ?? '');
    if (!group || isTestFile(tree.names[at] ?? '')) continue;
    const text = tree.holding(file, group.names, () => readWith(file, group.sieve));
    if (text === undefined) continue;
    for (const constants of group.all)
      if (constants.of !== at) found.push(...(await routesIn(text, at, constants, tree)));
  }
  return found;
}

interface Group {
  readonly all: readonly Constants[];
  readonly names: string;
  /** Of their names; none where one is too short for it. */
  readonly sieve: Sieve | undefined;
}

/** By the languages that name each other's constants: those of each file. */
function byGroup(tree: NamedTree): Map<string, Group> {
  const all = new Map<string, Constants[]>();
  for (const [i, looked] of tree.looked.entries()) {
    const group = GROUPS[extname(tree.files[i] ?? '')];
    const constants = group === undefined ? undefined : constantsOf(looked, i, tree);
    if (group !== undefined && constants) all.set(group, [...(all.get(group) ?? []), constants]);
  }
  return new Map([...all].map(([group, of]) => [group, groupOf(of)]));
}

function groupOf(all: readonly Constants[]): Group {
  const ids = all.flatMap(({ ended }) => [...ended.values()].flat().map(({ name }) => name));
  const names = [...new Set(ids)].sort();
  const mayBeSought = names.every((name) => /^[\x20-\x7e]{3,}$/.test(name));
  return { all, names: names.join(' '), sieve: mayBeSought ? new Sieve(names) : undefined };
}

const ENDED = 'current-tenant';

/** From the ended segment on; as findings and constants say it. */
export const tailOf = (path: string): string =>
  path.includes(ENDED) ? path.slice(path.indexOf(ENDED)).replace(/\/$/, '') : '';

/** Whatever is found or told of them: by what its server does a tree is known, not by what is to be changed. */
function constantsOf(looked: Looked | undefined, of: number, { files }: NamedTree): Constants | undefined {
  if (looked?.kind !== 'scanned' || !looked.told) return undefined;
  const ended = new Map<string, Constant[]>();
  const others: Constant[] = [];
  for (const constant of ownedIn(looked.told.names, files[of] ?? '')) {
    const tail = tailOf(constant.value);
    if (tail !== '') ended.set(tail, [...(ended.get(tail) ?? []), constant]);
    else if (/(?:^|\/)api\/v1\//.test(constant.value)) others.push(constant);
  }
  return ended.size === 0 ? undefined : { of, ended, others };
}

/** Constants by their names and whose they are; of Go its package's. A member's bare name stands beside its full one. */
function ownedIn(names: Readonly<Record<string, string>>, file: string): Constant[] {
  const all = Object.entries(names).map(([full, value]) => {
    const parts = full.split('.');
    return { name: parts.at(-1) ?? '', owner: parts.at(-2), value: wholeOf(value) };
  });
  const owned = new Set(all.flatMap(({ name, owner }) => (owner === undefined ? [] : [name])));
  return all
    .filter(({ name, owner }) => owner !== undefined || !owned.has(name))
    .map((one) =>
      one.owner === undefined && isGo(file) ? { ...one, owner: packageOf(file), packaged: true } : one,
    );
}

/** What stands before it isn't known: it is as whole as its file's finding says. */
const wholeOf = (value: string): string => {
  const tail = tailOf(value);
  return tail !== '' && value.startsWith('{}') ? `/api/v1/${tail}` : value;
};

function readWith(file: string, sieve: Sieve | undefined): string | undefined {
  if (sizeOf(file) > MAX_BYTES) return undefined;
  const opened = openSource(file, scratch());
  if (!('bytes' in opened)) return undefined;
  if (opened.encoding === 'utf-8' && sieve && !sieve.test(opened.bytes)) return undefined;
  return textOf(opened);
}

let kept: Buffer | undefined;
const scratch = (): Buffer => (kept ??= Buffer.allocUnsafe(MAX_BYTES));

async function routesIn(
  text: string,
  at: number,
  { of, ended, others }: Constants,
  tree: NamedTree,
): Promise<NamedRoute[]> {
  const path = tree.names[at] ?? '';
  const [file = '', other = ''] = [tree.files[at], tree.files[of]];
  const isImported = imports(file, other, text, tree);
  if (isImported === undefined) return [];
  const alias = isGo(file) ? aliasIn(text, other) : undefined;
  const known = (all: readonly Constant[]): readonly Constant[] =>
    alias === undefined ? all : all.map((one) => (one.packaged ? { ...one, owner: alias } : one));
  const found: NamedRoute[] = [];
  for (const [tail, constants] of ended) {
    const named = withValues(text, known(constants), isImported);
    if (named === undefined) continue;
    const looked = await tree.look(path, withValues(named, known(others), isImported) ?? named);
    const { serves, servedIn, offers = [] } = looked.kind === 'scanned' ? looked.scanned : {};
    if (serves !== undefined) found.push({ at, serves, line: servedIn, offers, of, tail });
  }
  return found;
}

/** Whether a file imports another one, or lies in its package; `undefined`: it imports one of the same name from elsewhere. */
function imports(file: string, other: string, text: string, { through }: NamedTree): boolean | undefined {
  if (PACKAGED.test(extname(file)) && dirname(file) === dirname(other)) return true;
  const names = through(file, importsOf(text));
  if (isGo(file)) return importsPackage(file, names, other);
  if (namesModule(text, other)) return true;
  const stems = stemOf(other);
  const alike = names.filter((name) =>
    stemsOfImport(name, dirname(file)).some((stem) => stems.includes(stem)),
  );
  const paths = alike.filter(isPath);
  if (paths.some((name) => isPathOf(name, file, other))) return true;
  if (paths.length > 0) return undefined;
  return alike.some((name) => name.startsWith('.') || leadsTo(name, file, other));
}

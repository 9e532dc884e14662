// What files of one package of Go tell those of another: names of a package stand there with its folder before them
// (`wire.Order`), and in the package itself without.
import { dirname, extname, sep } from 'node:path';

import { folderNamed, isImported } from '../model/go-folders.ts';
import type { Told } from '../model/told.ts';

export const isGo = (file: string): boolean => extname(file) === '.go';

const folderOf = (file: string): string => dirname(file).split(sep).join('/');

/** The name under which others find a file's package, and those that it looks for. */
export const packageOf = (file: string): string => folderNamed(folderOf(file));

/** Whether a file imports another one's package. */
export function importsPackage(file: string, imports: readonly string[], other: string): boolean {
  const to = folderOf(other);
  const from = folderOf(file);
  return to !== from && imports.some((path) => path.includes('/') && isImported(path, to, from));
}

/** Bounded: names of 60 characters, paths of 300. */
const RENAMED = /^[ \t]{0,8}(?:import[ \t]{1,4})?([A-Za-z]\w{0,60})[ \t]{1,4}"([\w@./~-]{1,300})"/gm;

/** By which name a file knows another one's package, where it gives it one: `import paths "acme.io/pkg/api"`. */
export function aliasIn(text: string, other: string): string | undefined {
  for (const [, alias, path = ''] of text.matchAll(RENAMED))
    if (alias !== 'import' && folderNamed(path) === packageOf(other)) return alias;
  return undefined;
}

type Named<T> = Readonly<Record<string, T>>;

const renamed = <T>(all: Named<T>, name: (id: string) => string | undefined): Named<T> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([id, value]) => {
      const to = name(id);
      return to === undefined ? [] : [[to, value]];
    }),
  );

/** That another package calls the service is no reason to look at each file that has to do with it. */
const ALONE = { endpoint: false, speaks: false, base: false, uploads: false };

/** What one that imports a file's package says of it: `wire.Order` is its own `Order`. */
export function saidOf(file: string, told: Told): Told {
  const ahead = `${packageOf(file)}.`;
  const own = (id: string): string | undefined => (id.startsWith(ahead) ? id.slice(ahead.length) : undefined);
  return {
    ...told,
    ...ALONE,
    names: {},
    functions: {},
    papersAt: {},
    makers: [],
    documents: [],
    renamed: {},
    flows: renamed(told.flows, own),
    fills: renamed(told.fills, own),
    answers: told.answers.flatMap((id) => own(id) ?? []),
  };
}

/** `dataurl.Encode`, by which another package calls it. */
const exported = (names: readonly string[], ahead: string): string[] =>
  names.flatMap((name) => (/^[A-Z]\w*$/.test(name) ? [`${ahead}.${name}`] : []));

/** What a file of a package that is imported says: its types have the package's name before them there. */
export function saidBy(file: string, told: Told): Told {
  const ahead = packageOf(file);
  const qualified = (id: string): string | undefined => (id.includes('.') ? id : undefined);
  return {
    ...told,
    ...ALONE,
    flows: renamed(told.flows, qualified),
    fills: renamed(told.fills, qualified),
    answers: told.answers.filter((id) => id.includes('.')),
    makers: [...told.makers, ...exported(told.makers, ahead)],
    renamed: renamed(told.renamed, (id) => (id.split('.').length > 2 ? undefined : `${ahead}.${id}`)),
  };
}

// Which source files of a package have to do with each other: one imports the other, or they lie in one package whose
// files see each other without an import. One step, by file name: cheap, and only among files that have words at all.
import { basename, dirname, extname } from 'node:path';

import { shown } from '../look/look.ts';
import { folderNamed } from '../model/go-folders.ts';
import { isSilent, together, type Told } from '../model/told.ts';
import { importsPackage, isGo, packageOf, saidBy, saidOf } from './go-links.ts';
import { areNear, leadsTo, stemOf, stemsOfImport } from './import-names.ts';

/** Files of these languages see the others of their folder, and most of those beside it. */
const PACKAGED = /^\.(go|java|kt|kts|scala|swift|cs|php|rb|ex|exs|rs|dart)$/;
const MAX_LINKED = 60;

interface Teller {
  readonly file: string;
  readonly imports: readonly string[];
  readonly told: Told;
}

export class Links {
  readonly #byStem = new Map<string, Teller[]>();
  readonly #byImport = new Map<string, Teller[]>();
  readonly #byFolder = new Map<string, Teller[]>();
  /** Of Go: by the name of their package, and by those of the packages that they import. */
  readonly #byPackage = new Map<string, Teller[]>();
  readonly #byPackageImport = new Map<string, Teller[]>();

  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** A file that speaks of the service. */
  add(file: string, imports: readonly string[], told: Told): void {
    const teller = { file, imports, told };
    if (isGo(file)) {
      put(this.#byPackage, packageOf(file), teller);
      for (const name of new Set(imports.map(folderNamed))) put(this.#byPackageImport, name, teller);
    } else {
      for (const stem of stemOf(file)) put(this.#byStem, stem, teller);
      for (const stem of new Set(stemsOfAll(file, imports))) put(this.#byImport, stem, teller);
    }
    for (const folder of isFixtures(file) ? [fixturesIn(dirname(file))] : foldersOf(file))
      put(this.#byFolder, folder, teller);
  }

  /** What those that a file imports, that import it, or that lie beside it tell it. */
  toldTo(file: string, imports: readonly string[], weak: boolean): Told | undefined {
    const found = new Set<Teller>();
    let asked = false;
    const go = isGo(file) ? this.#ofPackages(file, imports) : [];
    for (const name of isGo(file) ? [] : imports)
      for (const stem of stemsOfImport(name, dirname(file)))
        for (const one of this.#byStem.get(stem) ?? [])
          if (name.startsWith('.') || leadsTo(name, file, one.file)) found.add(one);
    for (const stem of isGo(file) ? [] : stemOf(file))
      for (const one of this.#byImport.get(stem) ?? []) {
        if (!importsFile(one, stem, file)) continue;
        found.add(one);
        asked ||= one.told.speaks && one.file !== file;
      }
    for (const folder of [...foldersOf(file), ...fixturesOf(file)])
      for (const one of this.#byFolder.get(folder) ?? []) found.add(one);
    const others = [...found, ...go].filter((one) => one.file !== file).slice(0, MAX_LINKED);
    if (others.length === 0) return undefined;
    const told = { ...together(others.map((one) => one.told)), from: this.#from(others) };
    // A file with weak words is worth a look beside one that calls the service, and where one that speaks of it imports it.
    return isSilent(told) && !(weak && (told.endpoint || asked)) ? undefined : told;
  }

  /** Of Go: whether a file that calls the service imports this one's package. What tests are given without an import may be anybody's. */
  serves(file: string): boolean {
    if (isFixtures(file)) return true;
    if (!isGo(file)) return false;
    const asking = this.#byPackageImport.get(packageOf(file)) ?? [];
    return asking.some((one) => one.told.endpoint && importsPackage(one.file, one.imports, file));
  }

  /** Of Go: what those say that import a file's package, and those of the packages that it imports. */
  #ofPackages(file: string, imports: readonly string[]): Teller[] {
    const asking = (this.#byPackageImport.get(packageOf(file)) ?? [])
      .filter((one) => importsPackage(one.file, one.imports, file))
      .map((one) => ({ ...one, told: saidOf(file, one.told) }));
    const asked = [...new Set(imports.map(folderNamed))]
      .flatMap((name) => this.#byPackage.get(name) ?? [])
      .filter((one) => importsPackage(file, imports, one.file))
      .map((one) => ({ ...one, told: saidBy(one.file, one.told) }));
    return [...asking, ...asked];
  }

  /** Which file says what; where two say it, the first counts. */
  #from(tellers: readonly Teller[]): Record<string, string> {
    const from = new Map<string, string>();
    for (const { file, told } of tellers)
      for (const name of [told.flows, told.functions, told.fills].flatMap((one) => Object.keys(one)))
        if (!from.has(name)) from.set(name, shown(this.#cwd, file));
    return Object.fromEntries(from);
  }
}

const stemsOfAll = (file: string, imports: readonly string[]): string[] =>
  imports.flatMap((name) => stemsOfImport(name, dirname(file)));

/** `stem`: a name of the other file, which is among what it imports. */
const importsFile = ({ file, imports }: Teller, stem: string, other: string): boolean =>
  areNear(file, other) ||
  imports.some((name) => leadsTo(name, file, other) && stemsOfImport(name, dirname(file)).includes(stem));

function put(into: Map<string, Teller[]>, key: string, teller: Teller): void {
  const known = into.get(key);
  if (known) known.push(teller);
  else into.set(key, [teller]);
}

/** What pytest gives to the tests of its folder and of those below, without an import. */
const isFixtures = (file: string): boolean => basename(file) === 'conftest.py';
const fixturesIn = (folder: string): string => `${folder}/conftest.py`;
const MAX_ABOVE = 4;

function fixturesOf(file: string): string[] {
  if (!/^(?:test_\w*|\w*_test|conftest)\.py$/.test(basename(file))) return [];
  const folders = [dirname(file)];
  while (folders.length < MAX_ABOVE) folders.push(dirname(folders.at(-1) ?? ''));
  return [...new Set(folders)].map(fixturesIn);
}

/** A package's own folder and the one above; of Go the folder alone. */
function foldersOf(file: string): string[] {
  const extension = extname(file);
  if (!PACKAGED.test(extension)) return [];
  const folder = dirname(file);
  const own = `${folder}/*${extension}`;
  return extension === '.go' ? [own] : [own, `${dirname(folder)}/*${extension}`];
}

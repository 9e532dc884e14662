// Files that only hand on what others declare: `export * from './wire'`, `from .wire import Wire`. They have no words and are
// not looked at; what is imported from one is imported from the files that it names. Only those are read that a file with
// words imports.
import { dirname, extname, join, resolve, sep } from 'node:path';

import { readSmallFile, SmallFileError } from '../../files/small-file.ts';
import { isIndex, leadsTo, stemOf, stemsOfImport } from './import-names.ts';

/** As large as an index may be, and another file that is nothing but one. */
const INDEX_BYTES = 65_536;
const OTHER_BYTES = 4_096;
const MAX_NAMES = 200;
const MAX_DEPTH = 3;
const CODE = /^\.(?:[cm]?[jt]sx?|py|rs|dart)$/;
/** Bounded: what is named in brackets, 2,000 characters, and a path, 300. */
const HANDS_ON =
  /^[ \t]{0,8}export\s{1,4}(?:type\s{1,4})?(?:\*(?:\s{1,4}as\s{1,4}\w{1,60})?|\{[^}]{0,2000}\})\s{0,4}from\s{0,4}["']([^"'\n]{1,300})["']/gm;
const PYTHON = /^from[ \t]{1,4}(\.[\w.]{0,200})[ \t]{1,4}import\b/gm;
const RUST = /^[ \t]{0,8}pub\s{1,4}(?:use|mod)\s{1,4}(?:self::|crate::)?(\w{1,100})/gm;
const DART = /^export\s{1,4}["']([^"'\n]{1,300})["']/gm;

export class Barrels {
  readonly #walked: readonly string[];
  #files: ReadonlySet<string> | undefined;
  #indexes: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #read = new Map<string, readonly string[]>();
  readonly #expanded = new Map<string, readonly string[]>();

  constructor(walked: readonly string[]) {
    this.#walked = walked;
  }

  /** What a file imports, with what it imports through barrels; that as whole paths. */
  through(file: string, imports: readonly string[]): readonly string[] {
    if (!CODE.test(extname(file)) || imports.length === 0) return imports;
    const known = this.#expanded.get(file);
    if (known) return known;
    const found = new Set(imports);
    for (const name of imports) this.#follow(file, name, found, 0);
    const all = [...found];
    this.#expanded.set(file, all);
    return all;
  }

  #follow(file: string, name: string, into: Set<string>, depth: number): void {
    for (const barrel of depth < MAX_DEPTH ? this.#meant(file, name) : []) {
      if (barrel === file) continue;
      for (const path of this.#namesOf(barrel)) {
        if (into.has(path) || into.size > MAX_NAMES) continue;
        into.add(path);
        this.#follow(barrel, path, into, depth + 1);
      }
    }
  }

  /** The files that an import may mean. */
  #meant(file: string, name: string): readonly string[] {
    this.#files ??= new Set(this.#walked);
    const path = pathOf(file, name);
    if (path !== undefined) return candidates(path, extname(file)).filter((one) => this.#files?.has(one));
    this.#indexes ??= indexesOf(this.#walked);
    const [stem = ''] = stemsOfImport(name).slice(-1);
    return (this.#indexes.get(stem) ?? []).filter((one) => leadsTo(name, file, one));
  }

  /** The paths of the files whose names it hands on. */
  #namesOf(barrel: string): readonly string[] {
    const known = this.#read.get(barrel);
    if (known) return known;
    const names = [...new Set(handedOn(barrel).flatMap((name) => pathOf(barrel, name) ?? []))];
    this.#read.set(barrel, names);
    return names;
  }
}

function handedOn(barrel: string): string[] {
  let text: string;
  try {
    text = readSmallFile(barrel, isIndex(barrel) ? INDEX_BYTES : OTHER_BYTES);
  } catch (error) {
    // It is larger, or can't be read, which the look at it has told.
    if (error instanceof SmallFileError) return [];
    throw error;
  }
  const extension = extname(barrel);
  if (extension === '.rs') return [...text.matchAll(RUST)].map(([, name = '']) => `./${name}`);
  const pattern = extension === '.py' ? PYTHON : extension === '.dart' ? DART : HANDS_ON;
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** Of an import beside the file, where it leads, without an extension. */
function pathOf(file: string, name: string): string | undefined {
  if (name.startsWith('/')) return name;
  const folder = dirname(file);
  if (/^\.{1,2}(?:\/|$)/.test(name)) return resolve(folder, name.replace(/\.[cm]?jsx?$/, ''));
  // Python's dots: its own package, the one above.
  const [dots] = /^\.{1,10}(?=\w)/.exec(name) ?? [];
  if (dots === undefined || name.includes('/')) return undefined;
  return join(folder, '../'.repeat(dots.length - 1), name.slice(dots.length).replaceAll('.', '/'));
}

function candidates(path: string, extension: string): string[] {
  if (extension === '.py') return [`${path}.py`, join(path, '__init__.py')];
  if (extension === '.rs') return [`${path}.rs`, join(path, 'mod.rs')];
  if (extension === '.dart') return [path];
  const ends = [...new Set([extension, '.ts', '.tsx', '.js'])];
  return ends.flatMap((end) => [`${path}${end}`, join(path, `index${end}`)]);
}

/** The name of a folder -> the indexes of folders of that name. */
function indexesOf(files: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files) {
    const name = file.slice(file.lastIndexOf(sep) + 1);
    if (!/^(?:index|__init__|mod|lib)\./.test(name) || !CODE.test(extname(name))) continue;
    for (const stem of stemOf(file)) {
      const known = found.get(stem);
      if (known) known.push(file);
      else found.set(stem, [file]);
    }
  }
  return found;
}

// Whether a file with weak words imports one that speaks of the service. By file name: cheap, and good enough to decide
// whether it is worth a look.
import { basename, dirname, extname } from 'node:path';

import { goImportsOf } from './go-folders.ts';
import { isGo } from './go-links.ts';

/** Bounded: the first 50,000 characters. */
const IMPORTS =
  /(?:from|import|require|require_relative|use|using|include|alias|load)\s*(?:\(\s*)?["'<]?([\w@./:\\-]+)/g;

/** Bounded: names of 300 characters. */
const FROM = /^from[ \t]+([\w.]{1,200})[ \t]+import[ \t]+\(?([\w, \t]{1,300})/gm;

export class Neighbours {
  readonly #stems = new Map<string, Set<string>>();

  /** A file with strong words. */
  add(path: string): void {
    for (const stem of stemOf(path)) {
      const folders = this.#stems.get(stem) ?? new Set();
      folders.add(dirname(path));
      this.#stems.set(stem, folders);
    }
  }

  /** `names`: what the file imports. */
  imports(path: string, names: readonly string[]): boolean {
    const folder = dirname(path);
    // Of Go only what its packages tell: an import names a folder, in which many a file has nothing to say.
    if (isGo(path)) return false;
    return names.some((name) => {
      const folders = this.#stems.get(stemsOfImport(name).at(-1) ?? '');
      // A relative import, or one of the same tree.
      return folders && (name.startsWith('.') || [...folders].some((other) => sharesRoot(folder, other)));
    });
  }
}

/** What a source file imports, as it says it there. */
export function importsOf(text: string): string[] {
  const head = text.slice(0, 50_000);
  const names = [...head.matchAll(IMPORTS)].map(([, name = '']) => name).concat(goImportsOf(head));
  // Python's `from . import wire, paths`.
  for (const [, folder = '', list = ''] of head.matchAll(FROM))
    for (const [name] of list.matchAll(/\w+/g))
      names.push(`${folder}${folder.endsWith('.') ? '' : '.'}${name}`);
  return [...new Set(names)];
}

const ENDING = /\.(?:[cm]?[jt]sx?|py|rb|vue|svelte)$/;

/** The names of files that an import may mean: its last part, or the one before, of which the last is a member. */
export function stemsOfImport(name: string): string[] {
  // `./dto/create-payout.dto` is create-payout.dto.ts.
  const file = name.slice(name.lastIndexOf('/') + 1).replace(ENDING, '');
  if (/\/|^\./.test(name) && /\w\.\w/.test(file) && !file.startsWith('.')) return [plain(file)];
  const parts = name
    .split(/[./:\\]+/)
    .filter((part) => part !== '' && !/^(js|ts|py|mjs|tsx|jsx|rb)$/.test(part));
  return parts.slice(name.includes('/') ? -1 : -2).map(plain);
}

/** A file's own name; of a folder's index, the folder's. */
export function stemOf(path: string): string[] {
  const own = plain(basename(path, extname(path)));
  return /^(index|init|mod|main|lib)$/.test(own) ? [own, plain(basename(dirname(path)))] : [own];
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Siblings and their folders' folders, or one inside the other. */
export function sharesRoot(a: string, b: string): boolean {
  return b.startsWith(dirname(a)) || a.startsWith(b);
}

// Whether a file with weak words imports one that speaks of the service. By file name: cheap, and good enough to decide
// whether it is worth a look.
import { basename, dirname, extname } from 'node:path';

/** Bounded: the first 50,000 characters. */
const IMPORTS =
  /(?:from|import|require|require_relative|use|using|include|alias|load)\s*(?:\(\s*)?["'<]?([\w@./:\\-]+)/g;

export class Neighbours {
  readonly #stems = new Map<string, Set<string>>();

  /** A file with strong words. */
  add(path: string): void {
    const stem = stemOf(path);
    const folders = this.#stems.get(stem) ?? new Set();
    folders.add(dirname(path));
    this.#stems.set(stem, folders);
  }

  /** `names`: what the file imports. */
  imports(path: string, names: readonly string[]): boolean {
    const folder = dirname(path);
    return names.some((name) => {
      const folders = this.#stems.get(stemOfImport(name));
      // A relative import, or one of the same tree.
      return folders && (name.startsWith('.') || [...folders].some((other) => sharesRoot(folder, other)));
    });
  }
}

/** What a source file imports, as it says it there. */
export const importsOf = (text: string): string[] => [
  ...new Set([...text.slice(0, 50_000).matchAll(IMPORTS)].map(([, name = '']) => name)),
];

function stemOfImport(name: string): string {
  const parts = name.split(/[./:\\]+/).filter((part) => part !== '' && !/^(js|ts|py|mjs)$/.test(part));
  return (parts.at(-1) ?? '').toLowerCase().replace(/[-_]/g, '');
}

const stemOf = (path: string): string => basename(path, extname(path)).toLowerCase().replace(/[-_]/g, '');

/** Siblings and their folders' folders, or one inside the other. */
function sharesRoot(a: string, b: string): boolean {
  return b.startsWith(dirname(a)) || a.startsWith(b);
}

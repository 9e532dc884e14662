// Whether a file with weak words imports one that speaks of the service. By file name: cheap, and good enough to decide
// whether it is worth a look.
import { basename, dirname, extname } from 'node:path';

const IMPORTS =
  /(?:from|import|require|require_relative|use|using|include|alias|load)\s*\(?\s*["'<]?([\w@./:\\-]+)["'>]?/g;

export class Neighbours {
  readonly #stems = new Map<string, Set<string>>();

  /** A file with strong words. */
  add(path: string): void {
    const stem = stemOf(path);
    const folders = this.#stems.get(stem) ?? new Set();
    folders.add(dirname(path));
    this.#stems.set(stem, folders);
  }

  imports(path: string, text: string): boolean {
    if (this.#stems.size === 0) return false;
    const folder = dirname(path);
    for (const [, name = ''] of text.slice(0, 50_000).matchAll(IMPORTS)) {
      const last =
        name
          .split(/[./:\\]+/)
          .filter((part) => part !== '' && !/^(js|ts|py|mjs)$/.test(part))
          .at(-1) ?? '';
      const folders = this.#stems.get(last.toLowerCase().replace(/[-_]/g, ''));
      if (!folders) continue;
      // A relative import, or one of the same tree.
      if (name.startsWith('.') || [...folders].some((other) => sharesRoot(folder, other))) return true;
    }
    return false;
  }
}

const stemOf = (path: string): string => basename(path, extname(path)).toLowerCase().replace(/[-_]/g, '');

/** Siblings and their folders' folders, or one inside the other. */
function sharesRoot(a: string, b: string): boolean {
  return b.startsWith(dirname(a)) || a.startsWith(b);
}

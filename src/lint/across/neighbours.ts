// Whether a file with weak words imports one that speaks of the service. By file name: cheap, and good enough to decide
// whether it is worth a look.
import { dirname } from 'node:path';

import { isGo } from './go-links.ts';
import { sharesRoot, stemOf, stemsOfImport } from './import-names.ts';

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
      const folders = this.#stems.get(stemsOfImport(name, folder).at(-1) ?? '');
      // A relative import, or one of the same tree.
      return folders && (name.startsWith('.') || [...folders].some((other) => sharesRoot(folder, other)));
    });
  }
}

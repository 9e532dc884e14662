// What --fix would do with files, as an earlier run foresaw it: a second one that only tells of fixes makes none of them again.
import { createHash } from 'node:crypto';

import type { CacheFile } from '../look/cache-file.ts';
import type { Finding } from '../model/finding.ts';
import type { TakenBack } from './mended.ts';

/** What would be found no more, by its place among what is told of the file; or why nothing is changed. */
type Outcome = { readonly gone: readonly number[] } | TakenBack;

/** For fewer files reading is no quicker than foreseeing. */
const FROM = 4;
const MAX_KEPT = 20_000;

export class Foreseen {
  readonly #file: CacheFile | undefined;
  readonly #known: Map<string, Outcome>;
  readonly #used = new Map<string, Outcome>();
  #isNew = false;

  /** `files`: how many will be asked for. */
  constructor(cache: CacheFile | undefined, files: number) {
    this.#file = files < FROM ? undefined : cache?.for('foreseen');
    const text = this.#file?.read();
    this.#known = new Map(text === undefined ? [] : (JSON.parse(text) as [string, Outcome][])); // its own, by its sum
  }

  /** Of a file's text, which the fixes name, and of all that is told of it. */
  async of(
    path: string,
    reported: readonly Finding[],
    foresee: () => Promise<{ readonly gone: readonly Finding[] } | TakenBack>,
  ): Promise<{ readonly gone: readonly Finding[] } | TakenBack> {
    const key = keyOf(path, reported);
    const known = this.#known.get(key);
    if (known) {
      this.#used.set(key, known);
      return 'why' in known ? known : { gone: known.gone.flatMap((i) => reported[i] ?? []) };
    }
    const found = await foresee();
    this.#isNew = true;
    this.#used.set(
      key,
      'why' in found ? { why: found.why } : { gone: found.gone.map((one) => reported.indexOf(one)) },
    );
    return found;
  }

  keep(): void {
    if (!this.#isNew || !this.#file) return;
    const others = [...this.#known].filter(([key]) => !this.#used.has(key));
    this.#file.write(JSON.stringify([...this.#used, ...others].slice(0, MAX_KEPT)));
  }
}

const keyOf = (path: string, reported: readonly Finding[]): string => {
  const told = reported.map(({ fingerprint, line, column, fix, doubted }) => [
    ...[fingerprint, line, column],
    fix ?? null,
    doubted ?? false,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([path, told]))
    .digest('hex')
    .slice(0, 32);
};

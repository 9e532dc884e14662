// One file of a run: its bytes, whether they hold a word of this service, and what is found in them. Holds nothing of a file
// when it is done; its results can be handed from one thread to another.
import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';

import { Sieve } from '../files/sieve.ts';
import { openSource, type Source, sourceOf, stampOf, textOf, whyNotWritten } from '../files/source.ts';
import type { ScanSettings } from '../model/finding.ts';
import type { SkipReason, UnreadReason } from '../model/report.ts';
import { STRONG_WORDS } from '../model/vocabulary.ts';
import type { FileResult } from '../scan.ts';

export interface LookSettings extends ScanSettings {
  readonly cwd: string;
  /** Files that were named; absolute. */
  readonly named: ReadonlySet<string>;
}

/**
 * `clean`: no word of this service; `stamp`: identifies this version of the file, or empty. `strong`: it holds such a word and
 * is to be scanned. `isCut`: only its beginning was read.
 */
export type FileLook =
  | { readonly kind: 'skipped'; readonly why: SkipReason }
  | { readonly kind: 'unreadable'; readonly why: UnreadReason }
  | { readonly kind: 'clean'; readonly stamp: string; readonly isCut?: boolean }
  | { readonly kind: 'strong' }
  | { readonly kind: 'scanned'; readonly result: FileResult; readonly isCut?: boolean };

/** Files that an earlier run found clean. */
export interface CleanFiles {
  readonly get: (file: string) => string | undefined;
}

const SCRATCH_BYTES = 1 << 20;
const HEADER_BYTES = 4_096;
const words = new Sieve(STRONG_WORDS);
/** The same words in the header of a table, as people write them: "Purpose of payment". */
const headerWords = STRONG_WORDS.filter((word) => /^[a-z]+[A-Z]/.test(word)).map((word) =>
  word.toLowerCase(),
);

/** As findings name it. */
export const shownPath = (cwd: string, file: string): string =>
  relative(cwd, file).split(sep).join('/') || '.';

export class Looker {
  readonly #settings: LookSettings;
  readonly #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

  constructor(settings: LookSettings) {
    this.#settings = settings;
  }

  /** Whether a file holds a word of this service. Most files do not, so this is most of what a run costs. */
  sieve(file: string, clean?: CleanFiles): FileLook {
    const known = clean?.get(file);
    if (known !== undefined && isSame(file, known)) return { kind: 'clean', stamp: known };
    const source = openSource(file, this.#scratch);
    if ('skip' in source) return { kind: 'skipped', why: source.skip };
    if ('unreadable' in source) return { kind: 'unreadable', why: source.unreadable };
    if (this.#mayHoldWords(file, source)) return { kind: 'strong' };
    return { kind: 'clean', stamp: source.stamp, isCut: source.isCut };
  }

  /** `given`: constants of other files, for the second pass. */
  async scan(file: string, given?: ReadonlyMap<string, string>): Promise<FileLook> {
    const source = openSource(file);
    if ('skip' in source) return { kind: 'skipped', why: source.skip };
    if ('unreadable' in source) return { kind: 'unreadable', why: source.unreadable };
    return this.#scanSource(file, source, given);
  }

  /** A text that is not a file's. */
  async lookAtBytes(file: string, bytes: Buffer): Promise<FileLook> {
    const source = sourceOf(bytes);
    if ('skip' in source) return { kind: 'skipped', why: source.skip };
    if ('unreadable' in source) return { kind: 'unreadable', why: source.unreadable };
    if (!this.#mayHoldWords(file, source)) return { kind: 'clean', stamp: '' };
    return this.#scanSource(file, source);
  }

  async #scanSource(file: string, source: Source, given?: ReadonlyMap<string, string>): Promise<FileLook> {
    const text = textOf(source);
    const path = shownPath(this.#settings.cwd, file);
    const why = whyNotWritten(path, text);
    if (why !== undefined && !this.#settings.named.has(file)) return { kind: 'skipped', why };
    try {
      // The readers are loaded with the first file that needs them.
      const { scanFile } = await import('../scan.ts');
      const result = await scanFile(path, text, this.#settings, given);
      return { kind: 'scanned', result, isCut: source.isCut };
    } catch (error) {
      return { kind: 'unreadable', why: error instanceof RangeError ? 'too-deep' : 'failed' };
    }
  }

  #mayHoldWords(file: string, { bytes, encoding, bom }: Source): boolean {
    if (encoding !== 'utf-8')
      return words.test(Buffer.from(textOf({ bytes, encoding, bom, stamp: '', isCut: false })));
    if (words.test(bytes)) return true;
    if (!/\.[ct]sv$/i.test(file)) return false;
    if (this.#settings.headers !== undefined) return true;
    const head = bytes
      .toString('latin1', 0, HEADER_BYTES)
      .toLowerCase()
      .replace(/[^a-z\n]/g, '');
    return headerWords.some((word) => head.includes(word));
  }
}

function isSame(file: string, stamp: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stampOf(stats, Infinity) === stamp;
}

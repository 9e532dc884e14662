// One file of a run: whether its bytes hold a word of this service, and what is found in it. Nothing of the file is
// kept, and results can be sent from one thread to another.
import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';

import { Sieve } from '../files/sieve.ts';
import type { Opened, Source } from '../files/source.ts';
import { isOwnReport, openSource, sourceOf, stampOf, textOf } from '../files/source.ts';
import type { ScanSettings, SkipReason, UnreadReason } from '../model/finding.ts';
import { STRONG_WORDS } from '../model/vocabulary.ts';
import type { FileResult } from '../scan.ts';

type LookSettings = ScanSettings & { readonly cwd: string };

/** `clean`: no word of this service. `strong`: it is to be scanned. `isCut`: only its beginning was read. */
export type FileLook =
  | { readonly kind: 'skipped'; readonly why: SkipReason }
  | { readonly kind: 'unreadable'; readonly why: UnreadReason }
  | { readonly kind: 'clean'; readonly stamp: string; readonly isCut?: boolean }
  | { readonly kind: 'strong' }
  | { readonly kind: 'scanned'; readonly result: FileResult; readonly isCut?: boolean };

/** Memory for the bytes of one file after the other. */
const scratch = Buffer.allocUnsafe(1 << 20);
const words = new Sieve(STRONG_WORDS);

/** As findings name it. */
export const shownPath = (cwd: string, file: string): string =>
  relative(cwd, file).split(sep).join('/') || '.';

export function sieveFile(file: string): FileLook {
  const source = openSource(file, scratch);
  if (!('bytes' in source)) return withoutText(source);
  if (mayHoldWords(source)) return { kind: 'strong' };
  return { kind: 'clean', stamp: source.stamp, isCut: source.isCut };
}

const mayHoldWords = (source: Source): boolean =>
  words.test(source.encoding === 'utf-8' ? source.bytes : Buffer.from(textOf(source)));

const withoutText = (opened: Exclude<Opened, Source>): FileLook =>
  'skip' in opened ? { kind: 'skipped', why: opened.skip } : { kind: 'unreadable', why: opened.unreadable };

export async function scanOpened(file: string, source: Opened, settings: LookSettings): Promise<FileLook> {
  if (!('bytes' in source)) return withoutText(source);
  const text = textOf(source);
  if (isOwnReport(text)) return { kind: 'skipped', why: 'own-report' };
  try {
    // The readers are loaded with the first file that needs them.
    const { scanFile } = await import('../scan.ts');
    const result = await scanFile(shownPath(settings.cwd, file), text, settings);
    return { kind: 'scanned', result, isCut: source.isCut };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof RangeError ? 'too-deep' : 'failed' };
  }
}

/** A text that is not a file's. */
export async function lookAtBytes(file: string, bytes: Buffer, settings: LookSettings): Promise<FileLook> {
  const source = sourceOf(bytes);
  const isClean = 'bytes' in source && !mayHoldWords(source);
  return isClean ? { kind: 'clean', stamp: '' } : scanOpened(file, source, settings);
}

/** Whether a file is as it was when it got this stamp. */
export function isSame(file: string, stamp: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stampOf(stats, Infinity) === stamp;
}

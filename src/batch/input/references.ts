// The references of one file: each row needs its own, and one that differs from another's only in ways that nobody sees
// is taken for the same.
import { foldedReference } from '../../interface/reference.ts';
import { hash64 } from '../../ledger/keys.ts';
import { KINDS } from './kinds.ts';
import type { BatchRow } from './row.ts';
import { SeenKeys } from './seen.ts';

export class References {
  readonly #column: number;
  /** By their folded form; the mark tells, but for one in 256, whether the other was spelt the same. */
  readonly #seen = new SeenKeys();

  /** `column`: 0-based cell. */
  constructor(column: number) {
    this.#column = column;
  }

  check(row: BatchRow): void {
    const { reference } = row;
    const folded = foldedReference(reference);
    const mark = markOf(reference);
    const line = this.#seen.remember(folded, row.line, mark);
    if (line === 0) return;
    const { noun } = KINDS[row.kind];
    const same = this.#seen.markOf(folded) === mark;
    const message = same
      ? `the same reference is also on line ${line}: each ${noun} needs its own`
      : `differs from the reference on line ${line} only by case, width, alphabet, spaces or leading zeros: each ${noun} needs its own`;
    row.issues.push({ column: this.#column + 1, field: 'reference', message, repeats: same });
  }

  /** By hash, for references that were read in another thread. */
  has(high: number, low: number): boolean {
    return this.#seen.hasHash(high, low);
  }

  remember(high: number, low: number, line: number, mark: number): void {
    this.#seen.rememberHash(high, low, line, mark);
  }
}

/** What is kept of a reference. */
export function hashOf(reference: string): { high: number; low: number; mark: number } {
  const { high, low } = hash64(foldedReference(reference));
  return { high, low, mark: markOf(reference) };
}

function markOf(text: string): number {
  let mark = 0;
  for (let at = 0; at < text.length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return mark & 0xff;
}

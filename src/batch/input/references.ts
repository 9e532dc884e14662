// The references of one file: each row needs its own, and one that differs from another's only in ways that nobody sees
// is taken for the same.
import { customerFingerprint } from '../../interface/body-fingerprint.ts';
import { canonicalDecimal } from '../../interface/decimal.ts';
import { payoutFingerprint } from '../../interface/fingerprint.ts';
import { foldedReference } from '../../interface/reference.ts';
import { hash64 } from '../../ledger/keys.ts';
import { KINDS } from './kinds.ts';
import type { BatchRow } from './row.ts';
import { SeenKeys } from './seen.ts';
import type { Warnings } from './warnings.ts';

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
      : `differs from the reference on line ${line} only by case, width, spaces or leading zeros: each ${noun} needs its own`;
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

/**
 * Rows without references that are equal in all that makes a payment. Each is paid: it is said, because one of them may be
 * there by mistake and nobody would ever hear of it.
 */
export class Equals {
  readonly #seen = new SeenKeys();
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  check(row: BatchRow): void {
    // A retry file's rows are told apart by what they are tied to; a wrong row is not paid.
    if (row.retryOf || row.issues.length > 0) return;
    const { high, low } = hashOf(row);
    const line = this.#seen.rememberHash(high, low, row.line, 0);
    if (line === 0) return;
    const shown =
      row.kind === 'payouts' ? `${canonicalDecimal(row.amount)} ${row.currency}` : row.body.businessLegalName;
    const { noun, done } = KINDS[row.kind];
    this.#warnings.add(row.line, 'the row', shown ?? '', () => {
      // Of a customer, only who it is was compared.
      const same = row.kind === 'payouts' ? 'says the same as' : `looks like the ${noun} on`;
      return `${same} line ${line}: without references each is a separate ${noun}, and both are ${done}. Remove one if it is there by mistake`;
    });
  }

  has(high: number, low: number): boolean {
    return this.#seen.hasHash(high, low);
  }

  remember(high: number, low: number, line: number): void {
    this.#seen.rememberHash(high, low, line, 0);
  }
}

/** What is kept of a row: its reference, else what it looks like as a payment. */
export function hashOf(row: BatchRow): { high: number; low: number; mark: number } {
  const { reference } = row;
  if (reference === '') {
    const print =
      row.kind === 'payouts'
        ? payoutFingerprint(row.body) + JSON.stringify(row.documents)
        : customerFingerprint(row.body);
    return { ...hash64(print), mark: 0 };
  }
  const { high, low } = hash64(foldedReference(reference));
  return { high, low, mark: markOf(reference) };
}

/** FNV-1a, folded: a plain product of 31 gave references with two leading zeros the mark of those without. */
function markOf(text: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  return (mark ^ (mark >>> 8) ^ (mark >>> 16) ^ (mark >>> 24)) & 0xff;
}

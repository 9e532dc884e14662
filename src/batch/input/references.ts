// Rows of one file that repeat each other. With references, each row needs its own, and one that differs from another's only
// in ways that nobody sees is taken for the same. Without references, equal rows are each paid, with a warning.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { customerFingerprint, payoutFingerprint } from '../../interface/fingerprint.ts';
import { foldedReference } from '../../interface/reference.ts';
import { hash64 } from '../../ledger/keys.ts';
import { KINDS } from './kinds.ts';
import type { BatchRow } from './row.ts';
import { SeenKeys } from './seen.ts';
import type { Warnings } from './warnings.ts';

/** Rows that another thread has read: of each its line, two halves of the hash of its reference (or content), and the mark. */
export interface HashedRows {
  readonly lines: Uint32Array<ArrayBuffer>;
  readonly hashes: Uint32Array<ArrayBuffer>;
  readonly marks: Uint8Array<ArrayBuffer>;
}

export class RepeatedRows {
  /** References by their folded form; the mark shows, but for one in 256, whether the other was spelt the same. */
  readonly #seen = new SeenKeys();
  /** 0-based; -1 without references. */
  readonly #column: number;
  readonly #warnings: Warnings;

  constructor(column: number, warnings: Warnings) {
    this.#column = column;
    this.#warnings = warnings;
  }

  check(row: BatchRow): void {
    if (this.#column !== -1) {
      if (row.reference !== '') this.#checkReference(row);
    } else if (!row.retryOf && row.issues.length === 0) this.#checkContent(row);
  }

  /** Whether none repeats an earlier one. They are known from now on: a row that is read again is not its own repetition. */
  areNew({ hashes, lines, marks }: HashedRows): boolean {
    let areNew = true;
    for (let row = 0; row < lines.length; row++) {
      const [high = 0, low = 0] = [hashes[2 * row], hashes[2 * row + 1]];
      if (this.#lineOf(high, low, lines[row] ?? 0, marks[row] ?? 0) !== 0) areNew = false;
    }
    return areNew;
  }

  /** The line of the earlier row with this hash, or 0. */
  #lineOf(high: number, low: number, line: number, mark: number): number {
    const before = this.#seen.rememberHash(high, low, line, mark);
    return before === line ? 0 : before;
  }

  #checkReference(row: BatchRow): void {
    const { high, low, mark } = hashOf(row);
    const line = this.#lineOf(high, low, row.line, mark);
    if (line === 0) return;
    const { noun } = KINDS[row.kind];
    const same = this.#seen.markOf(foldedReference(row.reference)) === mark;
    const message = same
      ? `the same reference is also on line ${line}: each ${noun} needs its own`
      : `differs from the reference on line ${line} only by case, width, spaces or leading zeros: each ${noun} needs its own`;
    row.issues.push({ column: this.#column + 1, field: 'reference', message, repeats: same });
  }

  #checkContent(row: BatchRow): void {
    const { high, low, mark } = hashOf(row);
    const line = this.#lineOf(high, low, row.line, mark);
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

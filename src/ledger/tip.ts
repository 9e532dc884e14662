// Where the ledger's hash chain ends: the last link's number, the highest entry's number with it, and its head. Types alone.

export interface Tip {
  /** Of the last link; 0 for a ledger in which nothing was written yet. */
  readonly link: number;
  /** The highest entry's number: the ledger's height. */
  readonly sequence: number;
  /** SHA-256 (hex) over everything that the chain holds. */
  readonly head: string;
}

/** Of whoever hasn't looked yet. */
export const NO_TIP: Tip = { link: 0, sequence: 0, head: '' };

export function later(a: Tip, b: Tip): Tip {
  return b.link > a.link || (b.link === a.link && a.head === '') ? b : a;
}

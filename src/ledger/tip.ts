// The end of the ledger's hash chain.

export interface Tip {
  /** The number of the last link; 0 for none. */
  readonly link: number;
  /** The number of the last entry. */
  readonly sequence: number;
  /** SHA-256 (hex) over the whole chain. */
  readonly head: string;
}

export const NO_TIP: Tip = { link: 0, sequence: 0, head: '' };

export function later(a: Tip, b: Tip): Tip {
  return b.link > a.link || (b.link === a.link && a.head === '') ? b : a;
}

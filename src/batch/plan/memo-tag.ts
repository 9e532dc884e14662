// The mark that a transfer's memo carries if the profile says so (memoTag): made of the row's key alone, so that the same
// row always has the same one and a row in doubt can be found in a dashboard. Never part of what a row says.
import { sha256 } from '../../ledger/keys.ts';

/** Such as `pb-1f0c93a2be`. */
export function memoTag(key: string): string {
  return `pb-${sha256(key).slice(0, 10)}`;
}

/** The memo as it is sent. */
export function taggedMemo(memo: string | undefined, key: string): string {
  return memo === undefined ? memoTag(key) : `${memo} ${memoTag(key)}`;
}

// The tag at the end of a memo (profile: memoTag), made from the row's key: a row in doubt can be found in a dashboard
// by it. It is not part of the row's content.
import { sha256 } from '../../ledger/keys.ts';

/** Such as `pb-1f0c93a2be`. */
export function memoTag(key: string): string {
  return `pb-${sha256(key).slice(0, 10)}`;
}

/** The memo as it is sent. */
export function taggedMemo(memo: string | undefined, key: string): string {
  return memo === undefined ? memoTag(key) : `${memo} ${memoTag(key)}`;
}

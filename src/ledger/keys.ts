// The keys of rows, and hashes.
import { hash } from 'node:crypto';

import type { RunKind } from './run-records.ts';

/** SHA-256 (hex). */
export function sha256(text: string | Buffer): string {
  return hash('sha256', text);
}

/** The key of a row with a reference. It is unique in its environment for ever. */
export function referenceKey(kind: string, reference: string): string {
  return `${kind.charAt(0)}:r:${reference}`;
}

/** The reference of a row with this key; `null` for a row without one. */
export function referenceOf(key: string): string | null {
  const prefix = referenceKey(kindOfKey(key), '');
  return key.startsWith(prefix) ? key.slice(prefix.length) : null;
}

/** The key of a row without a reference: batch, content, and ordinal among equal rows (0, 1, ...). */
export function contentKey(kind: string, batchId: string, content: string, ordinal: number): string {
  return hashKey(kind, sha256(`${batchId}\0${content}\0${ordinal}`));
}

/** The same key from its hash, which a retry file contains. */
export const hashKey = (kind: string, hash: string): string => `${kind.charAt(0)}:c:${hash}`;

const KINDS: Readonly<Record<string, RunKind>> = { p: 'payouts', c: 'customers', t: 'trades' };

/** A key begins with the first letter of its kind. */
export const kindOfKey = (key: string): RunKind => KINDS[key.charAt(0)] ?? 'payouts';

/** A hash that every database can hold as a whole number. It is for indexes: the text itself decides. */
export const hashNumber = (text: string): number => Number.parseInt(sha256(text).slice(0, 13), 16);

/** Two 32-bit hashes of a text: FNV-1a and a different one. */
export function hash64(text: string): { high: number; low: number } {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  a ^= a >>> 16;
  a = Math.imul(a, 0x7feb352d);
  a ^= a >>> 15;
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35);
  b ^= b >>> 16;
  return { high: a >>> 0, low: b >>> 0 };
}

/** Both hashes as one signed 64-bit integer, as a database keeps it. */
export function hashInteger(hash: { high: number; low: number }): bigint {
  return BigInt.asIntN(64, (BigInt(hash.high) << 32n) | BigInt(hash.low));
}

// A file's bytes as text, and as bytes again after a change: encoding, byte order mark and line ends are kept.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { decode, encode, type Encoding, sniff } from '../../files/encoding.ts';
import type { SkipReason, UnreadReason } from '../model/finding.ts';

/** Formats that are read line by line are read up to this size; other files above it are unreadable. */
const MAX_BYTES = 64 * 1024 * 1024;
const LINES = /\.(?:log|csv|tsv|ndjson|jsonl|txt)$/;

export interface Source {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  /** Length of the byte order mark. */
  readonly bom: number;
  /** Identifies this version of the file for the cache; empty if a later change might not be noticed. */
  readonly stamp: string;
  /** Only the beginning was read. */
  readonly isCut: boolean;
}

export type Opened = Source | { readonly skip: SkipReason } | { readonly unreadable: UnreadReason };

/** `scratch`: memory for the bytes, reused by the next file. */
export function openSource(path: string, scratch?: Buffer): Opened {
  let handle;
  try {
    // Without O_NONBLOCK, opening a named pipe without a writer would block.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readFrom(handle, path, scratch);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ENOENT')
      return { skip: lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'gone' : 'dangling-link' };
    return { unreadable: code === 'EACCES' ? 'no-permission' : 'cannot-open' };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function readFrom(handle: number, path: string, scratch: Buffer | undefined): Opened {
  const stats = fstatSync(handle);
  if (!stats.isFile()) return { skip: 'special' };
  const isCut = stats.size > MAX_BYTES;
  if (isCut && !LINES.test(path)) return { unreadable: 'too-large' };
  const size = Math.min(stats.size, MAX_BYTES);
  const bytes = scratch && size <= scratch.length ? scratch.subarray(0, size) : Buffer.allocUnsafe(size);
  let at = 0;
  while (at < bytes.length) {
    const count = readSync(handle, bytes, at, bytes.length - at, at);
    if (count === 0) break;
    at += count;
  }
  const read = bytes.subarray(0, at);
  const opened = sourceOf(isCut ? read.subarray(0, read.lastIndexOf(10) + 1) : read);
  return 'bytes' in opened ? { ...opened, isCut, stamp: isCut ? '' : stampOf(stats, Date.now()) } : opened;
}

/** Bytes that are not a file's. */
export function sourceOf(bytes: Buffer): Opened {
  const { encoding, bomBytes: bom } = sniff(bytes);
  const source = { bytes, encoding, bom, stamp: '', isCut: false };
  if (encoding !== 'utf-8') {
    const isUtf16 = bytes.length % 2 === 0 && !/\p{Surrogate}/u.test(decode(bytes, encoding));
    return isUtf16 ? source : { unreadable: 'not-utf16' };
  }
  const isText = isUtf8(bytes);
  const hasNul = bytes.subarray(0, 8_192).includes(0);
  if ((hasNul || !isText) && hasControls(bytes)) return { skip: 'binary' };
  if (isText) return source;
  return hasNul ? { skip: 'binary' } : { unreadable: 'not-utf8' };
}

/** Many bytes that text never has, in any encoding. Packed and compiled files have one in ten. */
function hasControls(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8_192);
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127);
  return controls.length * 50 > head.length;
}

export const textOf = ({ bytes, encoding, bom }: Source): string => decode(bytes.subarray(bom), encoding);

export const bytesOf = (text: string, { bytes, encoding, bom }: Source): Buffer =>
  Buffer.concat([bytes.subarray(0, bom), encode(text, encoding)]);

/** File systems count time in steps; some in whole seconds or two. */
const TICK_MS = 100;
const COARSE_TICK_MS = 2_100;

/** Place, size and times. Empty if the file changed so recently that another change could have the same stamp. */
export function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats, nowMs: number): string {
  const tickMs = ctimeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return nowMs - Math.max(mtimeMs, ctimeMs) > tickMs ? `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}` : '';
}

/** A change there would part a file from its other names, or be lost with the next checkout. */
export function mayNotChange(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink() || stats.nlink > 1 || (stats.mode & 0o222) === 0) return true;
  // Above the repository of a submodule there is another one, or a copy of it that has only .gitmodules.
  const repository = folderAbove(file, ['.git']);
  return repository !== undefined && folderAbove(repository, ['.git', '.gitmodules']) !== undefined;
}

/** The nearest folder above a path that has an entry of one of these names. */
function folderAbove(path: string, names: readonly string[]): string | undefined {
  const folder = dirname(path);
  if (folder === path) return undefined;
  return names.some((name) => existsSync(join(folder, name))) ? folder : folderAbove(folder, names);
}

/** A report in JSON, a baseline or a cache of paybatch itself: its fields are those of findings. */
const OWN_REPORT =
  /^paybatch lint cache |^\s*\{\s*"(?:asOf|version)":[^{]{1,40}"cutoff":|"driver":\s*\{\s*"name":\s*"paybatch"/;

export const isOwnReport = (text: string): boolean => OWN_REPORT.test(text.slice(0, 1_500));

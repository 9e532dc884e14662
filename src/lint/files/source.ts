// A file's bytes as text, and as text again after a change: encoding, byte order mark and line ends are kept.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

import { decode, encode, type Encoding, sniff } from '../../files/encoding.ts';
import { isSettled, stampOf } from './stamp.ts';

/** Larger files are read no further than this, and that is said. */
const MAX_BYTES = 64 * 1024 * 1024;
const CUT = 'only the first 64 MiB were read: split the file';

export interface Source {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  /** Length of the byte order mark. */
  readonly bom: number;
  /** What tells a later run that the file is still the same; empty where nothing would. */
  readonly stamp: string;
  /** Why not all of the file is here. */
  readonly cut?: string;
}

export type Opened = Source | { readonly skip: string } | { readonly unreadable: string };

/** `scratch`: room for a file's bytes, which are good until the next file is read into it. */
export function openSource(path: string, scratch?: Buffer): Opened {
  let read;
  try {
    read = readWhole(path, scratch);
    if (!('bytes' in read)) return read;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ENOENT')
      return { skip: isLink(path) ? 'links that lead nowhere' : 'gone before they were read' };
    return {
      unreadable: code === 'EACCES' ? 'no permission to read it' : `can't be opened (${code ?? message})`,
    };
  }
  const opened = sourceOf(read.bytes, read.stamp);
  return 'bytes' in opened && read.cut ? { ...opened, stamp: '', cut: CUT } : opened;
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A regular file's bytes, with one look at it. */
function readWhole(
  path: string,
  scratch?: Buffer,
): { bytes: Buffer; stamp: string; cut: boolean } | { skip: string } | { unreadable: string } {
  // Without O_NONBLOCK, opening a named pipe that nobody writes would wait for ever.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(handle);
    const stamp = isSettled(stats, Date.now()) ? stampOf(stats) : '';
    if (!stats.isFile()) return { skip: 'special files (pipes, devices and the like)' };
    const tooLarge = stats.size > MAX_BYTES;
    if (tooLarge && !/\.(log|csv|tsv|ndjson|jsonl|txt)$/.test(path)) {
      return { unreadable: 'is larger than 64 MiB' };
    }
    const size = Math.min(stats.size, MAX_BYTES);
    const bytes = scratch && size <= scratch.length ? scratch.subarray(0, size) : Buffer.allocUnsafe(size);
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(handle, bytes, at, bytes.length - at, at);
      if (count === 0) break;
      at += count;
    }
    const read = bytes.subarray(0, at);
    return { bytes: tooLarge ? wholeLines(read) : read, stamp, cut: tooLarge };
  } finally {
    closeSync(handle);
  }
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10) + 1;
  return bytes.subarray(0, sniff(bytes).encoding === 'utf-8' ? end : end + (end % 2));
}

export function sourceOf(bytes: Buffer, stamp: string): Opened {
  const { encoding, bomBytes: bom } = sniff(bytes);
  if (encoding !== 'utf-8') {
    return isUtf16(bytes, encoding)
      ? { bytes, encoding, bom, stamp }
      : { unreadable: 'is not the UTF-16 that its byte order mark says' };
  }
  const isText = isUtf8(bytes);
  // One NUL in a comment makes no program of a source.
  if (bytes.subarray(0, 8_192).includes(0) && (!isText || hasControls(bytes))) return { skip: 'binary' };
  if (!isText) return hasControls(bytes) ? { skip: 'binary' } : { unreadable: 'is neither UTF-8 nor UTF-16' };
  return { bytes, encoding, bom, stamp };
}

/** Whole pairs of bytes, and no half of a character. */
const isUtf16 = (bytes: Buffer, encoding: Encoding): boolean =>
  bytes.length % 2 === 0 && !/\p{Surrogate}/u.test(decode(bytes, encoding));

/** Many bytes that no text has, whatever its encoding: what is packed or compiled has one in ten. */
function hasControls(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8_192);
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127);
  return controls.length * 50 > head.length;
}

export function textOf({ bytes, encoding, bom }: Omit<Source, 'stamp'>): string {
  return decode(bytes.subarray(bom), encoding);
}

export function bytesOf(text: string, { bytes, encoding, bom }: Source): Buffer {
  return Buffer.concat([bytes.subarray(0, bom), encode(text, encoding)]);
}

/** What lint and audit write: findings of files, not uses of their own. Bounded: the first 1,500 characters. */
const OWN_REPORT =
  /^paybatch lint cache |^\s*\{\s*"asOf":\s*"[\d-]{10}",\s*"cutoff":|^\s*\{\s*"version":\s*1,\s*"cutoff":|"driver":\s*\{\s*"name":\s*"paybatch"/;

/** Patches, and folders that a build fills. Bounded: a part of a path. */
const MADE = /\.(?:patch|diff)$|(?:^|[/\\])(?:dist|\.yarn|generated|__generated__)[/\\]/;

/** Code that a program makes calls the service all the same; a fix would be gone with the next run of that program. */
export const isGenerated = (path: string, text: string): boolean =>
  MADE.test(path) ||
  // Bounded: the first 1,500 characters.
  /@generated\b|\bdo not (?:edit|modify)\b|<auto-generated|\bauto(?:matically)?[- ]generated\b/i.test(
    text.slice(0, 1_500),
  );

/** Whether a person reads this file: minified code is mended at its source. */
export function notWritten(path: string, text: string): string | undefined {
  if (/\.min\.(js|css|mjs)$|\.bundle\.js$|\.map$/.test(path)) return 'minified';
  const head = text.slice(0, 1_500);
  if (OWN_REPORT.test(head)) return 'reports of paybatch';
  return /\.(js|mjs|cjs|css)$/.test(path) && isDense(text) ? 'minified' : undefined;
}

/** A picture that somebody put into a source of a few lines doesn't make it dense. Bounded: a type of 100 characters. */
const PICTURE = /data:[\w/+.-]{0,60}(?:;[\w=-]{0,40})?;base64,[A-Za-z0-9+/=]*/g;

function isDense(text: string): boolean {
  const { length } = text.length > 20_000 ? text.replace(PICTURE, '') : text;
  if (length <= 20_000) return false;
  const lines = text.split('\n', 400);
  return length / lines.length > LONG && isMadeShort(lines);
}

/** Characters of a line that nobody writes, but for a literal or a table. */
const LONG = 2_000;
/** So many lines that people wrote, beside one of code that a program made. */
const OF_PEOPLE = 10;

/** Whether the long lines are code, or are all that there is beside comments. */
function isMadeShort(lines: readonly string[]): boolean {
  let written = 0;
  let made = 0;
  for (const line of lines) {
    if (line.length > LONG) made += isCode(line) ? 1 : 0;
    else if (!/^\s*(?:$|\/[/*]|\*|["']use strict["'];?\s*$)/.test(line)) written++;
  }
  return written === 0 || made > 1 || (made === 1 && written < OF_PEOPLE);
}

/** Words and marks that code can't do without; a table, a text or a picture has hardly any. */
function isCode(line: string): boolean {
  const words = line
    .slice(0, 20_000)
    .match(/\b(?:function|return|var|let|const|this|void|else)\b|=>|\)[;{]/g);
  return (words?.length ?? 0) >= 20;
}

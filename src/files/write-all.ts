// Writes all the bytes. The system may write fewer than it was given, without an error, where a disk or a quota is
// nearly full: whoever doesn't look again leaves a file that ends in the middle. Every synchronous write goes through
// here.
import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';

/** One write of the system: how many of the bytes from `at` on it took. */
export type WriteSome = (
  fd: number,
  bytes: Buffer,
  at: number,
  length: number,
  place: number | null,
) => number;

/**
 * From `place` on, or where the file stands (`null`). Errors: the system's; ENOSPC also where it takes nothing and says
 * nothing.
 */
export function writeAllSync(
  fd: number,
  content: string | Buffer,
  place: number | null = null,
  write: WriteSome = writeSync,
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  for (let at = 0; at < bytes.length;) {
    const taken = write(fd, bytes, at, bytes.length - at, place === null ? null : place + at);
    if (taken === 0) throw Object.assign(new Error('ENOSPC: nothing more is written'), { code: 'ENOSPC' });
    at += taken;
  }
}

/** What was written to a file, or which names a folder holds, is on the disk. Errors: the system's. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * What is on the disk for as long as something is being written: temporary files, and new ones that only stay if all of
 * it does. Known here so that a process that is told to end can take them away; nothing here listens to signals.
 */
const parts = new Set<string>();
let begin: (() => void) | undefined;

/** Called once, with the first part. */
export function whenPartsBegin(listener: () => void): void {
  begin = listener;
}

/** To be said before the file is made: an end may come in between. */
export function beginPart(path: string): void {
  parts.add(path);
  begin?.();
  begin = undefined;
}

/** It is in its place, or has been taken away. */
export const endPart = (path: string): unknown => parts.delete(path);

/** For a process that ends now: at once, and whatever happens. */
export function removeParts(): void {
  for (const path of parts) {
    try {
      unlinkSync(path);
    } catch {
      // not made yet, or in its place by now
    }
  }
  parts.clear();
}

// Writes all bytes. If a disk or a quota is nearly full, the system may write fewer bytes than it was given, without
// an error. Every synchronous write goes through here, so that no file is cut short.
import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';

/** One write of the system: returns how many of the bytes from `at` on it wrote. */
export type WriteSome = (
  fd: number,
  bytes: Buffer,
  at: number,
  length: number,
  place: number | null,
) => number;

/**
 * From `place` on, or at the file's current position (`null`). Errors: the system's; ENOSPC also if it writes nothing
 * without an error.
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

/** Waits until a file's bytes, or a folder's names, are on the disk. Errors: the system's. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Unfinished files: temporary ones, and new ones that stay only if all of them are written. A process that is asked to
 * end removes them.
 */
const parts = new Set<string>();
let begin: (() => void) | undefined;

/** Called once, before the first unfinished file. */
export function whenPartsBegin(listener: () => void): void {
  begin = listener;
}

/** Call it before the file is created: a signal may come in between. */
export function beginPart(path: string): void {
  parts.add(path);
  begin?.();
  begin = undefined;
}

/** The file is finished or removed. */
export const endPart = (path: string): unknown => parts.delete(path);

/** For a process that ends now. */
export function removeParts(): void {
  for (const path of parts) {
    try {
      unlinkSync(path);
    } catch {
      // not created yet, or already finished
    }
  }
  parts.clear();
}

// Writes all the bytes. The system may write fewer than it was given, without an error, where a disk or a quota is nearly
// full: whoever doesn't look again leaves a file that ends in the middle. Every synchronous write goes through here.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** One write of the system: how many of the bytes from `at` on it took. */
export type WriteSome = (
  fd: number,
  bytes: Buffer,
  at: number,
  length: number,
  place: number | null,
) => number;

/** From `place` on, or where the file stands (`null`). Errors: the system's; ENOSPC also where it takes nothing and says nothing. */
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

// The terminal that a person sits at: what was typed before a question is no answer to it.
import { closeSync, constants, openSync, readSync } from 'node:fs';

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Throws away what waits to be read. Somebody who pressed Enter while a file was checked has agreed to nothing. */
export function forgetTyped(): void {
  if (!process.stdin.isTTY) return;
  let fd: number;
  try {
    // Opened anew: the process's own standard input must not become one that never waits.
    fd = openSync('/dev/tty', FLAGS);
  } catch {
    return;
  }
  // A line without its end is handed out only so.
  process.stdin.setRawMode(true);
  try {
    const bytes = Buffer.alloc(4096);
    while (readSync(fd, bytes, 0, bytes.length, null) > 0);
  } catch {
    // EAGAIN: there is no more
  } finally {
    process.stdin.setRawMode(false);
    closeSync(fd);
  }
}

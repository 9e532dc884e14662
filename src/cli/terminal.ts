// The terminal that a person sits at: what was typed before a question is no answer to it, and a terminal that is closed under a
// command leaves the exit code.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
const STANDARD = [0, 1, 2];

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

/**
 * To be called while the terminal is still there. Node gives a terminal its mode back as it exits, and dies by SIGABRT where
 * there is none any more: the exit code, by which a run says what became of it, would be lost.
 */
export function endWithoutTerminal(): void {
  const terminals = STANDARD.filter((fd) => isatty(fd));
  if (terminals.length === 0) return;
  // Reading from what is gone is no defect: whoever asks takes it as no answer.
  if (isatty(0)) process.stdin.on('error', () => undefined);
  process.on('exit', () => {
    // Node passes over a descriptor that is closed.
    for (const fd of terminals) {
      try {
        if (!isatty(fd)) closeSync(fd);
      } catch {
        // closed already: Node closes standard input itself when it can't be read any more
      }
    }
  });
}

// A terminal that is closed under a command. Node gives a terminal its mode back as it exits, and dies by SIGABRT or SIGSEGV
// where there is none any more: the exit code, by which a run says what became of it, would be lost.
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STANDARD = [0, 1, 2];

/** To be called while the terminal is still there. */
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

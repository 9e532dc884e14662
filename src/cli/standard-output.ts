// Standard output, written whole or told of. A reader that goes away (`| head`) ends our output and nothing else; a disk that
// is full leaves a report that is cut off, and whoever reads the exit code must not take it for the whole.
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

import { writeAllSync } from '../files/write-all.ts';

/** Whoever read has gone: EIO is what a terminal says then. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'EIO']);
const STANDARD_OUTPUT = 1;

export class StandardOutput {
  /** Node's own stream for a file neither looks at short writes nor is there anything to wait for. */
  readonly #isFile = isFile();
  #wasUsed = false;
  #failed: string | undefined;

  write(text: string): void {
    if (this.#failed !== undefined || text === '') return;
    if (this.#isFile) {
      try {
        writeAllSync(STANDARD_OUTPUT, text);
      } catch (error) {
        this.#fail(error);
      }
      return;
    }
    if (!this.#wasUsed) process.stdout.on('error', (error) => this.#fail(error));
    this.#wasUsed = true;
    process.stdout.write(text);
  }

  /** Until there is room for more. */
  async taken(): Promise<void> {
    const { stdout } = process;
    if (this.#isFile || this.#failed !== undefined || !stdout.writableNeedDrain) return;
    const ends = ['drain', 'error', 'close'];
    await new Promise<void>((done) => {
      const go = (): void => {
        for (const end of ends) stdout.off(end, go);
        done();
      };
      for (const end of ends) stdout.on(end, go);
    });
  }

  /** Why not all of it was written (the system's code); `undefined` where it was, or where nobody reads any more. */
  async fault(): Promise<string | undefined> {
    if (this.#wasUsed && this.#failed === undefined)
      await new Promise<void>((done) => {
        process.stdout.write('', () => done());
      });
    return this.#failed === undefined || GONE.has(this.#failed) ? undefined : this.#failed;
  }

  #fail(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    this.#failed ??= code ?? message;
  }
}

function isFile(): boolean {
  try {
    const stats = fstatSync(STANDARD_OUTPUT);
    // A device that is not a terminal is written like a file.
    return stats.isFile() || (stats.isCharacterDevice() && !isatty(STANDARD_OUTPUT));
  } catch {
    return false;
  }
}

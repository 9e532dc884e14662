// Where the process begins and ends. Parts are imported by command: starting must not cost what it doesn't need.
import { closeSync, constants, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';

import { screened } from '../files/plain.ts';
import { SMALL } from '../files/small-file.ts';
import { removeParts, whenPartsBegin, writeAllSync } from '../files/write-all.ts';
import { type Io, UsageError } from './io.ts';

export { hasBegun } from './this-process.ts';

export async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const { program } = await import('./program.ts');
  process.exitCode = await program(args, processIo());
}

/** Node sets both only on a terminal, whatever its types say. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
/** Some terminals say that they have none. */
const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || 100;

function processIo(): Io {
  // A reader that goes away (`| head`) ends our output, not the run: payouts in progress must finish.
  const output = new StandardOutput();
  process.stderr.on('error', () => undefined);
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => output.write(screened(text)),
    outDrained: () => output.taken(),
    outFault: () => output.fault(),
    err: (text) => void process.stderr.write(screened(text)),
    terminal: isTerminal(process.stderr) && process.env['TERM'] !== 'dumb',
    outTerminal: isTerminal(process.stdout),
    readInput,
    interactive: isTerminal(process.stdin),
    columns: columnsOf(process.stderr),
    ask: (question) => ask(question, true),
    askSecret: (question) => ask(question, false),
    onSignal: signals(),
    now: () => Date.now(),
    random: Math.random,
    asTyped: (text) => text,
  };
}

const STANDARD_OUTPUT = 1;

/** Written whole, or the exit code says that it is not: a report that is cut off must not be taken for the whole. */
class StandardOutput {
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

  /** Why not all of it was written (the system's code); `undefined` where it was. */
  async fault(): Promise<string | undefined> {
    if (this.#wasUsed && this.#failed === undefined)
      await new Promise<void>((done) => {
        process.stdout.write('', () => done());
      });
    return this.#failed;
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

// A closed terminal (SIGHUP) must not leave rows in doubt.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * How a command asks to hear of signals. From then on it ends the process itself. Every other command ends at once,
 * without leaving half of a file.
 */
function signals(): Io['onSignal'] {
  let isTaken = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isTaken) return;
    removeParts();
    for (const name of SIGNALS) process.off(name, end);
    process.kill(process.pid, signal);
  };
  // Not sooner: a listener is heard between two pieces of work alone, and nothing has to be taken away yet.
  whenPartsBegin(() => {
    for (const name of SIGNALS) process.on(name, end);
  });
  process.on('exit', removeParts);
  return (listener) => {
    isTaken = true;
    for (const name of SIGNALS) process.on(name, () => listener(name));
  };
}

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > SMALL.body)
      throw new UsageError(`standard input: larger than ${SMALL.body / 2 ** 20} MiB, the most that is read`);
  }
  return Buffer.concat(parts);
}

/**
 * Ctrl-C, Ctrl-D or a signal at the question is a no: an empty text. `isShown`: whether the answer is, as it is typed.
 */
async function ask(question: string, isShown: boolean): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = promptStream();
  forgetTyped();
  if (!isShown) terminal.write(question);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const shown = isShown ? { output: terminal } : { output: nowhere, terminal: true };
  const reader = createInterface({ input: process.stdin, ...shown });
  const stop = new AbortController();
  const no = (): void => stop.abort();
  reader.once('SIGINT', no);
  process.stdin.on('error', no); // the terminal is gone
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, no);
  try {
    return await reader.question(isShown ? question : '', { signal: stop.signal });
  } catch {
    return '';
  } finally {
    for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, no);
    reader.close();
    if (!isShown) terminal.write('\n');
  }
}

/** Where somebody types, they are asked, though standard error goes into a file. */
function promptStream(): NodeJS.WritableStream {
  if (isTerminal(process.stderr)) return process.stderr;
  try {
    return createWriteStream('', { fd: openSync('/dev/tty', 'w') });
  } catch {
    return process.stderr; // no terminal of its own to write to: the question is in the log at least
  }
}

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

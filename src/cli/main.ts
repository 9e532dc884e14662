// The process: standard streams, signals and questions. Each command imports only what it needs, so that it starts
// fast.
import { closeSync, constants, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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

/** Node sets it only on a terminal, unlike its types. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
/** Some terminals report 0 columns. */
const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || 100;

function processIo(): Io {
  // If the reader of a pipe ends (`| head`), the run continues: payouts in progress must finish.
  const output = new StandardStream(1, () => process.stdout);
  process.stderr.on('error', () => undefined); // a progress bar writes to it as well
  const errors = new StandardStream(2, () => process.stderr);
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => output.write(screened(text)),
    outFault: async () => (await output.fault()) ?? (await errors.fault()),
    err: (text) => errors.write(screened(text)),
    errTerminal: isTerminal(process.stderr) && process.env['TERM'] !== 'dumb',
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

/** Remembers whether all output was written: the exit code must tell a report that is cut off. */
class StandardStream {
  readonly #fd: number;
  /** Node makes its stream at the first use. */
  readonly #stream: () => NodeJS.WritableStream;
  /** Node's stream for a file does not notice short writes. */
  readonly #isFile: boolean;
  #wasUsed = false;
  #failed: string | undefined;

  constructor(fd: number, stream: () => NodeJS.WritableStream) {
    this.#fd = fd;
    this.#stream = stream;
    this.#isFile = isFile(fd);
  }

  write(text: string): void {
    if (this.#failed !== undefined || text === '') return;
    if (this.#isFile) {
      try {
        writeAllSync(this.#fd, text);
      } catch (error) {
        this.#fail(error);
      }
      return;
    }
    const stream = this.#stream();
    if (!this.#wasUsed) stream.on('error', (error) => this.#fail(error));
    this.#wasUsed = true;
    stream.write(text);
  }

  /** Waits until the reader has taken everything. The system's code if not all of it could be written. */
  async fault(): Promise<string | undefined> {
    if (this.#wasUsed && this.#failed === undefined)
      await new Promise<void>((done) => {
        this.#stream().write('', () => done());
      });
    return this.#failed;
  }

  #fail(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    this.#failed ??= code ?? message;
  }
}

function isFile(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    // A device that is not a terminal is written like a file.
    return stats.isFile() || (stats.isCharacterDevice() && !isatty(fd));
  } catch {
    return false;
  }
}

// A closed terminal (SIGHUP) must not leave rows in doubt.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A command that listens for signals ends the process itself. Every other command ends at once, without partial files.
 */
function signals(): Io['onSignal'] {
  let isTaken = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isTaken) return;
    removeParts();
    for (const name of SIGNALS) process.off(name, end);
    process.kill(process.pid, signal);
  };
  // Not sooner: Node calls a listener only between two tasks, and there is no partial file yet.
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
  const bytes = await buffer(process.stdin);
  if (bytes.length <= SMALL.body) return bytes;
  throw new UsageError(`standard input: larger than ${SMALL.body / 2 ** 20} MiB, the most that is read`);
}

/** Ctrl-C, Ctrl-D or a signal gives an empty answer: no. `isShown`: whether the answer is visible as it is typed. */
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

/** The terminal, also if standard error goes to a file. */
function promptStream(): NodeJS.WritableStream {
  if (isTerminal(process.stderr)) return process.stderr;
  try {
    return createWriteStream('', { fd: openSync('/dev/tty', 'w') });
  } catch {
    return process.stderr; // without a terminal, the question is at least in the log
  }
}

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Discards input that was typed before the question: it is not an answer. */
function forgetTyped(): void {
  if (!process.stdin.isTTY) return;
  let fd: number;
  try {
    // Opened again: standard input itself must stay blocking.
    fd = openSync('/dev/tty', FLAGS);
  } catch {
    return;
  }
  // Raw mode: otherwise a line without its end could not be read.
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

// Where the process begins and ends. Parts are imported by command: starting must not cost what it doesn't need.
import { createWriteStream, openSync } from 'node:fs';
import { Writable } from 'node:stream';

import { screened } from '../files/plain.ts';
import { SMALL } from '../files/small-file.ts';
import { type Io, UsageError } from './io.ts';
import { prose } from './render/prose.ts';
import { signals } from './signals.ts';
import { StandardOutput } from './standard-output.ts';
import { endWithoutTerminal, forgetTyped } from './terminal.ts';

/** Node sets both only on a terminal, whatever its types say. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
/** Some terminals say that they have none. */
const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || 100;

/** Problems are lines of their own, and many: what goes on is seen to; further in below what is further in. */
const hangOf = (line: string): number => (line.startsWith('  ') ? 4 : 2);

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

function sayOnStandardError(text: string): void {
  const width = isTerminal(process.stderr) ? columnsOf(process.stderr) : Infinity;
  const lines = text.split('\n').map((line) => prose(line, width, hangOf(line)));
  process.stderr.write(screened(lines.join('\n')));
}

function processIo(): Io {
  // A reader that goes away (`| head`) ends our output, not the run: payouts in progress must finish.
  const output = new StandardOutput();
  process.stderr.on('error', () => undefined);
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => output.write(screened(text)),
    outTaken: () => output.taken(),
    outFault: () => output.fault(),
    err: sayOnStandardError,
    terminal: isTerminal(process.stderr) && process.env['TERM'] !== 'dumb',
    outTerminal: isTerminal(process.stdout),
    readInput,
    interactive: isTerminal(process.stdin),
    columns: columnsOf(process.stderr),
    ask: async (question) => {
      const { createInterface } = await import('node:readline/promises');
      const output = promptStream();
      forgetTyped();
      const reader = createInterface({ input: process.stdin, output });
      const stop = new AbortController();
      const no = (): void => stop.abort();
      reader.once('SIGINT', no);
      process.once('SIGTERM', no);
      process.once('SIGHUP', no);
      try {
        return await reader.question(question, { signal: stop.signal });
      } catch {
        return ''; // Ctrl-C, Ctrl-D or a signal at the question is a no
      } finally {
        process.off('SIGTERM', no);
        process.off('SIGHUP', no);
        reader.close();
      }
    },
    askSecret: async (question) => {
      const { createInterface } = await import('node:readline/promises');
      const output = promptStream();
      output.write(question);
      // readline writes what is typed to its output: to nowhere, here.
      const nowhere = new Writable({ write: (_, __, done) => done() });
      const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
      const stop = new AbortController();
      reader.once('SIGINT', () => stop.abort());
      try {
        return await reader.question('', { signal: stop.signal });
      } catch {
        return '';
      } finally {
        reader.close();
        output.write('\n');
      }
    },
    onSignal: signals(),
    now: () => Date.now(),
    random: Math.random,
    asTyped: (text) => text,
  };
}

export { hasBegun } from './this-process.ts';

/** Where somebody types, they are asked, though standard error goes into a file. */
function promptStream(): NodeJS.WritableStream {
  if (isTerminal(process.stderr)) return process.stderr;
  try {
    return createWriteStream('', { fd: openSync('/dev/tty', 'w') });
  } catch {
    return process.stderr; // no terminal of its own to write to: the question is in the log at least
  }
}

export async function start(): Promise<void> {
  endWithoutTerminal();
  const args = process.argv.slice(2);
  const { program } = await import('./program.ts');
  process.exitCode = await program(args, processIo());
}

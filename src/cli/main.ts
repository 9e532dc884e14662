// Where the process begins and ends. Parts are imported by command: starting must not cost what it doesn't need.
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';

import type { Io } from './io.ts';

/** Node sets both only on a terminal, whatever its types say. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
const columnsOf = (stream: { readonly columns?: number }): number => stream.columns ?? 100;

function processIo(): Io {
  // A reader that goes away (`| head`) ends our output, not the run: payouts under way must be settled.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    terminal: isTerminal(process.stderr) && process.env['TERM'] !== 'dumb',
    outTerminal: isTerminal(process.stdout),
    readInput: () => text(process.stdin),
    interactive: isTerminal(process.stdin) && isTerminal(process.stderr),
    columns: columnsOf(process.stderr),
    ask: async (question) => {
      const reader = createInterface({ input: process.stdin, output: process.stderr });
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
    onSignal: (listener) => {
      // A terminal that is closed (SIGHUP) is no reason to leave rows in doubt.
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => listener(name));
    },
    now: () => Date.now(),
    random: Math.random,
  };
}

export async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const { program } = await import('./program.ts');
  process.exitCode = await program(args, processIo());
}

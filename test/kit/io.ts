// A fake process for commands that run inside the test. It keeps their output and answers their questions.
import type { Io } from '../../src/cli/io.ts';
import { program } from '../../src/cli/program.ts';
import { screened } from '../../src/files/plain.ts';
import { type Ended, inFolder, paybatchProcess } from './cli.ts';

export interface FakeIo extends Io {
  readonly said: { out: string; err: string; asked: string[] };
}

export function fakeIo(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  more: Partial<Io> & { answer?: string } = {},
): FakeIo {
  const said = { out: '', err: '', asked: [] as string[] };
  return {
    env: { HOME: cwd, ...env },
    cwd,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    errTerminal: false,
    outTerminal: false,
    interactive: false,
    columns: 100,
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    ask: (question) => {
      said.asked.push(question);
      return Promise.resolve(more.answer ?? '');
    },
    onSignal: () => undefined,
    singleThread: true,
    now: () => Date.now(),
    random: Math.random,
    asTyped: (text) => text,
    ...more,
    said,
  };
}

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly string[];
}

/** Runs a command in this process. */
export async function command(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  more: Parameters<typeof fakeIo>[2] = {},
): Promise<Said> {
  const io = fakeIo(cwd, env, more);
  const code = await program(args, io);
  return { code, ...io.said };
}

/**
 * Has the same result as `paybatchProcess` (cli.ts), but runs in this process: starting Node takes ten times as long
 * as the command.
 */
export async function paybatch(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // These variables act on a whole process, so the command needs a separate one.
  if (['PAYBATCH_TEST_CRASH', 'NODE_OPTIONS', 'TZ'].some((name) => name in env))
    return paybatchProcess(cwd, args, env);
  const said = { stdout: '', stderr: '' };
  const io = fakeIo(
    cwd,
    { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
    {
      out: (text) => void (said.stdout += screened(text)),
      err: (text) => void (said.stderr += screened(text)),
    },
  );
  // Relative file names refer to that folder. No other test runs meanwhile: tests of a file run one after the other.
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await program(inFolder(cwd, args), io);
    return { code, signal: null, ...said };
  } finally {
    process.chdir(before);
  }
}

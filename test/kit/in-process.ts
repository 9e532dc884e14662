// The command inside the test's own process, saying what a process of its own would say: for the many tests of its words, where
// starting Node takes ten times as long as what is tried.
import { program } from '../../src/cli/program.ts';
import { prose } from '../../src/cli/render/prose.ts';
import { screened } from '../../src/files/plain.ts';
import { type Ended, inFolder, paybatchProcess } from './cli.ts';
import { fakeIo } from './io.ts';

export async function paybatch(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // What kills itself, or is told something as a process, has to be one.
  if (['PAYBATCH_TEST_CRASH', 'NODE_OPTIONS', 'TZ'].some((name) => name in env))
    return paybatchProcess(cwd, args, env);
  const said = { stdout: '', stderr: '' };
  const io = fakeIo(
    cwd,
    { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
    {
      out: (text) => void (said.stdout += screened(text)),
      err: (text) => void (said.stderr += screened(prose(text, Infinity, 2))),
    },
  );
  // Files are named as they are typed, in that folder. Tests of a file run one after the other.
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await program(inFolder(cwd, args), io);
    return { code, signal: null, ...said };
  } finally {
    process.chdir(before);
  }
}

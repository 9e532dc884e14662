// A Chromium for the tests of pages, from the npm registry alone: whatever browser a machine has, or hasn't. It is unpacked into
// the folder that is named, with the libraries and fonts that it brings along; prints the program to start.
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PART = '@sparticuz/chromium@153.0.0';

if (process.argv[2] === undefined) throw new Error('name a folder');
mkdirSync(process.argv[2], { recursive: true });
const room = realpathSync(process.argv[2]);

function must(command, args, env = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: room,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`${command} ${args[0]} ended with ${status}`);
  return stdout.trim();
}

must('npm', ['i', '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error', '--prefix', room, PART]);
// It unpacks its libraries only where it is told that it is where it was made for.
const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath());`;
writeFileSync(join(room, 'unpack.mjs'), unpack);
const program = must(process.execPath, ['unpack.mjs'], {
  TMPDIR: room,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
});
const start = join(room, 'start');
writeFileSync(
  start,
  `#!/bin/sh
export LD_LIBRARY_PATH='${room}/al2023/lib' FONTCONFIG_PATH='${room}/fonts'
exec '${program}' "$@"
`,
  { mode: 0o755 },
);
must(start, ['--version']);
console.log(start);

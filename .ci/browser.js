// Installs a Chromium from the npm registry for the tests of pages, whether or not the machine has a browser. It is
// unpacked with its libraries and fonts into the folder in the first argument. If it cannot show a page (on some
// kernels its processes die), Debian's Chromium is installed and used. Prints the path of the program to start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PART = '@sparticuz/chromium@153.0.0';
const DEBIANS = '/usr/bin/chromium';

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

// npm starts a stalled download again.
const quietly = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error', '--fetch-timeout', '60000'];
must('npm', ['i', ...quietly, '--prefix', room, PART]);
// The package unpacks its libraries only on AWS Lambda, for which it was made. The environment below looks like that.
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
if (!showsPages(start) && !existsSync(DEBIANS)) {
  for (const command of ['update', 'install -y --no-install-recommends chromium'])
    must('apt-get', ['-qq', ...command.split(' ')], { DEBIAN_FRONTEND: 'noninteractive' });
}
const chosen = [start, DEBIANS].find((one) => existsSync(one) && showsPages(one));
if (chosen === undefined) throw new Error('no Chromium here shows a page');
console.log(chosen);

/** Whether the program starts and shows a page. */
function showsPages(program) {
  const profile = mkdtempSync(join(room, 'profile-'));
  const own = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ];
  const page = 'data:text/html,<p>shown</p>';
  const { stdout } = spawnSync(program, [...own, `--user-data-dir=${profile}`, '--dump-dom', page], {
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return stdout.includes('<p>shown</p>');
}

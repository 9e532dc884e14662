// Compiles src into dist without ever taking dist away: a command that runs meanwhile finds each of its files whole, and
// those that did not change untouched. Files of deleted sources leave dist. With --clean it holds this build alone, for the package:
// the same sources give the same bytes, whatever was built before. Without it nothing is compiled where nothing has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { digestOf, filesIn, isBuilt, keepBuilt, sources } from './last-build.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
// Beside dist, so that a file moves into its place in one step; one folder for each build, so that two don't meet.
const fresh = join(root, '.build', String(process.pid));

const STARTED = 'start';
const LIST = join(STARTED, 'made.json');

function sameBytes(a, b) {
  try {
    return readFileSync(a).equals(readFileSync(b));
  } catch {
    return false; // not there yet
  }
}

/** The parts of the build before. */
function keptFrom(list) {
  try {
    return JSON.parse(readFileSync(list, 'utf8'));
  } catch {
    return []; // the first one
  }
}

/** Of what was compiled and of the parts that it was compiled for: what a cache is good for. */
function buildId(made) {
  const sum = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  return sum.update(digestOf(fresh, made)).digest('hex');
}

async function build() {
  const from = sources(root);
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(
    process.execPath,
    [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) return 1;
  await bundle(fresh, join(fresh, STARTED));
  writeFileSync(join(fresh, 'build-id'), buildId(filesIn(fresh)));
  const made = filesIn(fresh);
  for (const name of made) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    if (!sameBytes(join(fresh, name), join(dist, name))) renameSync(join(fresh, name), join(dist, name));
  }
  // A command that runs while this builds may still ask for a part of the build before this one.
  const current = new Set([...made, ...(process.argv.includes('--clean') ? [] : keptFrom(join(dist, LIST)))]);
  const started = made.filter((name) => name.startsWith(STARTED)).toSorted();
  writeFileSync(join(dist, LIST), JSON.stringify(started));
  current.add(LIST);
  for (const name of filesIn(dist)) if (!current.has(name)) rmSync(join(dist, name), { force: true });
  keepBuilt(root, from, [...made, LIST]);
  return 0;
}

try {
  process.exitCode = !process.argv.includes('--clean') && isBuilt(root) ? 0 : await build();
} finally {
  rmSync(fresh, { recursive: true, force: true });
  try {
    rmdirSync(dirname(fresh));
  } catch {
    // another build is at work in it
  }
}

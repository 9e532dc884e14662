// Compiles src to dist: each file without its types, then the command line again in a few files. Types are checked
// separately (`npm run typecheck`). dist is never removed: a command that runs meanwhile finds each file complete, and
// unchanged files are not written. For the package: --clean removes files of earlier builds, --types adds
// declarations.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { bundle } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
// Next to dist, so that a file moves into place in one step. Two builds at once have different folders.
const fresh = join(root, '.build', String(process.pid));
const STARTED = 'start';
const LIST = join(STARTED, 'made.json');

/** Names of all files below, relative to `folder`. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

function withoutTypes(name) {
  const { code, errors } = transformSync(name, readFileSync(join(src, name), 'utf8'), {
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  if (errors.length > 0) throw new Error(`src/${name}: ${errors.map(({ message }) => message).join('; ')}`);
  const path = join(fresh, name.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

function declarations() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const flags = ['-p', join(root, 'tsconfig.build.json'), '--emitDeclarationOnly', '--outDir', fresh];
  if (spawnSync(process.execPath, [tsc, ...flags], { stdio: 'inherit' }).status !== 0)
    throw new Error('types are wrong');
}

/** A hash of all files of a build. A cache is valid for one build only. */
function buildId(names) {
  const sum = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  for (const name of names.toSorted()) sum.update(`\0${name}\0`).update(readFileSync(join(fresh, name)));
  return sum.digest('hex');
}

/** The bundled files of the build before. A command that runs during this build may still load them. */
const keptFrom = (list) => (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []);

function moveIn(name) {
  const [from, to] = [join(fresh, name), join(dist, name)];
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) renameSync(from, to);
}

async function build({ clean, types }) {
  for (const name of filesIn(src)) if (name.endsWith('.ts')) withoutTypes(name);
  await bundle(fresh, join(fresh, STARTED));
  writeFileSync(join(fresh, 'build-id'), buildId(filesIn(fresh)));
  if (types) declarations();
  const started = filesIn(fresh).filter((name) => name.startsWith(STARTED));
  writeFileSync(join(fresh, LIST), JSON.stringify(started.toSorted()));
  const made = filesIn(fresh);
  const current = new Set([...made, ...(clean ? [] : keptFrom(join(dist, LIST)))]);
  for (const name of made) moveIn(name);
  for (const name of filesIn(dist)) if (!current.has(name)) rmSync(join(dist, name), { force: true });
}

try {
  await build({ clean: process.argv.includes('--clean'), types: process.argv.includes('--types') });
} finally {
  rmSync(fresh, { recursive: true, force: true });
  try {
    rmdirSync(dirname(fresh));
  } catch {
    // another build is at work in it
  }
}

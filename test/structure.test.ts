// The rules for the structure of the code (src/README.md): imports point down and form no circle, rooms on one floor
// do not import each other, source files stay short, and the top level has only known files.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from './kit/cli.ts';

const FLOORS: Record<string, number> = {
  'message.ts': -2,
  'errors.ts': -1,
  interface: 0,
  files: 0,
  csv: 1,
  approval: 1,
  ledger: 1,
  client: 1,
  batch: 2,
  lint: 2,
  migrate: 2,
  sandbox: 2,
  words: 3,
  audit: 4,
  report: 4,
  'run-file.ts': 4,
  cli: 5,
};
/** The rooms inside batch, lowest first. Rooms on one floor do not import each other. The commands are above them. */
const BATCH_FLOORS: Record<string, number> = {
  input: 0,
  results: 1,
  plan: 2,
  'approved-plan': 3,
  reconcile: 4,
  send: 4,
  single: 5,
  funds: 5,
  hosts: 5,
};
const STORY_FLOOR = 6;
/**
 * The same inside lint. Most files directly in lint are above its rooms. `run` is above scan.ts, which it calls, and
 * below the others.
 */
const LINT_FLOORS: Record<string, number> = {
  model: 0,
  files: 1,
  read: 1,
  judge: 1,
  code: 2,
  format: 4,
  run: 5,
};
const LINT_FLAT: Record<string, number> = {
  'readers.ts': 3,
  'observed.ts': 3,
  'scan.ts': 4,
};
const LINT_TOP = 6;
/** What the library exports: above the rooms, and no room may import it. */
const DOOR = 'index.ts';
const SRC = join(ROOT, 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

function wrongImports(file: string, text: string): string[] {
  const room = file.split('/')[0] ?? '';
  const wrong: string[] = [];
  for (const path of importsOf(file, text)) {
    const other = path.split('/')[0] ?? '';
    if (other === room) continue;
    const down = (FLOORS[other] ?? 99) < (room === DOOR ? FLOORS['cli']! : (FLOORS[room] ?? -9));
    if (!down) wrong.push(`${file} -> ${other}`);
  }
  return wrong;
}

/** The files that a file imports, types included, as paths under src. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, from = '']) =>
    relative(SRC, resolve(SRC, dirname(file), from)),
  );
}

type FloorOf = (file: string) => number | undefined;

const batchFloor: FloorOf = (file) => {
  const [room, inner = '', ...rest] = file.split('/');
  if (room !== 'batch') return undefined;
  return rest.length === 0 ? STORY_FLOOR : BATCH_FLOORS[inner];
};

const lintFloor: FloorOf = (file) => {
  const [room, inner = '', ...rest] = file.split('/');
  if (room !== 'lint') return undefined;
  return rest.length === 0 ? (LINT_FLAT[inner] ?? LINT_TOP) : LINT_FLOORS[inner];
};

/** Imports between inner rooms that do not point down. `depth`: the number of folders above the inner rooms. */
function wrongInside(floorOf: FloorOf, depth: number, file: string, text: string): string[] {
  const floor = floorOf(file);
  if (floor === undefined) return [];
  return importsOf(file, text)
    .filter((other) => {
      const below = floorOf(other);
      const sameRoom = dirname(file).split('/')[depth] === dirname(other).split('/')[depth];
      return below !== undefined && !sameRoom && below >= floor;
    })
    .map((other) => `${file} -> ${other}`);
}

const wrongInBatch = (file: string, text: string): string[] => wrongInside(batchFloor, 1, file, text);
const wrongInLint = (file: string, text: string): string[] => wrongInside(lintFloor, 1, file, text);

/** Returns one circle of imports, from a file back to the same file, or `undefined`. */
function circle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const search = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const other of imports.get(file) ?? []) {
      const found = search(other, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const found = search(file, []);
    if (found) return found;
  }
  return undefined;
}

/** All that the top level may have. Some command has left anything else behind. */
const TOP_LEVEL = [
  ...['.ci', '.github', 'bin', 'samples', 'src', 'test'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'],
  ...['.editorconfig', '.gitignore', '.npmrc', '.nvmrc', '.prettierignore', '.prettierrc.json'],
  ...['eslint.config.js', 'package.json', 'package-lock.json', 'vitest.config.ts'],
  ...['tsconfig.json', 'tsconfig.build.json'],
  // Not in the repository.
  ...['.bench', '.build', '.git', '.idea', '.vscode', 'coverage', 'dist', 'node_modules'],
];

describe('the code', () => {
  it('has only rooms that the design names', () => {
    const rooms = new Set(files.filter((file) => file !== DOOR).map((file) => file.split('/')[0] ?? ''));
    expect([...rooms].filter((room) => !(room in FLOORS))).toEqual([]);
  });
  it('has a map in src/README.md that names every room', () => {
    const map = readFileSync(join(SRC, 'README.md'), 'utf8');
    for (const room of Object.keys(FLOORS)) expect(map, room).toContain(room);
  });
  it('has imports between rooms that point only down', () => {
    expect(files.flatMap((file) => wrongImports(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });
  it('fails the check if an import points up or sideways', () => {
    expect(wrongImports('csv/x.ts', "import { run } from '../batch/run.ts';")).toHaveLength(1);
    expect(wrongImports('sandbox/x.ts', "const a = await import('../lint/x.ts');")).toHaveLength(1);
  });
  it('has only known rooms in batch, and their imports point only down', () => {
    const inner = files.filter((file) => file.startsWith('batch/'));
    expect(inner.filter((file) => batchFloor(file) === undefined)).toEqual([]);
    expect(inner.flatMap((file) => wrongInBatch(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });
  it('fails the check if an import inside batch points up or sideways', () => {
    expect(wrongInBatch('batch/plan/x.ts', "import { create } from '../send/steps/create.ts';")).toHaveLength(
      1,
    );
    expect(wrongInBatch('batch/funds/x.ts', "import type { S } from '../single/create.ts';")).toHaveLength(1);
    expect(wrongInBatch('batch/send/steps/x.ts', "import type { H } from '../breakers.ts';")).toEqual([]);
  });
  it('has only known rooms in lint, and their imports point only down', () => {
    const inner = files.filter((file) => file.startsWith('lint/'));
    expect(inner.filter((file) => lintFloor(file) === undefined)).toEqual([]);
    expect(inner.flatMap((file) => wrongInLint(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
    expect(wrongInLint('lint/judge/x.ts', "import { readCode } from '../code/read-code.ts';")).toHaveLength(
      1,
    );
    expect(wrongInLint('lint/model/x.ts', "import { lint } from '../lint.ts';")).toHaveLength(1);
    expect(wrongInLint('lint/run/x.ts', "import { scanFile } from '../scan.ts';")).toEqual([]);
  });
  it('has no circle of imports, type imports included', () => {
    const read = (file: string): readonly [string, string[]] => [
      file,
      importsOf(file, readFileSync(join(SRC, file), 'utf8')),
    ];
    expect(circle(new Map(files.map(read)))).toBeUndefined();
    const round = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(circle(round)).toEqual(['a', 'b', 'c', 'a']);
  });
  it('has no stray file at the top level', () => {
    expect(readdirSync(ROOT).filter((name) => !TOP_LEVEL.includes(name))).toEqual([]);
  });
  it('has a benchmark that imports only existing modules', () => {
    const bench = join(ROOT, 'test/bench');
    const names = readdirSync(bench, { recursive: true, encoding: 'utf8' });
    const imported = names
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) =>
        [...readFileSync(join(bench, name), 'utf8').matchAll(/'(?:\.\.\/)+dist\/([^']+)\.js'/g)].map(
          ([, path = '']) => `${path}.ts`,
        ),
      );
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((path) => !files.includes(path))).toEqual([]);
  });
  it('has at most 250 lines in each file, and a comment at its beginning', () => {
    for (const file of files) {
      const text = readFileSync(join(SRC, file), 'utf8');
      expect(text.split('\n').length, file).toBeLessThanOrEqual(251);
      expect(text, file).toMatch(/^\/\/ /);
    }
  });
  it('calls writeSync only in files/write-all.ts, which completes a short write', () => {
    const writers = files.filter((file) => /\bwriteSync\b/.test(readFileSync(join(SRC, file), 'utf8')));
    expect(writers).toEqual(['files/write-all.ts']);
  });
  it('has no SQL that replaces a whole row of a ledger', () => {
    const replacing = files.filter((file) =>
      /\b(?:INSERT\s+OR\s+REPLACE|REPLACE\s+INTO)\b/i.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(replacing).toEqual([]);
  });
  it('imports the libraries that its users named', () => {
    const all = files.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n');
    for (const part of ['csv-parse/sync', 'csv-stringify/sync', 'p-limit', 'undici', 'zod', 'yargs/helpers'])
      expect(all).toContain(`from '${part}'`);
  });

  it('uses the process, the terminal and the environment only in cli', () => {
    for (const file of files.filter((name) => !name.startsWith('cli/'))) {
      const text = readFileSync(join(SRC, file), 'utf8')
        .replaceAll('process.pid', '')
        .replace(/\/\/.*|^\s*\*.*|\/\*.*/gm, '');
      expect(text, file).not.toMatch(/\bprocess\.|\bconsole\./);
    }
  });
});

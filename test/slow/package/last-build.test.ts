// A build that would change nothing is left out: only where no source and no file that it made has changed since.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';

interface LastBuild {
  readonly isBuilt: (root: string) => boolean;
  readonly keepBuilt: (root: string, from: string, names: readonly string[]) => void;
  readonly sources: (root: string) => string;
}

const { isBuilt, keepBuilt, sources } = (await import(
  new URL('../../../.ci/last-build.js', import.meta.url).href
)) as LastBuild; // a script without types

const FILES = {
  'package.json': '{}',
  'tsconfig.json': '{}',
  '.ci/build.js': '1',
  'src/a.ts': '1',
  'src/room/b.ts': '2',
  'dist/a.js': '1',
  'dist/room/b.js': '2',
};

function built(): string {
  const root = folder(FILES);
  keepBuilt(root, sources(root), ['a.js', 'room/b.js']);
  return root;
}

it('is left out where nothing has changed', () => {
  expect(isBuilt(folder(FILES))).toBe(false);
  expect(isBuilt(built())).toBe(true);
});

it.each([
  ...['src/a.ts', 'src/room/b.ts', 'src/new.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['.ci/build.js', 'dist/a.js', 'dist/room/b.js', 'node_modules/.cache/paybatch/last-build.json'],
])('is made again where %s is another', (name) => {
  const root = built();
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
  expect(isBuilt(root)).toBe(false);
});

it.each(['src/room/b.ts', 'dist/a.js'])('is made again where %s is gone', (name) => {
  const root = built();
  rmSync(join(root, name));
  expect(isBuilt(root)).toBe(false);
});

it('is made again where a source changed while it was made', () => {
  const root = folder(FILES);
  const from = sources(root);
  writeFileSync(join(root, 'src/a.ts'), 'later');
  keepBuilt(root, from, ['a.js', 'room/b.js']);
  expect(isBuilt(root)).toBe(false);
});

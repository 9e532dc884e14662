// The house rules, kept by a test: imports point down, rooms on one floor don't know each other, files stay readable.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from './support/cli.ts';

const FLOORS: Record<string, number> = {
  'errors.ts': -1,
  interface: 0,
  files: 0,
  csv: 1,
  ledger: 1,
  client: 1,
  batch: 2,
  lint: 2,
  migrate: 2,
  sandbox: 2,
  audit: 3,
  cli: 4,
};
/** What the library exports: above the rooms, and no room may import it. */
const DOOR = 'index.ts';
const SRC = join(ROOT, 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

function wrongImports(file: string, text: string): string[] {
  const room = file.split('/')[0] ?? '';
  const wrong: string[] = [];
  for (const [, from = ''] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
    const other = relative(SRC, resolve(SRC, dirname(file), from)).split('/')[0] ?? '';
    if (other === room) continue;
    const down = (FLOORS[other] ?? 99) < (room === DOOR ? FLOORS['cli']! : (FLOORS[room] ?? -9));
    if (!down) wrong.push(`${file} -> ${other}`);
  }
  return wrong;
}

describe('the house', () => {
  it('has only rooms that the design names', () => {
    const rooms = new Set(files.filter((file) => file !== DOOR).map((file) => file.split('/')[0] ?? ''));
    expect([...rooms].filter((room) => !(room in FLOORS))).toEqual([]);
  });
  it('imports downwards only', () => {
    expect(files.flatMap((file) => wrongImports(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });
  it('would notice an import upwards or sideways', () => {
    expect(wrongImports('csv/x.ts', "import { run } from '../batch/run.ts';")).toHaveLength(1);
    expect(wrongImports('sandbox/x.ts', "const a = await import('../lint/x.ts');")).toHaveLength(1);
  });
  it('keeps files within 250 lines, each beginning with what it is for', () => {
    for (const file of files) {
      const text = readFileSync(join(SRC, file), 'utf8');
      expect(text.split('\n').length, file).toBeLessThanOrEqual(251);
      expect(text, file).toMatch(/^\/\/ /);
    }
  });
  it('leaves the process, the terminal and the environment to cli', () => {
    for (const file of files.filter((name) => !name.startsWith('cli/'))) {
      const text = readFileSync(join(SRC, file), 'utf8')
        .replaceAll('process.pid', '')
        .replace(/\/\/.*|^\s*\*.*|\/\*.*/gm, '');
      expect(text, file).not.toMatch(/\bprocess\.|\bconsole\./);
    }
  });
});

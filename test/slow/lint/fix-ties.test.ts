// What ties a call to this service, and what speaks against it: which lines --fix changes. Files of cases: `=== name`, then each
// file behind `--- path`; `<<< fix` or `<<< keep` at the end of each line that names the path. Every one of the lines is told of or left.
import { chmodSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const MARK = /\s*<<< (fix|keep)$/;

interface Case {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly lines: readonly string[] }[];
}

const FOLDER = join(ROOT, 'test/slow/lint');
const cases = readdirSync(FOLDER)
  .filter((name) => /^fix-ties.*\.txt$/.test(name))
  .sort()
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split(/^=== /m).slice(1))
  .map((part): Case => {
    const [name = '', ...files] = part.split(/^--- /m);
    return {
      name: name.trim(),
      files: files.map((file) => {
        const [path = '', ...lines] = file.split('\n');
        return { path, lines };
      }),
    };
  });

const plain = (lines: readonly string[]): string => lines.map((line) => line.replace(MARK, '')).join('\n');
const fixed = (line: string): string => line.replace('/current-tenant', '/developer');
const after = (lines: readonly string[]): string =>
  lines
    .map((line) => {
      const text = line.replace(MARK, '');
      return MARK.exec(line)?.[1] === 'fix' ? fixed(text) : text;
    })
    .join('\n');

const fix = (at: string) => paybatch(at, ['lint', '.', '--fix', '--no-cache', '--as-of', '2026-06-01']);

describe('--fix', () => {
  it.each(cases)('$name', async ({ files }) => {
    for (const { path, lines } of files)
      for (const line of lines)
        if (line.includes('/current-tenant')) expect(`${path}: ${line}`).toMatch(MARK);
    const at = folder(Object.fromEntries(files.map(({ path, lines }) => [path, plain(lines)])));
    // What the first run mends makes nothing certain that it left.
    for (let run = 0; run < 2; run++) {
      await fix(at);
      for (const { path, lines } of files) expect(readFileSync(join(at, path), 'utf8')).toBe(after(lines));
    }
  });

  const CALL = 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant`);\n';

  it('leaves files with another name, files that are read-only, and those of a submodule', async () => {
    const at = folder({
      'a.ts': CALL,
      'b.ts': CALL,
      'sdk/c.ts': CALL,
      'own/d.ts': CALL,
      'own/.git': 'gitdir: ../.git/modules/own\n',
      '.gitmodules': '[submodule "sdk"]\n\tpath = sdk\n\turl = https://git.example/sdk\n',
    });
    linkSync(join(at, 'a.ts'), join(at, 'a2.txt'));
    chmodSync(join(at, 'b.ts'), 0o444);
    const { stderr: err } = await fix(at);
    expect(err).toContain('a.ts: not fixed: it has another name (hard links)');
    expect(err).toContain('b.ts: not fixed: it is read-only');
    expect(err).toContain('sdk/c.ts: not fixed: it belongs to the submodule sdk');
    expect(err).toContain('own/d.ts: not fixed: it belongs to the submodule own');
    for (const path of ['a.ts', 'b.ts', 'sdk/c.ts', 'own/d.ts'])
      expect(readFileSync(join(at, path), 'utf8')).toBe(CALL);
  });

  it('says why it leaves a call', async () => {
    const at = folder({
      'shifts.ts':
        'const api = axios.create({ baseURL: "https://api.shiftboard-hq.com" });\nexport const me = (p: string) => fetch(`${p}/api/v1/current-tenant`);\n',
    });
    const { stdout: out } = await paybatch(at, ['lint', '.', '--explain', '--no-cache']);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'left by --fix: it may be called at api.shiftboard-hq.com, a host that nothing ties to this service',
    );
  });
});

// What an earlier run foresaw of --fix: a second one tells the same without making the changes again, and nothing that has
// become untrue.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { asFixed } from '../../../src/lint/fix/fix.ts';
import { Foreseen } from '../../../src/lint/fix/foreseen.ts';
import { lint } from '../../../src/lint/lint.ts';
import { CacheFile } from '../../../src/lint/look/cache-file.ts';
import type { Finding } from '../../../src/lint/model/finding.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const call = (n: number): string =>
  `export const me${n} = () => fetch(\`\${process.env.PAYMENTS_URL}/api/v1/current-tenant/balances\`);\n`;
const tree = (): string =>
  folder(Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.ts`, call(i)])));
const cacheIn = (at: string): CacheFile => new CacheFile(join(at, '.cache'), ['test'], process.getuid?.());

async function told(at: string, cache: CacheFile | undefined): Promise<Finding[]> {
  const settings = { ...LINT, cwd: at };
  return asFixed(at, await lint(settings), { ...settings, cache });
}

describe('what was foreseen', () => {
  it('is told again, word for word', async () => {
    const at = tree();
    const cache = cacheIn(at);
    const first = await told(at, cache);
    expect(first).toHaveLength(6);
    expect(first.every(({ fixable }) => fixable)).toBe(true);
    expect(await told(at, cache)).toEqual(first);
    expect(await told(at, undefined)).toEqual(first);
  });

  it('is not asked for a second time', async () => {
    const at = tree();
    const { findings } = await lint({ ...LINT, cwd: at });
    const asked: string[] = [];
    const run = async () => {
      const foreseen = new Foreseen(cacheIn(at), findings.length);
      for (const one of findings)
        await foreseen.of(one.path, [one], async () => {
          asked.push(one.path);
          return Promise.resolve(one.path === '3.ts' ? { why: 'no' } : { gone: [one] });
        });
      foreseen.keep();
    };
    await run();
    await run();
    expect(asked).toEqual(findings.map(({ path }) => path));
  });

  it('holds no longer for a file that has changed, or may no longer be written', async () => {
    const at = tree();
    const cache = cacheIn(at);
    await told(at, cache);
    writeFileSync(join(at, '0.ts'), `// moved\n${call(0)}`);
    chmodSync(join(at, '1.ts'), 0o444);
    const byPath = new Map((await told(at, cache)).map((one) => [one.path, one]));
    expect(byPath.get('0.ts')).toMatchObject({ line: 2, fixable: true });
    expect(byPath.get('1.ts')).toMatchObject({ fixable: false, left: 'it is read-only' });
    expect(byPath.get('2.ts')).toMatchObject({ fixable: true });
  });

  it('is nothing where its file was cut or written by somebody else', async () => {
    const at = tree();
    const cache = cacheIn(at);
    const first = await told(at, cache);
    for (const name of readdirSync(join(at, '.cache'))) {
      const file = join(at, '.cache', name);
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));
    }
    expect(await told(at, cache)).toEqual(first);
  });

  it('is not kept for a handful of files', async () => {
    const at = folder({ 'a.ts': call(1) });
    const cache = cacheIn(at);
    await told(at, cache);
    expect(readdirSync(at)).toEqual(['a.ts']);
  });
});

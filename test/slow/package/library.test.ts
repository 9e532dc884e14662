// The package as users get it: the example runs, only needed files are packed, and it works outside this folder.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkFile, InputError, Refusal, runFile, SANDBOX_CREDENTIALS } from '../../../src/index.ts';
import { ROOT, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

describe('the library', () => {
  it('runs the example of the samples', () => {
    const ended = spawnSync(process.execPath, [join(ROOT, 'samples/library.mjs')], { encoding: 'utf8' });
    expect(ended.stderr).toBe('');
    expect(ended.stdout).toBe('checked: { valid: 12 }\nran: { created: 12 } exit code 0\nquote: accepted\n');
    expect(ended.status).toBe(0);
  });
  it('checks and runs a file with defaults, and does not pay it again', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const file = join(at, 'in.csv');
    expect((await checkFile({ file })).exitCode).toBe(0);
    const request = {
      file,
      baseUrl: service.url,
      authUrl: `${service.url}/`,
      credentials: SANDBOX_CREDENTIALS,
      ledger: join(at, 'l.db'),
    };
    expect((await runFile(request)).exitCode).toBe(0);
    expect((await runFile(request)).exitCode).toBe(0);
    expect(statuses(join(at, 'in.results.csv'))).toEqual({ created: 3 });
    expect(service.store.transfers).toHaveLength(3);
    await expect(runFile({ ...request, guards: { expectCount: 4 } })).rejects.toThrow(Refusal);
    await expect(checkFile({ file: join(at, 'none.csv') })).rejects.toThrow(InputError);
    expect(() => runFile({ ...request, baseUrl: 'http://api.example.com' })).toThrow(/https/);
  });
});

describe('the package', () => {
  let packed: ReturnType<typeof pack>;
  let room = '';
  beforeAll(() => {
    // Type declarations are built only for the package.
    execFileSync(process.execPath, [join(ROOT, '.ci/build.js'), '--types']);
    room = mkdtempSync(join(tmpdir(), 'paybatch-pack-'));
    packed = pack(room);
  }, 300_000);
  afterAll(() => rmSync(room, { recursive: true, force: true }));
  it('has the same bytes when it is packed twice', () => {
    const [one, two] = [packed, pack(folder())].map(({ path }) => readFileSync(path));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['prepack']).toContain('--clean --types'); // nothing of an earlier build is in it
  });
  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: ROOT, pack: false, strict: true });
    expect(messages).toEqual([]);
  });
  it('contains only the needed files, and works in an empty folder', () => {
    const at = folder();
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/paybatch.js',
        'dist/index.js',
        'dist/index.d.ts',
        'README.md',
        'LICENSE',
        'samples/payouts.csv',
      ]),
    );
    expect(
      paths.filter(
        (path) =>
          !/^(bin|dist|samples|src\/manual)\/|^(src\/(README|DECISIONS)\.md|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|package\.json)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    // It contains every file that its pages link to.
    for (const page of ['README.md', 'SECURITY.md', 'CHANGELOG.md']) {
      const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!#|https?:)([^)#\s]+)/g)];
      expect(paths, page).toEqual(expect.arrayContaining(links.map(([, to]) => to)));
    }
    expect(paths.filter((path) => /\.(results|check|quote|retry)\.csv$/.test(path))).toEqual([]);
    execFileSync('tar', ['xzf', packed.path], { cwd: at });
    symlinkSync(join(ROOT, 'node_modules'), join(at, 'package/node_modules'));
    mkdirSync(join(at, 'empty'));
    writeFileSync(join(at, 'empty/in.csv'), payouts(numbered(2)));
    const ended = spawnSync(
      process.execPath,
      [join(at, 'package/bin/paybatch.js'), 'run', 'in.csv', '--sandbox'],
      { cwd: join(at, 'empty'), encoding: 'utf8' },
    );
    expect(ended.stdout).toMatch(/created +2/);
    expect(ended.status, ended.stderr).toBe(0);
  });
});

function pack(at: string): { path: string; files: { path: string }[] } {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', at], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  ) as [{ filename: string; files: { path: string }[] }];
  return { path: join(at, packed.filename), files: packed.files };
}

// The dependencies of the package: a bill of materials lists them, none runs a script when it is installed, and each
// is used.

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly version?: string;
}

const json = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

const { dependencies } = json('package.json') as { dependencies: Record<string, string> };

const { packages: locked } = json('package-lock.json') as { packages: Record<string, Locked> };

const npm = (...args: string[]): string =>
  execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

describe('the dependencies of the package', () => {
  it('are all in the CycloneDX bill of materials, without those for development', () => {
    const bill = JSON.parse(npm('run', '--silent', 'sbom')) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { group?: string; name: string; version: string }[];
    };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'paybatch' } } });
    // A scoped package may have its scope in `group`.
    const parts = new Set(
      bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
    );
    const installed = Object.entries(locked).filter(([path, { dev }]) => path !== '' && !dev);
    const missing = installed.filter(
      ([path, { version }]) => !parts.has(`${path.replace(/^.*node_modules\//, '')}@${version}`),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
    expect(parts.size).toBeGreaterThan(Object.keys(dependencies).length);
    expect([...parts].filter((part) => part.startsWith('vitest@'))).toEqual([]);
  });

  it('have no install script', () => {
    const needy = Object.entries(locked).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
    expect(needy.map(([name]) => name)).toEqual([]);
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toContain('npm ci --ignore-scripts');
  });

  it('are all used by the code', () => {
    const src = join(ROOT, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const names = files.flatMap((name) =>
      [...readFileSync(join(src, name), 'utf8').matchAll(/'([@a-z][^' ]*)'/g)].map(([, text = '']) => text),
    );
    // A package of types is used if the package that it describes is used.
    const isUsed = (part: string): boolean =>
      names.some((name) => name === part.replace('@types/', '') || name.startsWith(`${part}/`));
    expect(Object.keys(dependencies).filter((part) => !isUsed(part))).toEqual([]);
  });
});

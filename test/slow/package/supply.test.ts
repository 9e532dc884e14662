// What comes with the package, and that it can be made again: a bill of its parts, nothing that has to run
// when it is installed and no part that nothing needs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from '../../kit/cli.ts';

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

describe('the package', () => {
  it('has a bill of its parts in CycloneDX, made without a network', () => {
    const bill = JSON.parse(npm('run', '--silent', 'sbom')) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { group?: string; name: string; version: string }[];
    };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'paybatch' } } });
    // A part of a scope may be told by its group and its name.
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

  it('needs no script of any part to be installed', () => {
    const needy = Object.entries(locked).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
    expect(needy.map(([name]) => name)).toEqual([]);
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toContain('npm ci --ignore-scripts');
  });

  it('has no part that nothing needs', () => {
    const src = join(ROOT, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const names = files.flatMap((name) =>
      [...readFileSync(join(src, name), 'utf8').matchAll(/'([@a-z][^' ]*)'/g)].map(([, text = '']) => text),
    );
    // Types come with the part that they are of.
    const isUsed = (part: string): boolean =>
      names.some((name) => name === part.replace('@types/', '') || name.startsWith(`${part}/`));
    expect(Object.keys(dependencies).filter((part) => !isUsed(part))).toEqual([]);
  });
});

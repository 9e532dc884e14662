// The README says what is: its tables come from the data, its first run is a real one. UPDATE_GOLDENS=1 writes it anew.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { paybatch, ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { nightText } from './night.ts';
import { contentsOf, withTables } from './tables.ts';

const path = join(ROOT, 'README.md');
const seconds = (text: string): string =>
  text.replace(/in \d+\.\d s/g, 'in 0.1 s').replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '20260601-021500-4f2a9c');

describe('the README', () => {
  it('has tables that are true, and a first run that is real', async () => {
    const at = folder();
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
    const { stdout, code } = await paybatch(at, ['run', 'samples/payouts.csv', '--sandbox', '--yes']);
    expect(code).toBe(0);
    const readme = readFileSync(path, 'utf8');
    const night = await nightText();
    const truth = withTables(readme)
      .replace(
        /<!-- first run -->[\s\S]*?<!-- end -->/,
        () => `<!-- first run -->\n\`\`\`\n${seconds(stdout)}\`\`\`\n<!-- end -->`,
      )
      .replace(
        /<!-- night -->[\s\S]*?<!-- end -->/,
        () => `<!-- night -->\n\`\`\`\n${night}\n\`\`\`\n<!-- end -->`,
      );
    if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(path, truth);
    expect(truth).toBe(readFileSync(path, 'utf8'));
  });
  it('begins with the two commands', () => {
    const readme = readFileSync(path, 'utf8');
    expect(readme.indexOf('npm ci && npm run demo')).toBeLessThan(900);
    expect(readme.indexOf('npm ci && npm test')).toBeLessThan(900);
  });
  it('folds each table of more than 20 rows', () => {
    const open = readFileSync(path, 'utf8').replace(/<details>[\s\S]*?<\/details>/g, '');
    for (const [table] of open.matchAll(/(?:^\|.*\n)+/gm))
      expect(table.split('\n').length - 3, table.slice(0, 200)).toBeLessThanOrEqual(20);
  });
  it('links to what is there', () => {
    const readme = readFileSync(path, 'utf8');
    const anchors = new Set([...contentsOf(readme).matchAll(/\(#([^)]+)\)/g)].map(([, name]) => name));
    for (const [, to = ''] of readme.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (to.startsWith('#')) expect(anchors, to).toContain(to.slice(1));
      else if (!to.includes('://')) expect(existsSync(join(ROOT, to)), to).toBe(true);
    }
  });
});

describe('the samples', () => {
  it('run as they are', async () => {
    const at = folder();
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
    const config = ['config', '--config', 'samples/paybatch.config.json'];
    expect((await paybatch(at, ['check', 'samples/payouts.csv'])).code).toBe(0);
    expect((await paybatch(at, ['quote', 'samples/payouts.csv', '--sandbox'])).code).toBe(0);
    expect((await paybatch(at, config)).code).toBe(0);
  });
});

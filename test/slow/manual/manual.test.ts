// README and manual are up to date: their tables come from the data, and the first run is a real one. UPDATE_GOLDENS=1
// rewrites both.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { topicNames } from '../../../src/cli/manual.ts';
import { paybatchProcess, ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { withTables } from './tables.ts';

const README = join(ROOT, 'README.md');
const PAGES = [README, ...topicNames().map((name) => join(ROOT, 'src/manual', `${name}.md`))];
const isUpdate = process.env['UPDATE_GOLDENS'] === '1';

const steady = (text: string): string =>
  text.replace(/in \d+\.\d s/g, 'in 0.1 s').replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '20260601-021500-4f2a9c');

describe('README and manual', () => {
  it.each(PAGES)('%s has up-to-date tables', (path) => {
    const page = readFileSync(path, 'utf8');
    const truth = withTables(page);
    if (isUpdate) writeFileSync(path, truth);
    else expect(page).toBe(truth);
  });
  it.each(PAGES)('%s links only to existing files', (path) => {
    for (const [, to = ''] of readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g))
      if (!to.includes('://')) expect(existsSync(join(dirname(path), to)), to).toBe(true);
  });
  it.each(PAGES)('%s is not too long', (path) => {
    const lines = readFileSync(path, 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(path === README ? 300 : 150);
  });
});

describe('the README', () => {
  it('shows the real output of a first run', async () => {
    const at = folder();
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
    const { stdout, code } = await paybatchProcess(at, ['run', 'samples/payouts.csv', '--sandbox', '--yes']);
    expect(code).toBe(0);
    const shown = `<!-- first run -->\n\n\`\`\`\n${steady(stdout)}\`\`\`\n\n<!-- end -->`;
    const readme = readFileSync(README, 'utf8');
    const truth = readme.replace(/<!-- first run -->[\s\S]*?<!-- end -->/, () => shown);
    if (isUpdate) writeFileSync(README, truth);
    else expect(readme).toBe(truth);
  });
  it('names the commands for demo and tests near its beginning', () => {
    const readme = readFileSync(README, 'utf8');
    expect(readme.indexOf('npm ci && npm run demo')).toBeLessThan(900);
    expect(readme.indexOf('npm ci && npm test')).toBeLessThan(900);
  });
});

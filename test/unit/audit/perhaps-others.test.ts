// What lint itself says may be one's own or another product's is no task to change, and isn't counted as refused.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';
import { fakeIo } from '../../kit/io.ts';

const FILES = {
  'pay.ts': 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant`);\n',
  'web/badge.ts': "export const me = () => fetch('/api/v1/current-tenant');\n",
  'src/server.ts':
    "import express from 'express';\nconst app = express();\napp.get('/api/v1/current-tenant', (q, r) => r.json(1));\n",
};
const OTHERS = "1 more may be your own or another product's: paybatch lint PATH --explain says why";

describe('an audit', () => {
  it.each(['text', 'markdown', 'html'])('tells them apart in %s', async (format) => {
    const at = folder(FILES);
    const { stdout } = await paybatch(at, ['audit', '.', '--as-of', '2026-11-20', '--format', format]);
    expect(stdout.replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ')).toContain(OTHERS);
    expect(stdout).toContain('1 refused today');
  });

  it('has their count in JSON', async () => {
    const { stdout } = await paybatch(folder(FILES), [
      'audit',
      '.',
      '--as-of',
      '2026-11-20',
      '--format',
      'json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      byRule: [{ count: 2, errors: 1, perhapsOthers: 1 }],
      tasks: [{ uses: 1, files: 1, perhapsOthers: 1 }],
    });
  });
});

it('a line of a page goes on below its text, at 80 columns', async () => {
  const io = { ...fakeIo(folder(FILES), {}), columns: 80, outTerminal: true };
  await program(['audit', '.', '--as-of', '2026-11-20'], io);
  const lines = io.said.out.split('\n');
  const task = lines.findIndex((line) => line.startsWith('  1. '));
  expect(lines[task + 1]).toMatch(/^ {5}\S/);
  const rule = lines.findIndex((line) => line.startsWith('  current-tenant-endpoint '));
  expect(lines[rule + 1]).toMatch(/^ {43}\S/);
});

it('a reviewer sees in SARIF why it is left, and in Markdown that it may not be the service', async () => {
  const at = folder(FILES);
  const { stdout: sarif } = await paybatch(at, ['lint', '.', '--format', 'sarif']);
  expect(sarif).toContain('. Left by --fix: it is a route that src/server.ts:3 defines.');
  const { stdout: table } = await paybatch(at, ['lint', '.', '--format', 'markdown']);
  expect(table).toContain('if it is of this service: `/api/v1/developer`');
});

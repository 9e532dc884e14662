// A mock or an expectation in a test, and the call that it stands for: where the call is left, the test's half is, too.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const CLIENT =
  'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant/balances`);\n';
const MOCK = `import nock from 'nock';
nock('https://api.harborpay.com').get('/api/v1/current-tenant/balances').reply(200, {});
`;
const COPIED = { 'vendors/harbor/client.ts': CLIENT, 'test/client.test.ts': MOCK };

function repository(files: Record<string, string>): string {
  const at = folder(files);
  mkdirSync(join(at, '.git'));
  return at;
}

const isChanged = (at: string, path: string): boolean =>
  !readFileSync(join(at, path), 'utf8').includes('current-tenant');

describe('a mock', () => {
  it('is left where its call is, and says so', async () => {
    const at = repository(COPIED);
    const { stdout } = await paybatch(at, ['lint', '.', '--no-cache', '--format', 'json']);
    const { findings } = JSON.parse(stdout) as {
      findings: { path: string; left: string; fixable: boolean }[];
    };
    expect(findings.find(({ path }) => path.startsWith('test/'))).toMatchObject({
      fixable: false,
      left: 'its call in vendors/harbor/client.ts:1 is left',
    });
    await paybatch(at, ['lint', '.', '--fix', '--no-cache']);
    expect(isChanged(at, 'test/client.test.ts')).toBe(false);
  });

  it('is left beside a script that calls the same path', async () => {
    const at = repository({
      ...COPIED,
      'package.json': '{"scripts":{"smoke":"curl https://api.harborpay.com/api/v1/current-tenant/balances"}}',
    });
    await paybatch(at, ['lint', '.', '--fix', '--no-cache']);
    expect(isChanged(at, 'package.json')).toBe(true);
    expect(isChanged(at, 'test/client.test.ts')).toBe(false);
  });

  it.each([['test/client.test.ts'], ['test']])('is left in a run over %s alone', async (part) => {
    const at = repository(COPIED);
    const dry = await paybatch(at, ['lint', part, '--fix-dry-run', '--no-cache']);
    expect(dry.stderr).toContain('0 of 1 finding would be fixed');
    await paybatch(at, ['lint', part, '--fix', '--no-cache']);
    expect(isChanged(at, 'test/client.test.ts')).toBe(false);
  });

  it.each([
    ['its call is changed', { ...COPIED, 'src/client.ts': CLIENT }],
    ['no call is seen', { 'test/client.test.ts': MOCK }],
    ['another path is left', { ...COPIED, 'vendors/harbor/client.ts': CLIENT.replace('/balances', '') }],
    [
      'only a document has it',
      { 'CHANGELOG.md': '- `GET /api/v1/current-tenant/balances`\n', 'test/client.test.ts': MOCK },
    ],
  ])('is changed where %s', async (_, files) => {
    const at = repository(files);
    await paybatch(at, ['lint', '.', '--fix', '--no-cache']);
    expect(isChanged(at, 'test/client.test.ts')).toBe(true);
  });
});

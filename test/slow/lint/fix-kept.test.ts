// What --fix changes doesn't hang on what is shown, known or ignored: of a call and its test both are changed, or neither.
import { chmodSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const CALL = "export const me = (payments: PaymentsClient) => payments.get('/api/v1/current-tenant');\n";
const MOCK =
  "import nock from 'nock';\nnock('https://pay.test').get('/api/v1/current-tenant').reply(200, {});\n";
const FILES = { 'src/p.ts': CALL, 'test/a.test.ts': MOCK };
const IGNORE = '// paybatch-ignore current-tenant-endpoint -- until March\n';

function repository(files: Record<string, string>): string {
  const at = folder(files);
  mkdirSync(join(at, '.git'));
  return at;
}

const fix = (at: string, ...more: string[]) => paybatch(at, ['lint', '.', '--fix', '--no-cache', ...more]);
const changed = (at: string, files: Record<string, string>): string[] =>
  Object.keys(files).filter((path) => /\/developer/.test(readFileSync(join(at, path), 'utf8')));

describe('a mock', () => {
  it('is changed with its call', async () => {
    const at = repository(FILES);
    await fix(at);
    expect(changed(at, FILES)).toEqual(['src/p.ts', 'test/a.test.ts']);
  });

  it.each<[string, Record<string, string>, RegExp, ((at: string) => void)?]>([
    [
      'paybatch-ignore',
      { ...FILES, 'src/p.ts': IGNORE + CALL },
      /its call in src\/p\.ts:2 is left: paybatch-ignore stands beside it/,
    ],
    [
      'lint.ignore',
      { ...FILES, 'paybatch.config.json': '{"lint":{"ignore":["src/p.ts"]}}' },
      /its call in src\/p\.ts:1 is left: lint\.ignore names it/,
    ],
    [
      'a file that is read-only',
      FILES,
      /its call in src\/p\.ts:1 is left: it is read-only/,
      (at) => chmodSync(join(at, 'src/p.ts'), 0o444),
    ],
    [
      'a file with another name',
      FILES,
      /its call in src\/p\.ts:1 is left: it has another name/,
      (at) => linkSync(join(at, 'src/p.ts'), join(at, 'src/p.txt')),
    ],
  ])('is left where its call is, by %s', async (_, files, why, prepare) => {
    const at = repository(files);
    prepare?.(at);
    const { stderr } = await fix(at);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(why);
    expect(changed(at, FILES)).toEqual([]);
  });

  it('is changed beside another call that is', async () => {
    const files = { ...FILES, 'src/q.ts': IGNORE + CALL };
    const at = repository(files);
    await fix(at);
    expect(changed(at, files)).toEqual(['src/p.ts', 'test/a.test.ts']);
  });
});

describe('a baseline', () => {
  it.each([
    ['its call', 'src'],
    ['its test', 'test'],
  ])('of %s leaves both', async (_, part) => {
    const at = repository(FILES);
    await paybatch(at, ['lint', part, '--write-baseline', 'known.json']);
    const { stderr } = await fix(at, '--baseline', 'known.json');
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/its (?:call|test) in \S+ is left: it is in the baseline/);
    expect(changed(at, FILES)).toEqual([]);
  });

  it('of a test leaves no call that has others beside it', async () => {
    const files = { ...FILES, 'src/q.ts': CALL };
    const at = repository(files);
    await paybatch(at, ['lint', 'test', '--write-baseline', 'known.json']);
    await fix(at, '--baseline', 'known.json');
    expect(changed(at, files)).toEqual(['src/p.ts', 'src/q.ts']);
  });
});

describe('--min-confidence', () => {
  const files = {
    'src/p.ts': 'export const me = () => axios.get(`${process.env.BILLING_URL}/api/v1/current-tenant`);\n',
    'test/a.test.ts': MOCK,
  };

  it.each([['high'], ['medium'], ['low']])('changes nothing of what is changed: %s', async (least) => {
    const at = repository(files);
    await fix(at, '--min-confidence', least);
    expect(changed(at, files)).toEqual([]);
  });

  it('says how many it hides', async () => {
    const at = repository(files);
    const args = ['lint', '.', '--no-cache', '--min-confidence'];
    expect((await paybatch(at, [...args, 'high'])).stdout).toContain('1 less sure is not shown');
    expect((await paybatch(at, [...args, 'medium'])).stdout).not.toContain('not shown');
    const { stdout } = await paybatch(at, [...args, 'high', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ unshown: 1 });
    expect((await paybatch(at, [...args, 'high', '--format', 'sarif'])).stdout).toContain(
      '1 less sure is not',
    );
  });
});

describe('a file of lint.ignore', () => {
  it('says whose a route is all the same, and is not told of', async () => {
    const files = {
      'web/a.ts': 'export const me = (base: string) => axios.get(`${base}/api/v1/current-tenant`);\n',
      'server/i.js': "const app = express();\napp.get('/api/v1/current-tenant', (q, r) => r.json(1));\n",
      'paybatch.config.json': '{"lint":{"ignore":["server/**"]}}',
    };
    const at = repository(files);
    const { stderr } = await fix(at, '--min-confidence', 'low');
    expect(stderr).toContain('it is a route that server/i.js:2 defines');
    expect(changed(at, files)).toEqual([]);
  });

  it('speaks against nothing that it has no word of', async () => {
    const files = {
      ...FILES,
      'docs/a.md': 'Nothing.\n',
      'paybatch.config.json': '{"lint":{"ignore":["docs"]}}',
    };
    const at = repository(files);
    await fix(at);
    expect(changed(at, FILES)).toEqual(['src/p.ts', 'test/a.test.ts']);
  });
});

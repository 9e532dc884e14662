// A run over some files of a repository decides as one over all of it: which paths --fix changes, how sure they are, and that
// the other files are neither told of nor counted.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { lookOver } from '../../../src/lint/over.ts';
import { asInWhole } from '../../../src/lint/whole.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const PAGE = "export const me = () => axios.get('/api/v1/current-tenant');\n";
const SERVER = "app.get('/api/v1/current-tenant', (req, res) => res.json(req.tenant));\n";
const OURS = 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant`);\n';
const HIDDEN = 'export const me = (c: Client) => c.get(`${c.base}/api/v1/current-tenant`);\n';

const tree = {
  'web/a.ts': PAGE,
  'server/i.js': SERVER,
  'server/payments/client.ts': OURS,
  'payments/client.ts': HIDDEN,
};

function repository(): string {
  const at = folder(tree);
  mkdirSync(join(at, '.git'));
  return at;
}

interface Told {
  readonly filesScanned: number;
  readonly findings: readonly {
    path: string;
    confidence: string;
    fixable: boolean;
    fingerprint: string;
  }[];
}

async function told(at: string, ...paths: string[]): Promise<Told> {
  const { stdout } = await paybatch(at, [
    'lint',
    ...paths,
    '--no-cache',
    '--min-confidence',
    'low',
    '--json',
  ]);
  return JSON.parse(stdout) as Told; // the command's
}

describe('--fix of a part', () => {
  it.each([
    { from: '.', paths: ['web/a.ts'] },
    { from: '.', paths: ['web'] },
    { from: 'web', paths: ['.'] },
    { from: 'web', paths: ['a.ts'] },
    { from: 'server', paths: ['../web/a.ts', 'i.js'] },
  ])('leaves what another file serves: $paths in $from', async ({ from, paths }) => {
    const at = repository();
    const { stderr } = await paybatch(join(at, from), ['lint', ...paths, '--fix', '--no-cache']);
    expect(stderr).toContain('0 of ');
    for (const [path, text] of Object.entries(tree)) expect(readFileSync(join(at, path), 'utf8')).toBe(text);
  });

  it('changes nothing beside what it was given', async () => {
    const at = repository();
    await paybatch(join(at, 'payments'), ['lint', 'client.ts', '--fix', '--no-cache']);
    expect(readFileSync(join(at, 'payments/client.ts'), 'utf8')).toContain('/api/v1/developer');
    expect(readFileSync(join(at, 'server/payments/client.ts'), 'utf8')).toBe(OURS);
  });

  it('looks at the working directory where there is no repository', async () => {
    const at = folder(tree);
    await paybatch(at, ['lint', 'web/a.ts', '--fix', '--no-cache']);
    expect(readFileSync(join(at, 'web/a.ts'), 'utf8')).toBe(PAGE);
  });

  it('tells of the same findings, as sure and as fixable', async () => {
    const at = repository();
    const whole = await told(at, '.');
    for (const path of ['web/a.ts', 'payments/client.ts', 'server']) {
      const part = await told(at, path);
      expect(part.findings).toEqual(whole.findings.filter((one) => one.path.startsWith(path)));
      expect(part.filesScanned).toBe(path === 'server' ? 2 : 1);
    }
    const inside = await told(join(at, 'web'), '.');
    expect(inside.findings).toMatchObject([{ path: 'a.ts', fixable: false }]);
    expect(inside.filesScanned).toBe(1);
  });

  it('names other files from where it runs', async () => {
    const [one] = (await told(join(repository(), 'web'), 'a.ts')).findings;
    expect(one).toMatchObject({ left: 'it is a route that ../server/i.js:1 defines' });
  });

  it('heeds what is ignored', async () => {
    const at = repository();
    const ignoring = folder({ ...tree, '.gitignore': 'server/\n' });
    expect((await told(at, 'web')).findings).toMatchObject([{ fixable: false }]);
    expect((await told(ignoring, 'web')).findings).toMatchObject([{ fixable: true }]);
  });

  it('looks at no more than so many beside, and says so', async () => {
    const at = folder({ 'web/a.ts': PAGE, 'b.ts': '', 'c.ts': '', 'd.ts': '', '.git/HEAD': '' });
    const settings = {
      ...{ asOf: '2026-06-01', cutoff: '2026-10-30', minConfidence: 'low' as const },
      ...{ hosts: [], clients: [], map: undefined, cwd: at, paths: ['web'], ignored: [] },
    };
    const files = [join(at, 'web/a.ts')];
    const over = await lookOver(files, settings);
    const left = async (maxBeside: number) => {
      const {
        left: [looked],
      } = await asInWhole(files, over, { ...settings, maxBeside });
      return looked?.kind === 'scanned' ? looked.scanned.findings : [];
    };
    expect(await left(3)).toMatchObject([{ fixable: true, left: null }]);
    expect(await left(2)).toMatchObject([
      {
        fixable: false,
        left: '3 other files of its repository were not looked at: run --fix over all of it',
      },
    ]);
  });

  it('walks no further where every path is tied to the service, or all was looked at', async () => {
    const at = repository();
    const walks = async (names: readonly string[], paths = names): Promise<number> => {
      const settings = {
        ...{ asOf: '2026-06-01', cutoff: '2026-10-30', minConfidence: 'low' as const },
        ...{ hosts: [], clients: [], map: undefined, cwd: at, paths, ignored: [] },
      };
      const files = names.map((name) => join(at, name));
      const over = await lookOver(files, settings);
      let count = 0;
      const most = (): undefined => {
        count++;
      };
      await asInWhole(files, over, Object.defineProperty(settings, 'maxBeside', { get: most }));
      return count;
    };
    expect(await walks(['server/payments/client.ts'])).toBe(0);
    expect(await walks(['web/a.ts'])).toBe(1);
    expect(await walks(Object.keys(tree), ['.'])).toBe(0);
  });
});

// What is told of --fix is what it does: `fixable`, and the counts, places and advice at its end.
import { chmodSync, linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

interface Told {
  readonly path: string;
  readonly fixable: boolean;
  readonly left: string | null;
}

const DAY = ['--no-cache', '--as-of', '2026-06-01'];
const CALL = 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant`);\n';
const SHIFTS =
  'const api = axios.create({ baseURL: "https://api.shiftboard-hq.com" });\nexport const me = (p: string) => fetch(`${p}/api/v1/current-tenant`);\n';
const ROUTES = 'payments:\n  me: /api/v1/current-tenant\n';
/** Django's own test client; once a call beside it is changed, that would be found, too. */
const BACK = {
  'tests/test_client.py': `import responses
from django.test import SimpleTestCase, override_settings
from payouts.client import MeridianClient


@override_settings(PAYMENTS_API_URL="https://sandbox.meridian-payments.com")
class ClientTest(SimpleTestCase):
    @responses.activate
    def test_balances(self):
        responses.add(responses.GET, "https://sandbox.meridian-payments.com/api/v1/current-tenant/balances", json=[])
        self.assertEqual(MeridianClient().balances(), [])

    @responses.activate
    def test_webhook(self):
        responses.add(responses.PATCH, "https://sandbox.meridian-payments.com/api/v1/current-tenant/webhook-config", json={})
        MeridianClient().set_webhook("https://us.example/hook")
        self.assertEqual(responses.calls[0].request.url, "https://sandbox.meridian-payments.com/api/v1/current-tenant/webhook-config")

    def test_own_view(self):
        self.assertEqual(self.client.get("/api/v1/current-tenant").status_code, 302)
`,
};

const told = async (at: string): Promise<Told[]> => {
  const { stdout } = await paybatch(at, ['lint', '.', '--format', 'json', ...DAY]);
  return (JSON.parse(stdout) as { findings: Told[] }).findings;
};
const flat = (text: string): string => text.replace(/\s+/g, ' ');
const fix = async (at: string, flag = '--fix') => paybatch(at, ['lint', '.', flag, ...DAY]);

describe('fixable', () => {
  it('is true of nothing that --fix leaves for its file', async () => {
    const at = folder({
      'a.ts': CALL,
      'b.ts': CALL,
      'c.ts': CALL,
      'own/d.ts': CALL,
      'own/.git': 'gitdir: ../.git/modules/own\n',
    });
    linkSync(join(at, 'a.ts'), join(at, 'a2.txt'));
    chmodSync(join(at, 'b.ts'), 0o444);
    symlinkSync('c.ts', join(at, 'link.ts'));
    const all = await told(at);
    expect(all.filter(({ fixable }) => fixable).map(({ path }) => path)).toEqual(['c.ts']);
    for (const { path, left } of all)
      if (path !== 'c.ts') expect(left).toMatch(/^it (?:has another name|is read-only|is a link|belongs)/);
  });

  it('is what --fix changes, and a change that is taken back names the line that it would be found in', async () => {
    const at = folder(BACK);
    const all = await told(at);
    expect(all).toHaveLength(3);
    for (const { fixable, left } of all)
      expect([fixable, left]).toEqual([
        false,
        expect.stringMatching(/^with its change line 20 would become a finding .*paybatch-ignore/),
      ]);
    const { stderr } = await fix(at);
    expect(stderr).toContain('0 of 3 findings fixed; 3 are left to you\n');
    // Where that is ignored, nothing speaks against it.
    const ignored = BACK['tests/test_client.py'].replace(
      '302)\n',
      '302)  # paybatch-ignore current-tenant-endpoint -- our own view\n',
    );
    expect((await told(folder({ 'tests/test_client.py': ignored }))).map(({ fixable }) => fixable)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the summary of --fix', () => {
  const LEFT = { 'a.ts': CALL, 'shifts.ts': SHIFTS, 'config/routes.yaml': ROUTES };

  it('has a line a place, with the reason, and what to do next', async () => {
    const { stderr } = await fix(folder(LEFT));
    expect(stderr).toContain('1 of 3 findings fixed; the other 2 are left to you\n');
    expect(stderr).toContain(
      '\n--fix leaves 2 current-tenant paths:\nIf api.shiftboard-hq.com is the service',
    );
    expect(flat(stderr)).toContain(
      "If api.shiftboard-hq.com is the service's address, add it to lint.hosts in paybatch.config.json, with all others that the service has, and run --fix again: shifts.ts:2: it may be called at api.shiftboard-hq.com, a host that nothing ties to this service",
    );
    expect(stderr).toContain('\n  config/routes.yaml:2: its calls could not be followed\n');
    expect(stderr).not.toMatch(/tests? |mock/i);
  });

  it('is there where nothing is fixed, and tells the dry run in no past tense', async () => {
    const { stderr } = await fix(folder({ 'config/routes.yaml': ROUTES }), '--fix-dry-run');
    expect(stderr).toContain('0 of 1 finding would be fixed by --fix; 1 is left to you\n');
    expect(stderr).toContain('--fix leaves 1 current-tenant path:\nFor another reason: ');
    const { stderr: dry } = await fix(folder({ ...LEFT, 'spec/a.spec.ts': CALL }), '--fix-dry-run');
    expect(dry).not.toMatch(/\b(?:was|were|have been|is) (?:fixed|changed)|fixed;/);
    expect(flat(dry)).toContain('Would be changed in tests and mocks: spec/a.spec.ts:1.');
  });

  it('names fifty, and how to see the others; and counts other rules', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 53 }, (_, i) => [`r${String(i)}/routes.yaml`, ROUTES]),
    );
    const quote =
      '{"transfer":{"customerId":"c","purposeOfPayment":"p","amount":"5","receiverCurrency":"GBP"}}';
    const { stderr } = await fix(folder({ ...many, 'q.json': quote }));
    expect(stderr).toContain(
      '--fix leaves 1 of other rules, which take a decision, and 53 current-tenant paths:\n',
    );
    expect(stderr.match(/^ {2}r\d+\//gm)).toHaveLength(50);
    expect(stderr).toContain('  and 3 more, with each reason: paybatch lint . --explain\n');
  });

  it('counts a link as fixed with what it leads to', async () => {
    const at = folder({ 'health.ts': CALL });
    symlinkSync('health.ts', join(at, 'link.ts'));
    const { stderr, stdout } = await fix(at);
    expect(stderr).toBe(
      'health.ts: 1 fixed\nlink.ts: a link to health.ts, which is fixed\n2 of 2 findings fixed\n',
    );
    expect(stdout).toContain('Nothing found in 2 files');
  });
});

describe('what was asked for and is not done', () => {
  const FILES = { 'a.ts': CALL, 'config/routes.yaml': ROUTES };

  it('is said of --explain, in a format that has no place for it', async () => {
    const at = folder(FILES);
    for (const format of ['github', 'markdown', 'csv'])
      expect((await paybatch(at, ['lint', '.', '--explain', '--format', format, ...DAY])).stderr).toContain(
        `--explain: ${format} has no place for the reasons`,
      );
    for (const format of ['json', 'sarif', 'text'])
      expect((await paybatch(at, ['lint', '.', '--explain', '--format', format, ...DAY])).stderr).toBe('');
  });

  it('is told by the formats of reviews with the message', async () => {
    const at = folder(FILES);
    for (const format of ['github', 'markdown']) {
      const { stdout } = await paybatch(at, ['lint', '.', '--format', format, ...DAY]);
      expect(stdout).toContain('left by --fix: its calls could not be followed');
    }
  });

  it('is said of what is in a baseline', async () => {
    const at = folder(FILES);
    await paybatch(at, ['lint', '.', '--write-baseline', 'known.json', ...DAY]);
    const { stderr } = await paybatch(at, ['lint', '.', '--fix', '--baseline', 'known.json', ...DAY]);
    expect(stderr).toContain('--fix leaves what is in the baseline (2): leave out --baseline');
  });
});

describe('the end of --fix', () => {
  const files = { 'a.ts': CALL, 'config/routes.yaml': ROUTES, 'vendor/sdk/client.ts': CALL };

  it('gives a step for each kind of reason, none of which hides a file', async () => {
    const at = folder(files);
    const { stdout, stderr } = await paybatch(at, ['lint', '.', '--fix', ...DAY]);
    expect(stdout).toContain('config/routes.yaml');
    const said = stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain("Others' code: take the release of it that has the new path");
    expect(said).toContain(
      'change it by hand if it is of this service, or put paybatch-ignore current-tenant-endpoint -- REASON',
    );
    expect(said).not.toContain('lint.ignore');
  });

  it.each(['--fix-dry-run', '--fix'])(
    'has in JSON what %s changes, and nothing else beside it',
    async (flag) => {
      const { stdout } = await paybatch(folder(files), ['lint', '.', flag, '--format', 'json', ...DAY]);
      expect(JSON.parse(stdout)).toMatchObject({
        [flag === '--fix' ? 'fixed' : 'wouldFix']: [{ path: 'a.ts', line: 1, column: 59 }],
      });
    },
  );
});

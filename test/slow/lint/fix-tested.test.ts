// The end of --fix names the tests and mocks of a changed call that it leaves, told of or not, and what runs here beside an example.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const GO = `package pay

import "net/http"

func (c *PaymentsClient) Balances() (*http.Response, error) {
	return http.Get(c.PaymentsURL + "/api/v1/current-tenant/balances")
}
`;
const GO_TEST = `package pay

func TestBalances(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/current-tenant/balances", func(w http.ResponseWriter, r *http.Request) {})
}
`;
const CALL = 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant/balances`);\n';

function repository(files: Record<string, string>): string {
  const at = folder(files);
  mkdirSync(join(at, '.git'));
  return at;
}

async function endOf(files: Record<string, string>, ...args: string[]): Promise<string> {
  const paths = args.length > 0 ? args : ['.'];
  const { stderr } = await paybatch(repository(files), ['lint', ...paths, '--fix', '--no-cache']);
  return stderr.replace(/\s+/g, ' ');
}

describe('the end of --fix', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a route of a fake in Go', { 'client.go': GO, 'client_test.go': GO_TEST }, 'client_test.go:5'],
    [
      "a branch of Ktor's MockEngine",
      {
        'src/payments.ts': CALL,
        'src/test/kotlin/Client.kt':
          'val engine = MockEngine { request ->\n  when (request.url.encodedPath) {\n    "/api/v1/current-tenant/balances" -> respond("{}")\n    else -> error("")\n  }\n}\n',
      },
      'src/test/kotlin/Client.kt:3',
    ],
    [
      'a stub in C#',
      {
        'src/payments.ts': CALL,
        'Acme.UnitTests/Stub.cs':
          'class Stub {\n  string Answer(string path) {\n    switch (path) {\n      case "/api/v1/current-tenant/balances": return "[]";\n    }\n  }\n}\n',
      },
      'Acme.UnitTests/Stub.cs:4',
    ],
    [
      'what a test compares in Python',
      {
        'src/payments.ts': CALL,
        'tests/test_a.py':
          'def test_a(requests_mock):\n    assert requests_mock.last_request.path == "/api/v1/current-tenant/balances"\n',
      },
      'tests/test_a.py:2',
    ],
    [
      'what an address ends with',
      {
        'client.go': GO.replace('/balances', ''),
        'client_test.go':
          'package pay\n\nfunc TestMe(t *testing.T) {\n\tif !strings.HasSuffix(r.URL.Path, "current-tenant") { t.Fatal() }\n}\n',
      },
      'client_test.go:4',
    ],
    [
      'a key of a fake server',
      {
        'src/payments.ts': CALL.replace('/balances', ''),
        'mocks/db.json': '{\n  "current-tenant": {"id": "t"}\n}\n',
      },
      'mocks/db.json:2',
    ],
  ])('names %s', async (_, files, place) => {
    expect(await endOf(files)).toContain(
      `Left in tests and mocks: ${place}. See what they expect of the changed calls.`,
    );
  });

  it('names tests of other paths, comments and unchanged calls not', async () => {
    const other = GO_TEST.replace('/balances', '/webhook-config');
    const comment = `package pay\n\n// "/api/v1/current-tenant/balances"\n`;
    const files = { 'client.go': GO, 'client_test.go': other, 'b_test.go': comment };
    expect(await endOf(files)).not.toContain('tests and mocks');
    expect(await endOf({ 'client_test.go': GO_TEST })).not.toContain('Left in tests');
  });

  it('names tests that were changed although nothing is left', async () => {
    const test = "nock('https://payments.acme.dev').get('/api/v1/current-tenant/balances').reply(200);\n";
    expect(await endOf({ 'src/payments.ts': CALL, 'test/a.test.ts': test })).toContain(
      'Changed in tests and mocks: test/a.test.ts:1.',
    );
  });

  it('names tests beside the files of a hook, where the others are read', async () => {
    const files = {
      'src/me.ts': 'export const me = (c: Client) => c.get(`${c.base}/api/v1/current-tenant/balances`);\n',
      'test/me.test.ts': "expect(seen.path).toBe('/api/v1/current-tenant/balances');\n",
    };
    expect(await endOf(files, 'src/me.ts')).toContain('Left in tests and mocks: test/me.test.ts:1.');
  });

  it('names .env beside its example, where both name the path', async () => {
    const line = 'PAYMENTS_TENANT_URL=https://payments.acme.dev/api/v1/current-tenant\n';
    const files = { '.env.example': line, '.gitignore': '.env\n' };
    expect(await endOf({ ...files, '.env': line })).toContain(
      '.env names the path, too, and is not looked at: change it by hand, as .env.example was.',
    );
    expect(await endOf({ ...files, '.env': 'A=1\n' })).not.toContain('by hand, as');
    expect(await endOf(files)).not.toContain('by hand, as');
  });

  it('says of a dry run what would be', async () => {
    const at = repository({ 'src/payments.ts': CALL });
    const json = async (flag: string) =>
      JSON.parse((await paybatch(at, ['lint', '.', flag, '--no-cache', '--json'])).stdout) as object;
    const dry = await json('--fix-dry-run');
    expect(dry).toMatchObject({ wouldFix: [{ path: 'src/payments.ts', line: 1 }] });
    expect(dry).not.toHaveProperty('fixed');
    expect(await json('--fix')).toMatchObject({ fixed: [{ path: 'src/payments.ts', line: 1 }] });
  });
});

describe('the reason', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'of a cassette',
      'spec/cassettes/me.yml',
      '---\nhttp_interactions:\n- request:\n    method: get\n    uri: https://payments.acme.dev/api/v1/current-tenant\n  response:\n    status: {code: 200}\n',
      /record it anew/,
    ],
    [
      'of a pact',
      'pacts/web-payments.json',
      '{\n  "consumer": {"name": "web"},\n  "interactions": [\n    {"request": {"method": "GET", "path": "/api/v1/current-tenant"},\n     "response": {"status": 200}}\n  ]\n}\n',
      /record it anew/,
    ],
    [
      'of a fake in Laravel',
      'tests/Feature/PayTest.php',
      "<?php\nHttp::fake(['*/api/v1/current-tenant' => Http::response(['id' => 1])]);\n",
      /a fake of a server/,
    ],
    [
      'of a redirect',
      'netlify.toml',
      '[[redirects]]\nfrom = "/api/v1/current-tenant"\nto = "https://core.acme.example/:splat"\n',
      /among routes/,
    ],
  ])('%s says what it is', async (_, path, text, why) => {
    const at = repository({ [path]: text });
    const { stdout } = await paybatch(at, ['lint', '.', '--json', '--no-cache', '--min-confidence', 'low']);
    const { findings } = JSON.parse(stdout) as { findings: { left: string }[] };
    expect(findings[0]?.left).toMatch(why);
  });

  it('of a misspelled rule names the one that is meant', async () => {
    const at = repository({
      'a.ts': `// paybatch-ignore current-tenant-endpoints -- later\n${CALL}`,
    });
    const { stdout } = await paybatch(at, ['lint', '.', '--no-cache']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'there is no rule current-tenant-endpoints (did you mean current-tenant-endpoint?)',
    );
  });
});

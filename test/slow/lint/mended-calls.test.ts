// Ordinary calls as they are written: with types, by a constant, with their own refusal handled. Each is high and mended; beside
// them what only looks like one: a test of a refusal, a stub, a typed route, a comparison.
import { describe, expect, it } from 'vitest';

import type { Finding } from '../../../src/lint/model/finding.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { SCAN } from '../../kit/lint.ts';

const OLD = '/api/v1/current-tenant';

async function found(path: string, text: string): Promise<Finding[]> {
  const settings = { ...SCAN, minConfidence: 'low' as const };
  const { findings } = await scanText(path, text, { neighbour: false }, settings);
  return findings.filter(({ rule }) => rule === 'current-tenant-endpoint');
}

const isMended = async (path: string, text: string): Promise<void> => {
  expect((await found(path, text)).map(({ confidence, fixable }) => [confidence, fixable])).toEqual([
    ['high', true],
  ]);
};
const isLeft = async (path: string, text: string): Promise<void> => {
  expect((await found(path, text)).filter(({ fix }) => fix !== undefined)).toEqual([]);
};

describe('a call with its type', () => {
  it.each([
    ['one.ts', `export const me = () => api.get<Dev>('${OLD}');`],
    ['nested.ts', `export const me = () => this.http.get<Array<Map<string, Dev>>>('${OLD}');`],
    ['object.ts', `export const me = () => axios.get<{ id: string; of: Dev[] }>('${OLD}/balances');`],
    ['union.ts', `export const me = () => got.get<Dev | null>('${OLD}');`],
    ['one.kt', `suspend fun me() = client.get<Dev>("${OLD}")`],
    ['One.cs', `class A { Task<Dev> Me() => _http.GetFromJsonAsync<Dev>("${OLD}"); }`],
    ['one.rs', `async fn me(client: &Client) -> Dev { client.get::<Dev>("${OLD}").await }`],
    ['One.java', `class A { Dev me() { return rest.<Dev>getForObject("${OLD}", Dev.class); } }`],
    ['one.go', `package x\nfunc me() (*Dev, error) { return client.Get[Dev](ctx, "${OLD}") }`],
    ['one.dart', `Future<Dev> me() => dio.get<Dev>('${OLD}');`],
    ['one.scala', `def me = client.get[Dev]("${OLD}")`],
  ])('is one: %s', isMended);
  it.each([
    ['route.ts', `app.get<Params>('${OLD}', (req, res) => res.json(me));`],
    ['compared.ts', `if (a < b && c > ('${OLD}')) warn();`],
    ['rejected.test.ts', `await expect(api.get<Dev>('${OLD}')).rejects.toThrow();`],
  ])('is not what %s has', isLeft);
});

describe('a call by a constant', () => {
  it.each([
    [
      'field.ts',
      `class A {\n  private readonly path = '${OLD}';\n  me() { return http.get<Dev>(this.path); }\n}`,
    ],
    ['short.ts', `const ME = '${OLD}';\nexport function me() { return client.get(ME); }`],
    ['text.ts', `const ROOT = '${OLD}';\nexport const b = () => api.get(\`\${ROOT}/balances\`);`],
    ['text.py', `ROOT = "${OLD}"\ndef b():\n    return client.get(f"{ROOT}/balances")`],
    ['text.rb', `ROOT = "${OLD}"\ndef b = client.get("#{ROOT}/balances")`],
    ['text.kt', `private const val ME = "${OLD}"\nsuspend fun me() = client.get<Dev>("$ME/balances")`],
    ['sum.go', `package x\nconst me = "${OLD}"\nfunc b() { c.do(ctx, "GET", me+"/balances") }`],
    ['own.py', `ME = "${OLD}"\nclass A:\n    def me(self):\n        return self._request("GET", ME)`],
    [
      'class.py',
      `class A:\n    ME = "${OLD}"\n    def me(self):\n        return self._request("GET", self.ME)`,
    ],
    ['query.ts', `createApi({ endpoints: (b) => ({ me: b.query<Dev, void>({ query: () => '${OLD}' }) }) });`],
  ])('is one: %s', isMended);
  it.each([
    [
      'gone.test.ts',
      `const ME = '${OLD}';\n${'step();\n'.repeat(9)}it('is gone', async () => {\n  const res = await fetch(\`\${BASE}\${ME}\`);\n  expect(res.status).toBe(410);\n});`,
    ],
    [
      'gone_test.py',
      `ME = "${OLD}"\n${'\n'.repeat(9)}def test_gone():\n    assert requests.get(BASE + ME).status_code == 404`,
    ],
    ['guard.ts', `const ME = '${OLD}';\nif (url.startsWith(ME)) throw new Error(\`\${ME} has ended\`);`],
    ['rows.ts', `db.query({ query: () => '${OLD}' });`],
  ])('is not what %s has', isLeft);
});

describe('a call that handles its own refusal', () => {
  it.each([
    [
      'catch.ts',
      `api.get('${OLD}').catch((e) => { if (e.response?.status === 403) return null; throw e; });`,
    ],
    ['status.ts', `await axios.get('${OLD}', { validateStatus: (s) => s === 200 || s === 404 });`],
    ['then.ts', `fetch('${OLD}').then((r) => (r.status === 404 ? undefined : r.json()));`],
    ['said.ts', `api.get('${OLD}').then(show).catch(() => setError('access denied'));`],
    ['either.py', `me = client.get("${OLD}", ok=(200, 404))`],
  ])('is mended: %s', isMended);
  it.each([
    ['asserted.test.ts', `expect(await api.get('${OLD}').catch((e) => e.response.status)).toBe(404);`],
    ['behind.test.ts', `const res = await api.get('${OLD}');\nexpect(res.status).toBe(404);`],
    ['behind_test.py', `res = client.get("${OLD}")\nassert res.status_code == 403`],
    ['throws.cs', `await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync("${OLD}"));`],
    ['stub.test.ts', `nock('https://api.payments.example').get('${OLD}').reply(404, {});`],
    ['mock.test.ts', `mock.onGet('${OLD}').reply(403);`],
    ['next.ts', `api.get('${OLD}').catch((e) => (e.status === 410 ? api.get(NEXT) : null));`],
    ['raises.py', `with pytest.raises(HTTPError, match="404"): client.get("${OLD}")`],
    ['route.ts', `app.get('${OLD}', (req, res) => res.status(403).end());`],
  ])('is not what %s has', isLeft);
});

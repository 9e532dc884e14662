// What makes sure that an old path is gone is never written for the new one: that would demand that this one is refused. Told by
// the assertion that holds the call, by what is asked of its answer, and by the bounds of a test; calls beside it are mended.
import { describe, expect, it } from 'vitest';

import type { Finding } from '../../../src/lint/model/finding.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { SCAN } from '../../kit/lint.ts';

const OLD = '/api/v1/current-tenant';

async function found(path: string, text: string): Promise<Finding[]> {
  const { findings } = await scanText(path, text.replaceAll('OLD', OLD), { neighbour: false }, SCAN);
  return findings.filter(({ rule }) => rule === 'current-tenant-endpoint');
}

const java = (line: string): string =>
  `class ATest {\n  @Test void a() throws Exception {\n    ${line}\n  }\n}`;
const cs = (line: string): string =>
  `public class ATest {\n  [Fact] public async Task A() {\n    ${line}\n  }\n}`;
const kt = (line: string): string => `class ATest {\n  @Test fun a() {\n    ${line}\n  }\n}`;
const rb = (line: string): string => `it 'a' do\n  client.balances\n  ${line}\nend`;
const js = (line: string): string => `it('a', async () => {\n  await c.balances();\n  ${line}\n});`;
const py = (line: string): string => `def test_a(client, session):\n    client.balances()\n    ${line}\n`;
const go = (line: string): string => `package a\nfunc TestA(t *testing.T) {\n\t${line}\n}`;
const php = (line: string): string =>
  `<?php\nclass ATest extends TestCase {\n  public function testA(): void {\n    ${line}\n  }\n}`;
const ex = (line: string): string => `test "a" do\n  ${line}\nend`;
const rs = (line: string): string => `#[tokio::test]\nasync fn a() {\n    ${line}\n}`;

describe('an assertion that no such call was made', () => {
  it.each([
    ['a.cs', cs('http.Verify(h => h.GetAsync("OLD"), Times.Never);')],
    ['b.cs', cs('http.Verify(h => h.GetAsync("OLD"), Times.Exactly(0));')],
    ['c.cs', cs('handler.Requests.Should().NotContain("OLD");')],
    ['d.cs', cs('await sub.DidNotReceive().GetAsync("OLD");')],
    ['e.cs', cs('Assert.All(handler.Requests, r => Assert.NotEqual("OLD", r));')],
    ['a.kt', kt('verify(exactly = 0) { http.get("OLD") }')],
    ['b.kt', kt('coVerify(inverse = true) {\n      http.get("OLD")\n    }')],
    ['c.kt', kt('assertTrue(paths.none { it.startsWith("OLD") })')],
    ['d.kt', kt('paths shouldNotContain "OLD"')],
    ['a_spec.rb', rb('expect(WebMock).not_to have_requested(:get, %r{OLD})')],
    ['b_spec.rb', rb('expect(a_request(:get, "#{base}OLD")).not_to have_been_made')],
    ['c_spec.rb', rb('expect(a_request(:get, "#{base}OLD")).to_not have_been_made')],
    ['d_spec.rb', rb('assert_not_requested(:get, "#{base}OLD")')],
    ['a.ts', js("sinon.assert.neverCalledWith(get, 'OLD');")],
    ['b.ts', js("expect(get.calledWith('OLD')).to.be.false;")],
    ['c.ts', js("assert(!get.calledWith('OLD'));")],
    ['d.ts', js("expect(fetchMock.called('OLD')).toBe(false);")],
    ['e.ts', js("expect(mock.history.get.filter((r) => r.url === 'OLD')).toHaveLength(0);")],
    ['f.ts', js("expect(mock.history.get.some((r) => r.url.startsWith('OLD'))).toBe(false);")],
    ['a.py', py('assert not any("OLD" in r for r in routes())')],
    ['b.py', py('assert call("OLD") not in session.get.mock_calls')],
    ['c.py', py('assert all(c.args[0] != "OLD" for c in session.get.call_args_list)')],
    ['A.java', java('server.verify(0, getRequestedFor(urlEqualTo("OLD")));')],
    ['B.java', java('verify(exactly(0), getRequestedFor(urlPathEqualTo("OLD")));')],
    ['C.java', java('assertThat(paths).doesNotContain("OLD");')],
    ['D.java', java('assertFalse(paths.contains("OLD"));')],
    ['E.java', java('verify(http, times(0)).get("OLD");')],
    ['a.php', php("$this->http->expects($this->never())->method('get')->with('OLD');")],
    ['a_test.exs', ex('refute_called(HTTP.get("OLD"))')],
    ['a_test.go', go('m.AssertNotCalled(t, "Get", "OLD")')],
  ])('is no finding: %s', async (path, text) => {
    expect(await found(path, text)).toEqual([]);
  });
});

describe('a call that has to fail', () => {
  it.each([
    ['a.cs', cs('await Assert.ThrowsAsync<NotFoundException>(() => http.GetAsync("OLD"));')],
    ['b.cs', cs('await act.Invoking(c => c.GetAsync("OLD")).Should().ThrowAsync<GoneException>();')],
    ['c.cs', cs('var r = await http.GetAsync("OLD");\n    Assert.Equal(HttpStatusCode.Gone, r.StatusCode);')],
    ['d.cs', cs('var r = await http.GetAsync("OLD");\n    r.IsSuccessStatusCode.Should().BeFalse();')],
    ['a_test.exs', ex('assert_raise NotFound, fn -> Client.get("OLD") end')],
    ['b_test.exs', ex('res = Client.get("OLD")\n  assert res.status == 410')],
    ['a.py', py('with pytest.raises(Gone):\n        client.get("OLD")')],
    ['b.py', py('r = client.get("OLD")\n    assert r.status_code in (404, 410)')],
    ['c.py', py('r = client.get("OLD")\n    assert not r.ok')],
    [
      'd.py',
      `PATHS = ["OLD", "OLD/balances"]\ndef test_a(client):\n    for p in PATHS:\n        r = client.get(p)\n        assert r.status_code == 410\n`,
    ],
    ['e.py', py('with client.get("OLD") as r:\n        assert r.status_code == 404')],
    ['a_spec.rb', rb("expect { client.get('OLD') }.to raise_error(Gone)")],
    ['b_spec.rb', rb("get 'OLD'\n  expect(response).to have_http_status(:gone)")],
    ['c_spec.rb', rb("res = client.get('OLD')\n  raise 'still there' if res.success?")],
    ['a.ts', js("await expect(http.get('OLD')).rejects.toThrow();")],
    ['b.ts', js("const res = await http.get('OLD');\n  expect(res.ok).toBe(false);")],
    [
      'c.ts',
      js("const res = await http.get('OLD');\n  if (res.status !== 404) throw new Error('still there');"),
    ],
    [
      'd.ts',
      "it.each(['OLD', 'OLD/balances'])('%s', async (p) => {\n  const res = await fetch(BASE + p);\n  expect(res.status).toBe(410);\n});",
    ],
    [
      'e.ts',
      "const url = 'OLD';\nit('a', async () => {\n  await expect(api.get(url)).rejects.toThrow();\n});",
    ],
    [
      'a_test.go',
      go(
        'res, _ := http.Get(base + "OLD")\n\tif res.StatusCode != http.StatusGone {\n\t\tt.Fatal(res.Status)\n\t}',
      ),
    ],
    ['b_test.go', go('_, err := client.Get("OLD")\n\trequire.Error(t, err)')],
    ['c_test.go', go('_, err := client.Get("OLD")\n\tif err == nil {\n\t\tt.Fatal("still there")\n\t}')],
    ['A.java', java('assertThrows(NotFound.class, () -> http.get("OLD"));')],
    ['B.java', java('var res = http.get("OLD");\n    assertEquals(410, res.status());')],
    ['a.kt', kt('assertFailsWith<Gone> { http.get("OLD") }')],
    ['a.php', php("$this->getJson('OLD')->assertStatus(410);")],
    ['b.php', php("$res = $this->get('OLD');\n    $res->assertNotFound();")],
    [
      'a.rs',
      rs(
        'let res = client.get(format!("{base}OLD")).send().await.unwrap();\n    assert_eq!(res.status(), 410);',
      ),
    ],
    ['a.hurl', 'GET {{base}}OLD\nHTTP *\n[Asserts]\nstatus == 404\n'],
    ['b.hurl', 'GET {{base}}OLD\nHTTP 410\n'],
    ['a.http', 'GET {{base}}OLD\n\n> {%\n  client.assert(response.status === 410, "gone");\n%}\n'],
    ['a.feature', 'Feature: x\n  Scenario: y\n    When I GET "OLD"\n    Then the status is 410\n'],
    ['b.feature', 'Feature: x\n  Scenario: y\n    Then no request was made to "OLD"\n'],
    ['a.sh', '! curl -fsS "$BASEOLD"\n'.replace('BASEOLD', 'BASE/api/v1/current-tenant')],
    ['b.sh', 'if curl -fs "${BASE}OLD"; then\n  echo "still there"\n  exit 1\nfi\n'],
    ['c.sh', 'curl -fs "${BASE}OLD" && { echo "still there"; exit 1; }\n'],
    [
      'd.sh',
      'code=$(curl -s -o /dev/null -w "%{http_code}" "${BASE}OLD")\nif [ "$code" != 410 ]; then\n  exit 1\nfi\n',
    ],
    ['e.sh', 'if ! curl -fs "${BASE}OLD"; then\n  echo gone\nelse\n  exit 1\nfi\n'],
    ['a.bats', '#!/usr/bin/env bash\n@test "gone" {\n  run curl -fs "${BASE}OLD"\n  assert_failure\n}\n'],
    ['a.t', 'my $res = $ua->get("${base}OLD");\nis($res->code, 410);\n'],
    [
      'artillery.yml',
      'scenarios:\n  - flow:\n      - get:\n          url: "{{ base }}OLD"\n          expect:\n            - statusCode: 410\n',
    ],
  ])('is not certain, and stays: %s', async (path, text) => {
    const all = await found(path, text);
    expect(all.filter(({ confidence, fixable }) => confidence === 'high' || fixable)).toEqual([]);
  });
});

describe('an ordinary call', () => {
  it.each([
    [
      'raises.py',
      'def tenant(s):\n    r = s.get(f"{BASE}OLD")\n    if r.status_code != 200:\n        raise RuntimeError(r.text)\n    return r.json()\n',
    ],
    [
      'gone.py',
      'def tenant(s):\n    r = s.get(BASE + "OLD")\n    if r.status_code == 410:\n        raise Gone()\n    return r.json()\n',
    ],
    [
      'closed.py',
      'def tenant(s):\n    t = s.get(BASE + "OLD").json()\n    if t["closed"]:\n        raise Closed()\n    return t\n',
    ],
    [
      'raises.rb',
      "def tenant\n  res = conn.get('OLD')\n  return nil if res.status == 404\n  raise Gone if res.status == 410\n  raise Error unless res.success?\n  JSON.parse(res.body)\nend",
    ],
    [
      'within.ts',
      "export class C {\n  async t() {\n    const { data } = await this.http.get('OLD');\n    if (data.undergoneReview) return data;\n    return data;\n  }\n}",
    ],
    [
      'next.test.ts',
      "it('reads', async () => {\n  const t = await http.get('OLD');\n  expect(t.name).toBe('Acme');\n});\nit('throws', async () => {\n  await expect(send({})).rejects.toThrow();\n});",
    ],
    [
      'other.test.ts',
      "it('reads', async () => {\n  const res = await http.get('OLD');\n  expect(res.status).toBe(200);\n  const other = await http.get('/none');\n  expect(other.status).toBe(404);\n});",
    ],
    [
      'one.test.ts',
      "it('reads', async () => {\n  expect((await http.get('OLD')).status).toBe(200);\n  expect((await http.get('/none')).status).toBe(404);\n});",
    ],
    ['null.test.ts', "it('reads', async () => {\n  expect(await http.get('OLD')).not.toBeNull();\n});"],
    ['once.kt', kt('verify(exactly = 1) { http.get("OLD") }')],
    ['once.cs', cs('http.Verify(h => h.GetAsync("OLD"), Times.Once);')],
    ['ok.cs', cs('await http.Invoking(h => h.GetAsync("OLD")).Should().NotThrowAsync();')],
    ['made_spec.rb', rb('expect(a_request(:get, "#{base}OLD")).to have_been_made.once')],
    ['fine_spec.rb', rb("expect { client.get('OLD') }.not_to raise_error")],
    ['Some.java', java('assertNotNull(http.get("OLD"));')],
    ['Full.java', java('assertFalse(http.get("OLD").isEmpty());')],
    ['fine_test.go', go('_, err := client.Get("OLD")\n\trequire.NoError(t, err)')],
    [
      'err_test.go',
      go(
        'res, err := http.Get(base + "OLD")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tdefer res.Body.Close()',
      ),
    ],
    [
      'client.go',
      'package a\nconst tenantPath = "OLD"\nfunc (c *C) T(ctx context.Context) error {\n\tif err := c.get(ctx, tenantPath); err != nil {\n\t\treturn fmt.Errorf("tenant: %w", err)\n\t}\n\treturn nil\n}',
    ],
    [
      'methods.ts',
      "export class Client {\n  async tenant() { return this.http.get('OLD'); }\n  async gone() { return this.http.get('OLD/balances'); }\n}",
    ],
    ['title.http', 'GET {{base}}OLD\n\n### a customer that is gone\nGET {{base}}/api/v1/customers/1\n'],
    ['next.hurl', 'GET {{base}}OLD\nHTTP 200\n\nGET {{base}}/api/v1/customers/none\nHTTP 404\n'],
    [
      'next.feature',
      'Feature: x\n  Scenario: y\n    When I GET "OLD"\n    Then the status is 200\n    When I GET "/none"\n    Then the status is 404\n',
    ],
    ['README.md', '`GET OLD` gives the tenant.\n\nThe wizard is gone since 2.0.\n'],
    ['or.sh', 'curl -fsS "${BASE}OLD" || { echo "gone wrong"; exit 1; }\n'],
    ['down.sh', 'if ! curl -fsS "${BASE}OLD" -o b.json; then\n  echo "down"\n  exit 1\nfi\n'],
    [
      'none.sh',
      'code=$(curl -s -o out -w "%{http_code}" "${BASE}OLD")\n[ "$code" = 200 ] || exit 1\n[ "$code" = 404 ] && echo "none"\n',
    ],
  ])('is certain and mended: %s', async (path, text) => {
    const all = await found(path, text);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ fixable }) => !fixable)).toEqual([]);
  });
});

describe('an HTML comment in prose', () => {
  it.each([
    '<!-- hi -->\nRun `curl $B/api/v1/current-tenant/balances` to see.\n',
    'Text. <!-- hi -->\nRun `curl $B/api/v1/current-tenant/balances` to see.\n',
    'Run `curl $B/api/v1/current-tenant/balances` to see. <!-- hi -->\n',
  ])('is no arrow: %j', async (text) => {
    const { findings } = await scanText('docs/calls.md', text, { neighbour: false }, SCAN);
    expect(findings.map(({ rule }) => rule)).toEqual(['current-tenant-endpoint']);
  });

  it('holds a suppression of the line below', async () => {
    const text =
      '<!-- paybatch-ignore current-tenant-endpoint -- told to partners -->\nRun `curl $B/api/v1/current-tenant/balances`.\n';
    const { findings, suppressed, notes } = await scanText('docs/calls.md', text, { neighbour: false }, SCAN);
    expect([findings.length, suppressed.length, notes]).toEqual([0, 1, []]);
  });
});

describe('prose that says when something is called', () => {
  it.each([
    'If the float drops under 20k the run is skipped (`GET /api/v1/current-tenant/balances`).\n',
    'The bot reads `GET /api/v1/current-tenant` on start, and goes on when the name does not match.\n',
  ])('says nothing of its end: %j', async (text) => {
    const { findings } = await scanText('README.md', text, { neighbour: false }, SCAN);
    expect(findings.map(({ rule }) => rule)).toEqual(['current-tenant-endpoint']);
  });
});

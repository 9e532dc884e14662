// What --fix may touch is surely a call that this code sends; a place that renames, refuses, looks for or serves the old path is
// none, and is never of high confidence.
import { describe, expect, it } from 'vitest';

import type { Finding } from '../../../src/lint/model/finding.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { SCAN } from '../../kit/lint.ts';

const OLD = '/api/v1/current-tenant';
const NEW = '/api/v1/developer';

async function found(path: string, text: string): Promise<Finding[]> {
  const settings = { ...SCAN, minConfidence: 'low' as const };
  const { findings } = await scanText(path, text, { neighbour: false }, settings);
  return findings.filter(({ rule }) => rule === 'current-tenant-endpoint');
}

describe('a place that is no call', () => {
  it.each([
    ['rename.ts', `export const call = (u: string) => fetch(BASE + u.replace('${OLD}', '${NEW}'));`],
    ['rename.py', `def call(p):\n    return requests.get(BASE + p.replace("${OLD}", "${NEW}"))`],
    ['rename.rb', `def call(p)\n  Faraday.get(BASE + p.sub('${OLD}', '${NEW}'))\nend`],
    ['rename.php', `<?php\nreturn $http->get(str_replace('${OLD}', '${NEW}', $p));`],
    ['rename.go', `package x\nvar renamed = strings.NewReplacer("${OLD}", "${NEW}")\n`],
    ['rename.cs', `class H { Task<string> G(string p) => h.GetStringAsync(p.Replace("${OLD}", "${NEW}")); }`],
    ['named.py', `OLD, NEW = "${OLD}", "${NEW}"\nrequests.get(BASE + path.replace(OLD, NEW))`],
    ['map.js', `const RENAMED = {\n  '${OLD}': '${NEW}',\n};\nfetch(BASE + RENAMED[p]);`],
    ['guard.ts', `api.use((c) => { if (c.url?.startsWith('${OLD}')) throw new Error('ended'); return c; });`],
    ['guard2.ts', `const path = '${OLD}';\nif (url.includes(path)) api.get(url);`],
    ['equal.go', `package x\nfunc k(p string) bool { http.Get(base + p); return p == "${OLD}" }`],
    [
      'switch.go',
      `package x\nfunc k(p string) string {\n\tswitch p {\n\tcase "${OLD}":\n\t\treturn "old"\n\t}\n\treturn ""\n}`,
    ],
    [
      'Arm.java',
      `class K { String k(String p) { return switch (p) { case "${OLD}" -> "a"; default -> ""; }; } }`,
    ],
    ['fallback.ts', `export const me = () => api.get('${NEW}').catch(() => api.get('${OLD}'));`],
    ['day.ts', `const me = (day: string) => api.get(day > '2026-10-30' ? '${NEW}' : '${OLD}');`],
    ['gone.test.ts', `nock('https://api.payments.example').get('${OLD}').reply(410, {});`],
    [
      'own.test.ts',
      `import { http } from 'msw';\nexport const h = [http.get('${OLD}', () => HttpResponse.json({}))];`,
    ],
    ['up.sql', `UPDATE endpoints SET path = '${NEW}'\nWHERE path = '${OLD}';`],
    ['move.sh', `grep -rl '${OLD}' src | xargs sed -i 's#${OLD}#${NEW}#g'`],
    ['ci.yml', `jobs:\n  guard:\n    steps:\n      - run: '! grep -rn "${OLD}" src'\n`],
    ['nginx.conf', `location = ${OLD} { return 410; }`],
    ['Caddyfile', `app.acme.example {\n  handle ${OLD}* {\n    reverse_proxy workspace:8080\n  }\n}`],
    ['envoy.yaml', `routes:\n  - match: { prefix: "${OLD}" }\n    route: { cluster: workspace }\n`],
    [
      'ingress.yaml',
      `kind: Ingress\nspec:\n  rules:\n    - http:\n        paths:\n          - path: ${OLD}\n            pathType: Prefix\n`,
    ],
    [
      'rule.tf',
      `resource "aws_lb_listener_rule" "t" {\n  condition { path_pattern { values = ["${OLD}"] } }\n}`,
    ],
    ['stub.json', `{ "request": { "method": "GET", "url": "${OLD}" }, "response": { "status": 200 } }`],
    ['alarm.yaml', `rules:\n  - alert: Old\n    expr: sum(rate(calls_total{uri="${OLD}"}[5m])) > 0\n`],
    ['semgrep.yml', `rules:\n  - id: old\n    pattern: ${OLD}\n`],
    [
      'spec.yaml',
      `openapi: 3.1.0\npaths:\n  ${OLD}:\n    get: { deprecated: true }\n  ${NEW}:\n    get: {}\n`,
    ],
    ['when.md', `After 30 October \`GET ${OLD}\` answers 410.\n`],
    ['change.md', `\`\`\`diff\n-curl $B${OLD}\n+curl $B${NEW}\n\`\`\`\n`],
  ])('is not high and not fixed: %s', async (path, text) => {
    expect(
      (await found(path, text)).filter(({ confidence, fixable }) => confidence === 'high' || fixable),
    ).toEqual([]);
  });

  it.each([
    [
      'K.java',
      `class K { String a(String p) { return switch (p) { case "${NEW}" -> "n"; default -> ""; }; }\n  String c() { return http.getForObject(base + "${OLD}", String.class); } }`,
    ],
    [
      'later.py',
      `def f():\n    r = requests.get(BASE + "${OLD}")\n    if r.status_code != 200:\n        r = requests.get(BASE + "${NEW}")\n    return r`,
    ],
  ])('the new path stands in the same file: %s is found and left to a person', async (path, text) => {
    expect((await found(path, text)).map(({ confidence, fixable }) => [confidence, fixable])).toEqual([
      ['high', false],
    ]);
  });
});

describe('a call', () => {
  it.each([
    ['a.ts', `import axios from 'axios';\nexport const me = () => axios.get(\`\${BASE}${OLD}/balances\`);`],
    ['b.py', `requests.patch(BASE + "${OLD}/webhook-config", json=body)`],
    ['c.sh', `curl -s "$BASE${OLD}" | grep name`],
    ['d.http', `GET {{base}}${OLD}/crypto-instruction/ethereum/usdc\n`],
    ['e.env', `PAYMENTS_BALANCES_URL=https://api.payments.example${OLD}/balances\n`],
    ['f.md', `\`\`\`sh\ncurl $BASE${OLD}\n\`\`\`\n`],
    ['g.ts', `// moves to ${NEW}\nfetch(\`\${BASE}${OLD}\`);`],
    ['h.ts', `const PATH = '${OLD}';\napi.get(PATH);`],
  ])('is fixed: %s', async (path, text) => {
    expect((await found(path, text)).map(({ fixable }) => fixable)).toEqual([true]);
  });
});

describe('an endpoint that the service never had', () => {
  it.each([
    ['members.ts', `export const m = () => api.get('${OLD}/members');`],
    ['history.ts', `export const m = () => api.get('${OLD}/balances/history?from=1');`],
    ['delete.ts', `export const m = () => api.delete('${OLD}');`],
    ['post.py', `requests.post(BASE + "${OLD}/balances", json={})`],
    ['method.ts', `fetch(BASE + '${OLD}', { method: 'PUT', body });`],
    ['method.sh', `curl -X DELETE "$BASE${OLD}"`],
    ['ending.ts', `api.get('${OLD}.json');`],
  ])('has nothing in its place: %s', async (path, text) => {
    const all = await found(path, text);
    expect(all).toHaveLength(1);
    for (const one of all) {
      expect(one).toMatchObject({ fixable: false, replacement: null });
      expect(one.confidence).not.toBe('high');
      expect(one.message).not.toContain('developer');
    }
  });
});

describe('a check that the old path is gone', () => {
  it.each([
    ['ended.ts', `const res = await fetch(BASE + '${OLD}');\nexpect(res.status).toBe(410);`],
    [
      'k6.js',
      `const res = http.get(\`\${BASE}${OLD}\`);\ncheck(res, { 'is gone': (r) => r.status === 410 });`,
    ],
    [
      'ended_test.go',
      `package x\nfunc TestOld(t *testing.T) {\n\tres, _ := http.Get(base + "${OLD}")\n\tif res.StatusCode != http.StatusGone {\n\t\tt.Fatal()\n\t}\n}`,
    ],
    ['ended_spec.rb', `it "ended" do\n  res = client.get("${OLD}")\n  expect(res.status).to eq 410\nend`],
    ['ended.hurl', `GET {{base}}${OLD}\nHTTP 410\n`],
    [
      'ended.sh',
      `code=$(curl -s -o /dev/null -w '%{http_code}' "$BASE${OLD}")\n[ "$code" = 410 ] || exit 1\n`,
    ],
    ['turned.sh', `! curl -sf "$BASE${OLD}" || exit 1\n`],
    ['asked.sh', `if curl -sf "$BASE${OLD}"; then\n  echo "the old path still answers"\n  exit 1\nfi\n`],
    ['rejects.ts', `const url = '${OLD}';\nawait expect(api.get(url)).rejects.toThrow();`],
  ])('is found in %s, and left as it is', async (path, text) => {
    const findings = await found(path, text);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ fixable, fix }) => fixable || fix !== undefined)).toEqual([]);
  });

  it.each([
    [
      'call.ts',
      `const res = await fetch(BASE + '${OLD}');\nif (res.status === 404) throw new Error('none');`,
    ],
    ['call.sh', `curl -sf "$BASE${OLD}" || exit 1\n`],
    ['if.sh', `if curl -sf "$BASE${OLD}" > me.json; then\n  jq . me.json\nfi\n`],
  ])('is not what %s is, which is mended', async (path, text) => {
    expect((await found(path, text)).some(({ fixable }) => fixable)).toBe(true);
  });
});

// --observed reads recordings and access logs: which deprecated uses they contain, how often, when last, and of which
// host.
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { timeOf } from '../../../src/lint/observed.ts';
import { folder } from '../../kit/folder.ts';
import { command } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";
const TRANSFER = "post('/api/v1/transfers', { customerId, amount: 5 });\n";

async function lint(at: string, args: readonly string[]) {
  return command(at, ['lint', ...args], {}, { now: () => Date.parse('2026-10-01T12:00:00Z') });
}

/** A recording of requests, as browsers write it. */
const har = (...requests: readonly { method: string; url: string; body?: object | string }[]): string =>
  JSON.stringify({
    log: {
      entries: requests.map(({ method, url, body }, i) => ({
        startedDateTime: `2026-05-0${i + 1}T00:00:00Z`,
        request: {
          method,
          url,
          ...(body && { postData: { text: typeof body === 'string' ? body : JSON.stringify(body) } }),
        },
      })),
    },
  });

describe('the time of a log line', () => {
  const AT_EIGHT = '2026-05-01T08:00:00.000Z';
  it.each([
    ['Apache and nginx', '1 - - [01/May/2026:10:00:00 +0200] "GET / HTTP/1.1" 200 1', AT_EIGHT],
    ['ISO', '2026-05-01T10:00:00+02:00 GET /', AT_EIGHT],
    ['CloudFront', '2026-05-01\t08:00:00\tLHR62\t392\t192.0.2.1\tGET\td1.example\t/x\t200', AT_EIGHT],
    ['IIS', '2026-05-01 08:00:00 192.0.2.1 GET /x - 443 - 192.0.2.2 - 200 0 0 15', AT_EIGHT],
    ['Caddy with the time as text', '{"level":"info","ts":"2026-05-01T08:00:00Z","msg":"handled"}', AT_EIGHT],
    ['a line without a time', 'GET /x', ''],
    ['a date that does not exist', '2026-13-41 08:00:00 GET /x', ''],
  ])('is right, or empty if unknown: %s', (_, line, time) => {
    expect(timeOf(line)).toBe(time);
  });
});

describe('--observed', () => {
  it('does not count transfers in an access log, which has no bodies', async () => {
    const at = folder({
      'src/pay.js': TRANSFER,
      'access.log': '2026-05-01T10:00:00Z POST /api/v1/transfers 201\n',
    });
    expect((await lint(at, ['src', '--observed', 'access.log'])).out).not.toMatch(/seen/);
  });
  it('reads logs of CloudFront (gzip), IIS and Caddy', async () => {
    const at = folder({
      'src/a.js': CALL,
      'cf.gz': gzipSync(
        '#Version: 1.0\n#Fields: date time cs-method cs-uri-stem\n2026-05-01\t08:00:00\tGET\t/api/v1/current-tenant/balances\n',
      ),
      'iis.log':
        '#Fields: date time s-ip cs-method cs-uri-stem\n2026-05-02 08:00:00 192.0.2.1 GET /api/v1/current-tenant/balances - 443\n',
      'caddy.json':
        '{"ts":1777795200,"request":{"method":"GET","host":"pay.example","uri":"/api/v1/current-tenant/balances?x=1"},"status":200}\n',
    });
    const { out } = await lint(at, [
      'src',
      ...['cf.gz', 'iis.log', 'caddy.json'].flatMap((one) => ['--observed', one]),
    ]);
    expect(out).toMatch(/seen 3 times, last 2026-05-02T08:00:00\.000Z/);
    expect(out).not.toMatch(/no code found/);
  });
  it.each([
    [
      'JSON with its fields in any order',
      '{"path":"/api/v1/current-tenant/balances","status":200,"verb":"GET"}',
    ],
    [
      'a line of a program with a time',
      '2026-05-01T08:00:00Z asked /api/v1/current-tenant/balances, answered 200',
    ],
  ])('counts a line that has no HTTP request line: %s', async (_, line) => {
    const at = folder({ 'src/a.js': CALL, 'x.log': `${line}\n` });
    const { out, err } = await lint(at, ['src', '--observed', 'x.log']);
    expect([err, out]).toEqual(['', expect.stringMatching(/seen 1 time/)]);
  });
  it('counts the request, not its referrer', async () => {
    const at = folder({
      'src/a.js': CALL,
      'access.log':
        '1 - - [01/May/2026:10:00:00 +0000] "GET /x HTTP/1.1" 200 1 "https://x/api/v1/current-tenant/balances"\n',
    });
    expect((await lint(at, ['src', '--observed', 'access.log'])).out).toMatch(/not seen in the recordings/);
  });
  it('ignores hosts that are not in lint.hosts, in code and in recordings', async () => {
    const at = folder({
      'src/a.js':
        "get('https://pay.example/api/v1/current-tenant/balances');\nget('https://other.example/api/v1/current-tenant/users');\n",
      's.har': har(
        { method: 'GET', url: 'https://pay.example/api/v1/current-tenant/balances' },
        { method: 'GET', url: 'https://other.example/api/v1/current-tenant/balances' },
        { method: 'POST', url: 'https://other.example/api/v1/transfers', body: { amount: 5 } },
      ),
      'paybatch.config.json': '{"lint":{"hosts":["pay.example"]}}',
    });
    const { out } = await lint(at, ['src', '--observed', 's.har']);
    expect(out).toMatch(/seen 1 time,/);
    expect(out).not.toMatch(/users|no code found/);
  });
});

describe('--observed with a file without requests', () => {
  it.each([
    ['todo.csv', 'line,field,answer\n2,amount,5\n'],
    ['map.json', '{"a": "b"}'],
    ['empty.log', ''],
    ['deep.har', `{"log":{"entries":${'['.repeat(500_000)}`],
    ['other.har', '{"log":{"pages":[]}}'],
    ['package.json', '{\n"scripts": { "smoke": "curl -X GET $B/api/v1/current-tenant/balances" }\n}\n'],
    ['client.js', CALL],
  ])('warns that %s proves nothing', async (name, text) => {
    const at = folder({ 'a.ts': CALL, [name]: text });
    const { code, out, err } = await lint(at, ['a.ts', '--observed', name]);
    expect(err).toBe(`paybatch: warning: --observed ${name} has no request, so it proves nothing\n`);
    expect([code, out]).toEqual([1, expect.not.stringContaining('not seen')]);
  });
  it('does not warn about an access log without a deprecated use', async () => {
    const log = '10.0.0.1 - - [01/Jun/2026:10:00:00 +0000] "GET /api/v1/customers HTTP/1.1" 200 5\n';
    const at = folder({ 'a.ts': CALL, 'x.log': log });
    expect((await lint(at, ['a.ts', '--observed', 'x.log'])).err).toBe('');
  });
});

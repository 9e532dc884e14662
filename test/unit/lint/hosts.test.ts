// Hosts of the service as the config file names them, and as addresses in sources do: they are compared by host alone.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { hostNamed, hostOf } from '../../../src/lint/model/hosts.ts';
import { namesClient, namesHost } from '../../../src/lint/model/settled.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { SCAN } from '../../kit/lint.ts';

describe('a host of the config file', () => {
  it.each([
    ['api.payments.example', 'api.payments.example'],
    ['API.Payments.Example', 'api.payments.example'],
    ['https://api.payments.example', 'api.payments.example'],
    ['https://u:p@api.payments.example:8443/api/v1/', 'api.payments.example'],
    [' api.payments.example ', 'api.payments.example'],
    ['*.payments.example', 'payments.example'],
    ['localhost:8080', 'localhost'],
    ['', undefined],
    ['https://', undefined],
    ['two words', undefined],
    ['*', undefined],
  ])('%j is %j', (written, host) => {
    expect(hostNamed(written)).toBe(host);
  });
});

describe('an address in a source', () => {
  it.each([
    ['https://api.payments.example/api/v1/transfers', 'api.payments.example'],
    ['HTTPS://API.Payments.Example:443/x', 'api.payments.example'],
    ['https://user:pw@api.payments.example/x', 'api.payments.example'],
    ['https://api.payments.example@evil.com/x', 'evil.com'],
    ['https://{}/x', undefined],
    ['https://api-{}.payments.example/x', undefined],
    ['/api/v1/transfers', undefined],
  ])('%j: %j', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });

  it.each([
    ["fetch('https://API.Payments.Example:443/api/v1/current-tenant')", 1],
    ["fetch('https://user:pw@api.payments.example/api/v1/current-tenant')", 1],
    ["fetch('https://api.payments.example@evil.com/api/v1/current-tenant')", 0],
    ["fetch('https://other.example/api/v1/current-tenant')", 0],
  ])('%s, where the host is known: %i', async (text, count) => {
    const settings = { ...SCAN, hosts: ['api.payments.example'] };
    expect((await scanText('a.js', text, { neighbour: false }, settings)).findings).toHaveLength(count);
  });

  it('that nothing ties to the service is not high, and is not fixed', async () => {
    const text =
      "fetch('https://tenant.acme-crm.example/api/v1/current-tenant', { headers: { 'X-CRM-Key': k } })";
    const { findings } = await scanText('a.js', text, { neighbour: false }, SCAN);
    expect(findings.map(({ confidence, fixable }) => [confidence, fixable])).toEqual([['medium', false]]);
  });
});

it.each([[''], ['two words'], ['/api/v1']])('a host %j ends the command with one line', async (host) => {
  const at = folder({ 'paybatch.config.json': JSON.stringify({ lint: { hosts: [host] } }), 'a.js': '' });
  const io = fakeIo(at, {});
  expect(await program(['lint', '.'], io)).toBe(2);
  expect(io.said.err).toMatch(/^[^\n]*lint\.hosts[^\n]*\n$/);
});

it.each([[''], ['a'], [' ']])('a client %j ends the command with one line', async (client) => {
  const at = folder({ 'paybatch.config.json': JSON.stringify({ lint: { clients: [client] } }), 'a.js': '' });
  const io = fakeIo(at, {});
  expect(await program(['lint', '.'], io)).toBe(2);
  expect(io.said.err).toMatch(/^[^\n]*lint\.clients[^\n]*\n$/);
});

describe('a name of the config file in a text', () => {
  it.each([
    ['harborClient.get', 'harbor', true],
    ['this.harbor.get', 'harbor', true],
    ['my_harbor', 'harbor', true],
    ['newHarborClient', 'Harbor', true],
    ['HRClient', 'HR', true],
    ['harbored', 'harbor', false],
    ['transharbor', 'harbor', false],
  ])('%s: the client %s: %j', (text, client, is) => {
    expect(namesClient(text, [client])).toBe(is);
  });

  it.each([
    ['https://desk.io/x', true],
    ['api.desk.io:443', true],
    ['https://shopdesk.io', false],
    ['shop-desk.io', false],
    ['desk.io.evil.example', false],
    ['it is desk.io.', true],
  ])('%s: the host desk.io: %j', (text, is) => {
    expect(namesHost(text, ['desk.io'])).toBe(is);
  });
});

describe('the base of a client', () => {
  const TWO = `const pay = axios.create({ baseURL: 'https://api.payments.example/api/v1' });
const crm = axios.create({ baseURL: 'https://crm.vendor.example/api/v1' });
export const mine = () => pay.get('/current-tenant/balances');
export const theirs = () => crm.get('/current-tenant/balances');
`;

  it('is the host of what is called on it: of two, one that nothing ties to the service is not fixed', async () => {
    const { findings } = await scanText('client.ts', TWO, { neighbour: false }, SCAN);
    expect(findings.map(({ line, confidence, fixable }) => [line, confidence, fixable])).toEqual([
      [3, 'high', true],
      [4, 'medium', false],
    ]);
  });

  it('is held against the hosts of the config file', async () => {
    const settings = { ...SCAN, hosts: ['api.payments.example'] };
    const { findings } = await scanText('client.ts', TWO, { neighbour: false }, settings);
    expect(findings.map(({ line }) => line)).toEqual([3]);
  });
});

describe('the address of a call', () => {
  const hosts = ['api.payments.example'];
  const BASE = "BASE = os.environ.get('PAYMENTS_API_URL', 'https://api.payments.example')\n";
  it.each([
    // What it sends, says of itself and goes through.
    [
      'a.py',
      `${BASE}requests.patch(BASE + '/api/v1/current-tenant/webhook-config', json={'url': 'https://us.example/hook'})`,
    ],
    [
      'a.py',
      `${BASE}requests.get(BASE + '/api/v1/current-tenant', headers={'Referer': 'https://us.example'})`,
    ],
    [
      'a.py',
      `${BASE}requests.get(BASE + '/api/v1/current-tenant', proxies={'https': 'http://proxy.corp.internal:3128'})`,
    ],
    [
      'A.java',
      'class A { String base = "https://api.payments.example"; Object m() { return rest.patchForObject(base + "/api/v1/current-tenant/webhook-config", Map.of("url", "https://us.example/hook"), Map.class); } }',
    ],
    // The type of a parameter is no part of what it is put into.
    [
      'a.ts',
      'const call = (p: string) => fetch(`https://api.payments.example${p}`);\ncall("/api/v1/current-tenant");',
    ],
  ])('is none of the others in its statement: %s %s', async (path, text) => {
    const { findings, aside } = await scanText(path, text, { neighbour: false }, { ...SCAN, hosts });
    expect(aside).toBeUndefined();
    expect(findings.map(({ confidence, left }) => [confidence, left])).toEqual([['high', null]]);
  });

  it('is not compared where it is joined', async () => {
    const text = 'defmodule P do\n  def me, do: Req.get!(payments_url() <> "/api/v1/current-tenant")\nend\n';
    const { findings } = await scanText('p.ex', text, { neighbour: false }, SCAN);
    expect(findings.map(({ left }) => left)).toEqual([null]);
  });
});

describe('a client of the config file', () => {
  const clients = ['SparrowClient'];
  it.each(['class SparrowClient {', 'export class SparrowClient extends Base {'])(
    'is the class that calls, too: %s',
    async (head) => {
      const text = `const HUB = 'https://hub.acme.dev/api';\n${head}\n  me() { return this.http.get('/api/v1/current-tenant'); }\n}\n`;
      const left = async (named: readonly string[]): Promise<(string | null)[]> =>
        (await scanText('a.ts', text, { neighbour: false }, { ...SCAN, clients: named })).findings.map(
          (one) => one.left,
        );
      expect(await left(clients)).toEqual([null]);
      expect(await left(['Sparrow2Client'])).toEqual([expect.stringContaining('hub.acme.dev')]);
    },
  );
});

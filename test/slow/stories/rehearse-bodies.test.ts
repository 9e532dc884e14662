// rehearse and proxy, as bodies and paths are written on the wire: packed, with a mark before them, with slashes twice.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { describe, expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { Proxy } from '../../../src/sandbox/proxy.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CLIENT = `import zlib from 'node:zlib';
const { PAYBATCH_BASE_URL: base, PAYBATCH_CLIENT_ID: client_id, PAYBATCH_API_KEY: username, PAYBATCH_API_SECRET: password } = process.env;
const json = { 'content-type': 'application/json' };
const grant = JSON.stringify({ grant_type: 'http://idp.example/oauth/grant-type/password-realm', realm: 'Api-Key-Authentication', audience: base + '/api', client_id, username, password });
const { access_token } = await (await fetch(base + '/oauth/token', { method: 'POST', headers: json, body: grant })).json();
const headers = { ...json, authorization: 'Bearer ' + access_token };
const post = (body, more = {}, path = '/api/v1/transfers') => fetch(base + path, { method: 'POST', headers: { ...headers, ...more }, body });
const OLD = '{"amount":5}', NEW = '{"receiverAmount":5,"useDeveloperFunds":true}';
`;

async function rehearse(calls: string) {
  const io = fakeIo(folder({ 'client.mjs': `${CLIENT}${calls}` }), { PATH: process.env['PATH'] ?? '' });
  const code = await program(['rehearse', '--json', '--', process.execPath, 'client.mjs'], io);
  const { outcome, refused, notProven } = JSON.parse(io.said.out) as {
    outcome: string;
    refused: { uses: object[] }[];
    notProven: { message: string }[];
  };
  return { code, outcome, uses: refused.flatMap(({ uses }) => uses), why: notProven[0]?.message };
}

const AMOUNT = { rule: 'transfer-amount', field: 'amount' };

describe('rehearse', () => {
  it.each<[string, string, number, object[]]>([
    ['gzip', "await post(zlib.gzipSync(OLD), { 'content-encoding': 'gzip' });", 1, [AMOUNT]],
    ['gzip, new form', "await post(zlib.gzipSync(NEW), { 'content-encoding': 'gzip' });", 0, []],
    ['a mark before it', "await post('\\ufeff' + OLD);", 1, [AMOUNT]],
    ['slashes twice', "await post(OLD, {}, '/api/v1//transfers');", 1, [AMOUNT]],
    [
      'slashes twice, by the earlier path',
      "await fetch(base + '/api/v1//current-tenant/balances', { headers });",
      1,
      [{ rule: 'current-tenant-endpoint', field: '/api/v1/current-tenant/balances' }],
    ],
  ])('judges %s', async (_, calls, code, uses) => {
    expect(await rehearse(calls)).toMatchObject({ code, uses });
  });
  it.each<[string, string, RegExp]>([
    ['what is not what it says', "await post(OLD, { 'content-encoding': 'gzip' });", /the body is not gzip/],
    ['what nobody knows', "await post(OLD, { 'content-encoding': 'zz' });", /content-encoding is none of/],
  ])('calls not proven %s', async (_, calls, why) => {
    expect(await rehearse(calls)).toMatchObject({ code: 2, why: expect.stringMatching(why) as string });
  });
});

it('proxy counts what is packed, and what goes by slashes twice', async () => {
  const service = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const proxy = await Proxy.start({ to: `http://127.0.0.1:${port}`, port: 0, now: Date.now });
  onTestFinished(async () => {
    await proxy.stop();
    service.close();
  });
  const post = (path: string, encoding: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(proxy.url + path, { method: 'POST', headers: { 'content-encoding': encoding }, body });
  const old = '{"amount":5}';
  await post('/api/v1/transfers', 'gzip', new Uint8Array(gzipSync(old)));
  await post('/api/v1/transfers', 'deflate', new Uint8Array(deflateSync(old)));
  await post('/api/v1/transfers', 'br', new Uint8Array(brotliCompressSync(old)));
  await post('/api/v1//transfers', 'identity', new TextEncoder().encode(`\ufeff${old}`));
  await fetch(`${proxy.url}/api/v1//current-tenant/balances`);
  expect(proxy.uses()).toMatchObject([
    { ...AMOUNT, path: '/api/v1/transfers', count: 3 },
    { rule: 'current-tenant-endpoint', path: '/api/v1//current-tenant/balances', count: 1 },
    { ...AMOUNT, path: '/api/v1//transfers', count: 1 },
  ]);
});

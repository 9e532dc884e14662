// rehearse and proxy: what a client of any kind calls, against the day after the cutoff and in front of a service.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { Proxy } from '../../../src/sandbox/proxy.ts';
import { deprecatedUses } from '../../../src/sandbox/uses.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

async function rehearse(files: Record<string, string>, ...args: string[]) {
  const at = folder(files);
  const io = fakeIo(at, { PATH: process.env['PATH'] ?? '' });
  const code = await program(['rehearse', ...args], io);
  return { code, ...io.said };
}

const CLIENT = `
const { PAYBATCH_BASE_URL: base, PAYBATCH_AUTH_URL: auth, PAYBATCH_CLIENT_ID: client_id, PAYBATCH_API_KEY: username, PAYBATCH_API_SECRET: password } = process.env;
const json = { 'content-type': 'application/json' };
const body = JSON.stringify({ grant_type: 'http://idp.example/oauth/grant-type/password-realm', realm: 'Api-Key-Authentication', audience: base + '/api', client_id, username, password });
const { access_token } = await (await fetch(auth + '/oauth/token', { method: 'POST', headers: json, body })).json();
const headers = { ...json, authorization: 'Bearer ' + access_token };
const post = (path, body) => fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
`;

const CUSTOMER_WITH_EXPLANATION = "{ businessLegalName: 'X', fundingSourceExplanation: 'z' }";

describe('rehearse', () => {
  it('reports each call that is refused after the cutoff, of a Node client', async () => {
    const calls = `${CLIENT}
await post('/api/v1/transfers', { amount: 5, documents: ['data:text/plain;base64,aGk='] });
await post('/api/v1/customers', { businessLegalName: 'X', compliance: {}, transactionBreakdown: { transactionTypes: [] } });
await fetch(base + '/api/v1/current-tenant', { headers });
await fetch(base + '/api/v1/developer', { headers });
console.log('done');`;
    const { code, out, err } = await rehearse(
      { 'client.mjs': calls },
      '--json',
      '--',
      process.execPath,
      'client.mjs',
    );
    expect([code, err]).toEqual([1, 'done\n']);
    const { calls: count, refused } = JSON.parse(out) as {
      calls: number;
      refused: { path: string; uses: { rule: string; field: string }[] }[];
    };
    expect(count).toBe(5);
    expect(
      refused.map(({ path, uses }) => [path, uses.map(({ rule, field }) => `${rule} ${field}`)]),
    ).toEqual([
      ['/api/v1/transfers', ['transfer-amount amount', 'transfer-documents-base64 documents']],
      [
        '/api/v1/customers',
        ['customer-removed-field compliance', 'customer-removed-breakdown-field transactionTypes'],
      ],
      ['/api/v1/current-tenant', ['current-tenant-endpoint /api/v1/current-tenant']],
    ]);
  });
  it('a client of 1.32 survives', async () => {
    const calls = `${CLIENT}
await post('/api/v1/transfers', { receiverAmount: 5, useDeveloperFunds: true });
await fetch(base + '/api/v1/developer/balances', { headers });`;
    expect(await rehearse({ 'client.mjs': calls }, '--', process.execPath, 'client.mjs')).toMatchObject({
      code: 0,
      out: '3 calls, none refused: these calls work after the cutoff. 1 call was for a token.\n',
    });
  });
  it('a wrong token proves nothing, and a body sent with it is judged all the same', async () => {
    const fixed = (body: object): Record<string, string> => ({
      'client.mjs': `const base = process.env.PAYBATCH_BASE_URL;
const send = () => fetch(base + '/api/v1/transfers', { method: 'POST', headers: { authorization: 'Bearer old' }, body: '${JSON.stringify(body)}' });
await send(); await send();`,
    });
    const good = await rehearse(fixed({ receiverAmount: 5 }), '--', process.execPath, 'client.mjs');
    expect([good.code, good.out]).toEqual([
      2,
      expect.stringMatching(/Not proven[\s\S]*401[\s\S]*2 of 2 calls could not be rehearsed/),
    ]);
    const old = await rehearse(fixed({ amount: 5 }), '--json', '--', process.execPath, 'client.mjs');
    expect([old.code, JSON.parse(old.out)]).toEqual([
      1,
      expect.objectContaining({
        outcome: 'deprecated',
        refused: [
          expect.objectContaining({ status: 401, uses: [{ rule: 'transfer-amount', field: 'amount' }] }),
          expect.objectContaining({ status: 401 }),
        ],
      }),
    ]);
  });
  it('one kind of call that succeeds does not speak for another; a renewed token does', async () => {
    const calls = (rest: string): Record<string, string> => ({ 'client.mjs': `${CLIENT}${rest}` });
    const other = `await fetch(base + '/api/v1/developer', { headers }); await fetch(base + '/api/v1/customers/none/fiat-deposit-instructions', { headers });`;
    expect((await rehearse(calls(other), '--', process.execPath, 'client.mjs')).code).toBe(2);
    const renewed = `await fetch(base + '/api/v1/developer'); await fetch(base + '/api/v1/developer', { headers });`;
    expect((await rehearse(calls(renewed), '--', process.execPath, 'client.mjs')).code).toBe(0);
    expect((await rehearse(calls(''), '--', process.execPath, 'client.mjs')).out).toMatch(/for a token only/);
  });
  const TURNED_AWAY = `const raw = (body, token = 'Bearer old', path = '/api/v1/transfers') => fetch(base + path, { method: 'POST', headers: { ...json, authorization: token }, body });
const cut = (body) => new Promise((done) => { const to = new URL(base); const call = request({ host: to.hostname, port: to.port, path: '/api/v1/transfers', method: 'POST', headers }); call.on('error', done); call.write(body, () => setImmediate(() => call.destroy(new Error('cut')))); });
await post('/api/v1/transfers', { receiverAmount: 5, useDeveloperFunds: true });`;
  it.each<[string, string, RegExp]>([
    ['a wrong token, never repeated', `await raw('{"receiverAmount":5}');`, /token is missing/],
    ['a body that is cut off', `await cut('{"receiverAmount":5');`, /connection ended before the body did/],
  ])('a call that was never judged whole is not proven: %s', async (_, calls, why) => {
    const client = `import { request } from 'node:http';${CLIENT}${TURNED_AWAY}${calls}`;
    const ran = await rehearse({ 'client.mjs': client }, '--json', '--', process.execPath, 'client.mjs');
    const said = JSON.parse(ran.out) as { outcome: string; notProven: { message: string }[] };
    expect([ran.code, said.outcome]).toEqual([2, 'not-proven']);
    expect(said.notProven.map(({ message }) => message)).toEqual([expect.stringMatching(why)]);
  });
  it.each([
    ['cut off behind what ended', `await cut('{"amount":5}');`, 400, 'amount'],
    [
      'HEAD',
      "await fetch(base + '/api/v1/current-tenant', { method: 'HEAD', headers });",
      410,
      '/api/v1/current-tenant',
    ],
    [
      'for another host',
      `await new Promise((done) => { const to = new URL(base); request({ host: to.hostname, port: to.port, path: '/api/v1/transfers', method: 'POST', headers: { ...headers, host: 'x' } }, done).end('{"amount":5}'); });`,
      403,
      'amount',
    ],
  ])('a call is judged whatever it is answered: %s', async (_, calls, status, field) => {
    const client = `import { request } from 'node:http';${CLIENT}${TURNED_AWAY}${calls} process.exit();`;
    const ran = await rehearse({ 'client.mjs': client }, '--json', '--', process.execPath, 'client.mjs');
    expect([ran.code, JSON.parse(ran.out)]).toEqual([
      1,
      expect.objectContaining({
        calls: 3,
        refused: [expect.objectContaining({ status, uses: [expect.objectContaining({ field })] })],
      }),
    ]);
  });
  // Each is turned away for its token; behind it, what is said of the others.
  const pay = (amount: number, headers = 'headers'): string =>
    `await fetch(base + '/api/v1/transfers', { method: 'POST', headers: ${headers}, body: '{"receiverAmount":${amount},"useDeveloperFunds":true}' });`;
  const stale = (amount: number): string => pay(amount, "{ ...json, authorization: 'Bearer old' }");
  it.each<[string, string, number]>([
    ['of five different ones the first alone is repeated', [1, 2, 3, 4, 5].map(stale).join('') + pay(1), 4],
    ['another one succeeds', stale(999) + pay(1), 1],
    ['the same one succeeds later', stale(1) + stale(1) + pay(1), 0],
    ['the same one succeeded before', pay(1) + stale(1), 1],
  ])('a refused request is proven by a later success of the same request: %s', async (_, calls, left) => {
    const client = { 'client.mjs': `${CLIENT}${calls}` };
    const ran = await rehearse(client, '--json', '--', process.execPath, 'client.mjs');
    const { notProven } = JSON.parse(ran.out) as { notProven: unknown[] };
    expect([ran.code, notProven.length]).toEqual([left === 0 ? 0 : 2, left]);
  });
  const RAW = `import { connect } from 'node:net';${CLIENT}
const send = (text) => new Promise((done) => { const to = new URL(base); const socket = connect(to.port, to.hostname, () => socket.write(text)); let said = ''; socket.on('data', (part) => (said += part)).on('error', () => done(said)).on('close', () => done(said)); });
const said = async (...lines) => process.stdout.write((await send([...lines, 'Connection: close', '', ''].join('\\r\\n'))).split('\\r\\n')[0]);
const host = 'Host: localhost';
await fetch(base + '/api/v1/developer', { headers });
`;
  it('a connection that is reset without a request is no call', async () => {
    const calls = `${RAW}const to = new URL(base);
await new Promise((done) => { const socket = connect(to.port, to.hostname, () => socket.resetAndDestroy()); socket.on('close', done); });
await new Promise((done) => setTimeout(done, 50));`;
    const ran = await rehearse({ 'client.mjs': calls }, '--json', '--', process.execPath, 'client.mjs');
    expect([ran.code, JSON.parse(ran.out)]).toEqual([0, expect.objectContaining({ calls: 2 })]);
  });
  it.each<[string, string]>([
    ['a method in small letters', "'post /api/v1/transfers HTTP/1.1', host"],
    ['no HTTP', "'\\x16\\x03\\x01'"],
  ])('a request that cannot be read is not proven: %s', async (_, lines) => {
    const client = { 'client.mjs': `${RAW}await said(${lines});` };
    const ran = await rehearse(client, '--', process.execPath, 'client.mjs');
    expect([ran.err, ran.code]).toEqual([expect.stringContaining('HTTP/1.1 400 '), 2]);
    expect(ran.out).toMatch(/it can't be read[\s\S]*1 of 3 calls/);
  });
  it.each<[string, string, string, number]>([
    ['succeeds, and the command fails', "await fetch(base + '/api/v1/developer', { headers });", '7', 7],
    ['succeeds', "await fetch(base + '/api/v1/developer', { headers });", '0', 0],
    ['uses what ended, and the command fails', "await post('/api/v1/transfers', { amount: 5 });", '7', 1],
    [
      'uses what ended, beside one that proves nothing',
      "await post('/api/v1/transfers', { amount: 5 }); await fetch(base + '/api/v1/none', { headers });",
      '0',
      1,
    ],
    [
      'is refused for another reason, and the command fails',
      "await fetch(base + '/api/v1/none', { headers });",
      '7',
      2,
    ],
    ['is for a token only', '', '0', 2],
  ])('what is called %s: the exit code', async (_, calls, own, code) => {
    const client = { 'client.mjs': `${CLIENT}${calls} process.exitCode = ${own};` };
    expect((await rehearse(client, '--', process.execPath, 'client.mjs')).code).toBe(code);
  });
  it.each<[string, number, string | null, RegExp]>([
    ['0', 0, null, /nothing was rehearsed\.\n$/],
    ['process.exit(1)', 1, null, /The command itself ended with 1\.\n$/],
    ['process.exit(7)', 7, null, /The command itself ended with 7\.\n$/],
    ['process.kill(process.pid, "SIGKILL")', 137, 'SIGKILL', /ended by SIGKILL \(137\)\.\n$/],
  ])('a command that calls nothing proves nothing, however it ends: %s', async (end, own, signal, said) => {
    const command = ['--', process.execPath, '-e', end];
    const ran = await rehearse({}, ...command);
    expect([ran.code, ran.out]).toEqual([2, expect.stringMatching(said)]);
    const told = await rehearse({}, '--json', ...command);
    expect([told.code, JSON.parse(told.out)]).toEqual([
      2,
      expect.objectContaining({ outcome: 'not-proven', commandExitCode: own, commandSignal: signal }),
    ]);
  });
  it('hands over nothing that is real: no secret, no ledger', async () => {
    const at = folder({});
    const io = fakeIo(at, {
      PATH: process.env['PATH'] ?? '',
      PAYBATCH_API_SECRET_FILE: '/real/secret',
      PAYBATCH_LEDGER: '/real/ledger.db',
      PAYBATCH_LEDGER_PASSWORD: 'real',
      HTTPS_PROXY: 'http://real:1',
      http_proxy: 'http://real:1',
      ALL_PROXY: 'http://real:1',
      PGHOST: 'real',
      PGPASSWORD: 'real',
    });
    await program(['rehearse', '--', 'sh', '-c', 'env'], io);
    expect(io.said.err).not.toMatch(/real/);
    expect(io.said.err).toMatch(/PAYBATCH_LEDGER=\/.*ledger\.db/);
  });
  // A machine without curl skips this, visibly.
  it.skipIf(spawnSync('curl', ['--version']).error !== undefined)('a shell script with curl', async () => {
    const { code, out } = await rehearse({}, '--', 'sh', join(ROOT, 'samples/company/rehearse.sh'));
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /transfer-amount[\s\S]*customer-removed-field[\s\S]*3 of 5 calls would be refused after the cutoff/,
      ),
    ]);
  });
  it('a field of which the service does not say whether it ends is named', async () => {
    const body = CUSTOMER_WITH_EXPLANATION;
    const files = { 'client.mjs': `${CLIENT}await post('/api/v1/customers', ${body});` };
    const ran = await rehearse(files, '--', process.execPath, 'client.mjs');
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/does not state .*ask it[\s\S]*fundingSourceExplanation +customer-unclear-field/);
    expect(ran.out).toMatch(/these calls work after the cutoff, as far as the service states what ends\./);
    const told = await rehearse(files, '--json', '--', process.execPath, 'client.mjs');
    expect(JSON.parse(told.out)).toMatchObject({
      tokenCalls: 1,
      unclear: [{ status: 201, uses: [{ field: 'fundingSourceExplanation' }] }],
    });
  });
  it.each<[string, string[], number, RegExp]>([
    ['a command that makes no call', ['--', 'true'], 2, /made no call .*nothing was rehearsed/],
    ['a command that fails', ['--', 'sh', '-c', 'exit 7'], 2, /The command itself ended with 7/],
    ['no command', [], 2, /name the command behind "--"/],
    ['a command that is not there', ['--', 'no-such-command'], 2, /there is no such command/],
  ])('%s', async (_, args, expected, words) => {
    const { code, out, err } = await rehearse({}, ...args);
    expect([code, out + err]).toEqual([expected, expect.stringMatching(words)]);
  });
});

describe('deprecated uses of a request', () => {
  const cases: [string, string, object | string, string[]][] = [
    ['POST', '/api/v1/transfers/quote', { amount: 1 }, ['transfer-amount']],
    ['POST', '/api/v1/trades', { amount: 1 }, []],
    [
      'POST',
      '/api/v1/customers/c/documents',
      { kind: 'AmlPolicy', fileBlob: 'data:text/plain;base64,aGk=' },
      ['onboarding-removed-document-type'],
    ],
    ['PATCH', '/api/v1/current-tenant/webhook-config', { url: 'x' }, ['current-tenant-endpoint']],
    ['GET', '/api/v1/current-tenant-settings', '', []],
    ['POST', '/api/v1/transfers', 'no JSON amount', []],
    ['POST', '/api/v1/customers', { fundingSourceExplanation: 'x' }, ['customer-unclear-field']],
  ];
  it.each(cases)('%s %s', (method, path, body, rules) => {
    expect(
      deprecatedUses(method, path, typeof body === 'string' ? body : JSON.stringify(body)).map(
        ({ rule }) => rule,
      ),
    ).toEqual(rules);
  });
});

async function service(handle: Parameters<typeof createServer>[1]): Promise<{ url: string; server: Server }> {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }; // a TCP server's address
}
async function proxyTo(url: string): Promise<Proxy> {
  const proxy = await Proxy.start({ to: url, port: 0, now: () => Date.parse('2026-09-01T00:00:00Z') });
  onTestFinished(() => proxy.stop());
  return proxy;
}

describe('the proxy', () => {
  it('answers this machine only, by its own name', async () => {
    const { url } = await service((incoming, outgoing) => {
      incoming.resume();
      outgoing.end('{}');
    });
    const proxy = await proxyTo(url);
    const status = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((done) => {
        request(`${proxy.url}/api/v1/accounts`, { headers }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        }).end();
      });
    expect(
      await Promise.all([{}, { host: 'localhost:1' }, { origin: 'http://localhost:3000' }].map(status)),
    ).toEqual([200, 200, 200]);
    expect(
      await Promise.all(
        [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }].map(status),
      ),
    ).toEqual([403, 403, 403]);
  });
  it('forwards what came and answers what was answered, byte for byte, and counts', async () => {
    const seen: {
      method?: string | undefined;
      url?: string | undefined;
      headers: NodeJS.Dict<string | string[]>;
      body: string;
    }[] = [];
    const { url } = await service((incoming, outgoing) => {
      let body = '';
      incoming
        .on('data', (chunk: Buffer) => (body += chunk.toString()))
        .on('end', () => {
          seen.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
          outgoing.writeHead(201, 'Made', {
            'X-Own': 'é'.normalize('NFC').replace('é', 'e'),
            'set-cookie': ['a=1', 'b=2'],
          });
          outgoing.end('{"id": 1.50}');
        });
    });
    const proxy = await proxyTo(`${url}/base`);
    const sent = '{"amount": 5,  "documents": []}';
    const answer = await fetch(`${proxy.url}/api/v1/transfers?x=%20y`, {
      method: 'POST',
      body: sent,
      headers: { authorization: 'Bearer t', 'X-Mine': 'a' },
    });
    expect([answer.status, answer.statusText, await answer.text(), answer.headers.getSetCookie()]).toEqual([
      201,
      'Made',
      '{"id": 1.50}',
      ['a=1', 'b=2'],
    ]);
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/base/api/v1/transfers?x=%20y',
        body: sent,
        headers: { authorization: 'Bearer t', 'x-mine': 'a', host: url.slice('http://'.length) },
      },
    ]);
    await fetch(`${proxy.url}/api/v1/current-tenant/balances`);
    await fetch(`${proxy.url}/api/v1/current-tenant/balances`);
    const { uses, requests } = (await (await fetch(`${proxy.url}/__paybatch/uses`)).json()) as {
      uses: object[];
      requests: number;
    };
    expect(requests).toBe(3);
    expect(uses).toMatchObject([
      { rule: 'current-tenant-endpoint', method: 'GET', count: 2, last: '2026-09-01T00:00:00.000Z' },
      { rule: 'transfer-amount', field: 'amount', path: '/api/v1/transfers', count: 1 },
    ]);
    expect(JSON.stringify(uses)).not.toContain('documents');
  });
  it('a slow service holds up nobody else, and a large answer is not held in memory', async () => {
    const slow: (() => void)[] = [];
    const { url } = await service((incoming, outgoing) => {
      if (incoming.url === '/slow') return void slow.push(() => outgoing.end('late'));
      if (incoming.url === '/large') return void outgoing.end(Buffer.alloc(30_000_000, 97));
      outgoing.end('quick');
    });
    const proxy = await proxyTo(url);
    const late = fetch(`${proxy.url}/slow`).then((answer) => answer.text());
    expect(await (await fetch(`${proxy.url}/quick`)).text()).toBe('quick');
    expect((await (await fetch(`${proxy.url}/large`)).arrayBuffer()).byteLength).toBe(30_000_000);
    while (slow.length === 0) await new Promise((resolve) => setImmediate(resolve));
    slow[0]?.();
    expect(await late).toBe('late');
  });
  it('a client that goes away ends the call to the service as well', async () => {
    let gone = false;
    const { url } = await service((incoming, outgoing) => {
      outgoing.on('close', () => (gone = true));
      outgoing.write('first part');
    });
    const proxy = await proxyTo(url);
    const call = request(`${proxy.url}/api/v1/accounts`);
    call.on('error', () => undefined);
    call.end();
    const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream]; // Node's own event
    await once(answer, 'data');
    call.destroy();
    while (!gone) await new Promise((resolve) => setImmediate(resolve));
  });
  it('a service that breaks off breaks off, and one that is not there is told', async () => {
    const { url, server } = await service((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '10' });
      outgoing.write('abc', () => outgoing.destroy());
    });
    const proxy = await proxyTo(url);
    await expect(fetch(`${proxy.url}/api/v1/accounts`).then((answer) => answer.text())).rejects.toThrow();
    server.closeAllConnections();
    const nowhere = await proxyTo('http://127.0.0.1:9');
    const answer = await fetch(`${nowhere.url}/api/v1/accounts`);
    expect([answer.status, await answer.json()]).toMatchObject([
      502,
      { message: expect.stringMatching(/can't be reached/) },
    ]);
  });
});

// `rehearse` runs any client against the service as it is after the cutoff. `proxy` forwards calls to a service and
// counts deprecated uses.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { describe, expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { Proxy } from '../../../src/sandbox/proxy.ts';
import { deprecatedUses } from '../../../src/sandbox/uses.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { httpServer } from '../../kit/http.ts';
import { fakeIo } from '../../kit/io.ts';

/** The beginning of each client: it gets a token, and has functions for whole, cut off and raw requests. */
const CLIENT = `import { request } from 'node:http';
import { connect } from 'node:net';
import zlib from 'node:zlib';
const { PAYBATCH_BASE_URL: base, PAYBATCH_AUTH_URL: auth, PAYBATCH_CLIENT_ID: client_id, PAYBATCH_API_KEY: username, PAYBATCH_API_SECRET: password } = process.env;
const json = { 'content-type': 'application/json' };
const grant = JSON.stringify({ grant_type: 'http://idp.example/oauth/grant-type/password-realm', realm: 'Api-Key-Authentication', audience: base + '/api', client_id, username, password });
const { access_token } = await (await fetch(auth + '/oauth/token', { method: 'POST', headers: json, body: grant })).json();
const headers = { ...json, authorization: 'Bearer ' + access_token };
const to = new URL(base);
const get = (path, own = { headers }) => fetch(base + path, own);
const raw = (body, own = {}, path = '/api/v1/transfers') => get(path, { method: 'POST', headers: { ...headers, ...own }, body });
const post = (path, body) => raw(JSON.stringify(body), {}, path);
const stale = { authorization: 'Bearer old' };
const bare = (text) => new Promise((done) => { const socket = connect(to.port, to.hostname, () => socket.write(text)); let said = ''; socket.on('data', (part) => (said += part)).on('error', () => done(said)).on('close', () => done(said)); });
const said = async (...lines) => process.stdout.write((await bare([...lines, 'Connection: close', '', ''].join('\\r\\n'))).split('\\r\\n')[0]);
const asked = (more, done) => request({ host: to.hostname, port: to.port, path: '/api/v1/transfers', method: 'POST', headers: { ...headers, ...more } }, done);
const cut = (body) => new Promise((done) => { const call = asked({}); call.on('error', done); call.write(body, () => setImmediate(() => call.destroy(new Error('cut')))); });
const GOOD = '{"receiverAmount":5,"useDeveloperFunds":true}', OLD = '{"amount":5}';
`;

interface Proof {
  readonly outcome: string;
  readonly calls: number;
  readonly tokenCalls: number;
  readonly commandExitCode: number;
  readonly commandSignal: string | null;
  readonly refused: { path: string; status: number; uses: { rule: string; field: string }[] }[];
  readonly unclear: object[];
  readonly notProven: { message: string }[];
}

async function rehearse(args: readonly string[], env: Record<string, string> = {}, files = {}) {
  const io = fakeIo(folder(files), { PATH: process.env['PATH'] ?? '', ...env });
  const code = await program(['rehearse', ...args], io);
  return { code, ...io.said, proof: () => JSON.parse(io.said.out) as Proof };
}

/** Rehearses a Node client that makes these calls. */
const node = (calls: string, ...flags: string[]) =>
  rehearse([...flags, '--', process.execPath, 'client.mjs'], {}, { 'client.mjs': `${CLIENT}${calls}` });

describe('rehearse', () => {
  it('reports each call that is refused after the cutoff', async () => {
    const { code, err, proof } = await node(
      `await post('/api/v1/transfers', { amount: 5, documents: ['data:text/plain;base64,aGk='] });
await post('/api/v1/customers', { businessLegalName: 'X', compliance: {}, transactionBreakdown: { transactionTypes: [] } });
await get('/api/v1/current-tenant');
await get('/api/v1/developer');
console.log('done');`,
      '--json',
    );
    expect([code, err]).toEqual([1, 'done\n']);
    const { calls, refused } = proof();
    expect(calls).toBe(5);
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
  it('reports no refusal for a client of release 1.32', async () => {
    expect(await node("await raw(GOOD); await get('/api/v1/developer/balances');")).toMatchObject({
      code: 0,
      out: '3 calls (1 for a token), none refused: these calls work after the cutoff.\n',
    });
  });
  it('does not accept calls with a wrong token as proof, but reports deprecated fields in them', async () => {
    const good = await node('await raw(GOOD, stale); await raw(GOOD, stale);');
    expect([good.code, good.out]).toEqual([
      2,
      expect.stringMatching(/401 +not proven[\s\S]*2 of 3 calls.* could not be rehearsed/),
    ]);
    const old = await node('await raw(OLD, stale); await raw(OLD, stale);', '--json');
    expect([old.code, old.proof()]).toMatchObject([
      1,
      {
        outcome: 'deprecated',
        refused: [{ status: 401, uses: [{ rule: 'transfer-amount', field: 'amount' }] }, { status: 401 }],
      },
    ]);
  });
  it.each<[string, string, number]>([
    [
      'another kind of call succeeds',
      "get('/api/v1/developer'); await get('/api/v1/customers/none/fiat-deposit-instructions')",
      2,
    ],
    [
      'the same call succeeds with a valid token',
      "get('/api/v1/developer', {}); await get('/api/v1/developer')",
      0,
    ],
  ])('accepts a refused call only if the same call succeeds later: %s', async (_, calls, code) => {
    expect((await node(`await ${calls};`)).code).toBe(code);
  });
  it.each<[string, string, RegExp]>([
    [
      'a call with a wrong token, not repeated',
      'await raw(GOOD); await raw(\'{"receiverAmount":5}\', stale);',
      /token is missing/,
    ],
    [
      'a body that is cut off',
      'await raw(GOOD); await cut(\'{"receiverAmount":5\');',
      /connection ended before the body did/,
    ],
    [
      'a body that is not gzip as its header claims',
      "await raw(OLD, { 'content-encoding': 'gzip' });",
      /the body is not gzip/,
    ],
    [
      'a content encoding that does not exist',
      "await raw(OLD, { 'content-encoding': 'zz' });",
      /content-encoding is none of/,
    ],
  ])('reports a call as not proven if it could not be checked completely: %s', async (_, calls, why) => {
    const { code, proof } = await node(calls, '--json');
    expect([code, proof()]).toMatchObject([
      2,
      { outcome: 'not-proven', notProven: [{ message: expect.stringMatching(why) as string }] },
    ]);
  });
  it.each<[string, string, number, string]>([
    ['a body cut off after the deprecated field', 'await cut(OLD);', 400, 'amount'],
    [
      'the method HEAD',
      "await get('/api/v1/current-tenant', { method: 'HEAD', headers });",
      410,
      '/api/v1/current-tenant',
    ],
    [
      'a Host header of another host',
      "await new Promise((done) => asked({ host: 'x' }, done).end(OLD)); process.exit();",
      403,
      'amount',
    ],
    ['a gzip body', "await raw(zlib.gzipSync(OLD), { 'content-encoding': 'gzip' });", 400, 'amount'],
    ['a body with a byte order mark', "await raw('\\ufeff' + OLD);", 400, 'amount'],
    ['a path with a double slash', "await raw(OLD, {}, '/api/v1//transfers');", 404, 'amount'],
    [
      'the earlier path with a double slash',
      "await get('/api/v1//current-tenant/balances');",
      404,
      '/api/v1/current-tenant/balances',
    ],
  ])(
    'reports a deprecated use whatever the status code and the form of the call: %s',
    async (_, calls, status, field) => {
      const { code, proof } = await node(calls, '--json');
      expect([code, proof()]).toMatchObject([1, { calls: 2, refused: [{ status, uses: [{ field }] }] }]);
    },
  );
  it('accepts a current request with a gzip body', async () => {
    expect((await node("await raw(zlib.gzipSync(GOOD), { 'content-encoding': 'gzip' });")).code).toBe(0);
  });
  // `turnedAway` is refused for its token. The number is how many calls stay not proven.
  const pay = (amount: number, own = '{}'): string =>
    `await raw('{"receiverAmount":${amount},"useDeveloperFunds":true}', ${own});`;
  const turnedAway = (amount: number): string => pay(amount, 'stale');
  it.each<[string, string, number]>([
    ['only the first of five requests is repeated', [1, 2, 3, 4, 5].map(turnedAway).join('') + pay(1), 4],
    ['another request succeeds', turnedAway(999) + pay(1), 1],
    ['the same request succeeds later', turnedAway(1) + turnedAway(1) + pay(1), 0],
    ['the same request succeeded before', pay(1) + turnedAway(1), 1],
  ])('accepts a refused payout only if the same body succeeds later: %s', async (_, calls, left) => {
    const { code, proof } = await node(calls, '--json');
    expect([code, proof().notProven.length]).toEqual([left === 0 ? 0 : 2, left]);
  });
  it('does not count a connection that is reset before it sends a request', async () => {
    const { code, proof } = await node(
      `await get('/api/v1/developer');
await new Promise((done) => { const socket = connect(to.port, to.hostname, () => socket.resetAndDestroy()); socket.on('close', done); });
await new Promise((done) => setTimeout(done, 50));`,
      '--json',
    );
    expect([code, proof()]).toMatchObject([0, { calls: 2 }]);
  });
  it.each<[string, string]>([
    ['a method in lower case', "'post /api/v1/transfers HTTP/1.1', 'Host: localhost'"],
    ['bytes that are not HTTP', "'\\x16\\x03\\x01'"],
  ])('reports a request that cannot be read as not proven: %s', async (_, lines) => {
    const { code, out, err } = await node(`await get('/api/v1/developer'); await said(${lines});`);
    expect([err, code]).toEqual([expect.stringContaining('HTTP/1.1 400 '), 2]);
    expect(out).toMatch(/it can't be read[\s\S]*1 of 3 calls/);
  });
  it.each<[string, string, number, number]>([
    ['a call succeeds, and the command fails', "await get('/api/v1/developer');", 7, 7],
    ['a call succeeds', "await get('/api/v1/developer');", 0, 0],
    ['a call is deprecated, and the command fails', 'await raw(OLD);', 7, 1],
    ['one call is deprecated, and another is not proven', "await raw(OLD); await get('/api/v1/none');", 0, 1],
    ['a call is not proven, and the command fails', "await get('/api/v1/none');", 7, 2],
    ['only a token was requested', '', 0, 2],
  ])('derives its exit code first from the calls, then from the command: %s', async (_, calls, own, code) => {
    expect((await node(`${calls} process.exitCode = ${own};`)).code).toBe(code);
  });
  it.each<[string, number, string | null, RegExp]>([
    ['0', 0, null, /nothing was rehearsed\.\n$/],
    ['process.exit(7)', 7, null, /The command itself ended with 7\.\n$/],
    ['process.kill(process.pid, "SIGKILL")', 137, 'SIGKILL', /ended by SIGKILL \(137\)\.\n$/],
  ])('reports a command without calls as not proven, however it ends: %s', async (end, own, signal, said) => {
    const command = ['--', process.execPath, '-e', end];
    const ran = await rehearse(command);
    expect([ran.code, ran.out]).toEqual([2, expect.stringMatching(said)]);
    const { code, proof } = await rehearse(['--json', ...command]);
    expect([code, proof()]).toMatchObject([
      2,
      { outcome: 'not-proven', commandExitCode: own, commandSignal: signal },
    ]);
  });
  it('gives the command no real secret, ledger, proxy or database', async () => {
    const { err } = await rehearse(['--', 'sh', '-c', 'env'], {
      PAYBATCH_API_SECRET_FILE: '/real/secret',
      PAYBATCH_LEDGER: '/real/ledger.db',
      PAYBATCH_LEDGER_PASSWORD: 'real',
      HTTPS_PROXY: 'http://real:1',
      http_proxy: 'http://real:1',
      ALL_PROXY: 'http://real:1',
      PGHOST: 'real',
      PGPASSWORD: 'real',
    });
    expect(err).not.toMatch(/real/);
    expect(err).toMatch(/PAYBATCH_LEDGER=\/.*ledger\.db/);
  });
  // Skipped if the machine has no curl.
  it.skipIf(spawnSync('curl', ['--version']).error !== undefined)(
    'reports the refused calls of a shell script with curl',
    async () => {
      const { code, out } = await rehearse(['--', 'sh', join(ROOT, 'samples/company/rehearse.sh')]);
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(
          /transfer-amount[\s\S]*customer-removed-field[\s\S]*3 of 5 calls.* would be refused after the cutoff/,
        ),
      ]);
    },
  );
  it('names a field if the service does not state whether it will be removed', async () => {
    const calls =
      "await post('/api/v1/customers', { businessLegalName: 'X', fundingSourceExplanation: 'z' });";
    const { code, out } = await node(calls);
    expect(code).toBe(0);
    expect(out).toMatch(/not stated: ask the service +fundingSourceExplanation customer-unclear-field/);
    expect(out).toMatch(/these calls work after the cutoff, as far as the service states what ends\./);
    expect((await node(calls, '--json')).proof()).toMatchObject({
      tokenCalls: 1,
      unclear: [{ status: 201, uses: [{ field: 'fundingSourceExplanation' }] }],
    });
  });
  it.each<[string, string[], RegExp]>([
    ['no command', [], /name the command behind "--"/],
    ['a command that does not exist', ['--', 'no-such-command'], /command not found/],
  ])('refuses to start with %s', async (_, args, words) => {
    const { code, out, err } = await rehearse(args);
    expect([code, out + err]).toEqual([2, expect.stringMatching(words)]);
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
  it.each(cases)('are found by its method, path and body: %s %s', (method, path, body, rules) => {
    expect(
      deprecatedUses(method, path, typeof body === 'string' ? body : JSON.stringify(body)).map(
        ({ rule }) => rule,
      ),
    ).toEqual(rules);
  });
});

async function proxyTo(url: string): Promise<Proxy> {
  const proxy = await Proxy.start({ to: url, port: 0, now: () => Date.parse('2026-09-01T00:00:00Z') });
  onTestFinished(() => proxy.stop());
  return proxy;
}

describe('the proxy', () => {
  it('forwards requests and responses byte for byte, and counts deprecated uses', async () => {
    const seen: {
      method?: string | undefined;
      url?: string | undefined;
      headers: NodeJS.Dict<string | string[]>;
      body: string;
    }[] = [];
    const url = await httpServer((incoming, outgoing) => {
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
  it('breaks off when the service breaks off, and responds with 502 if it cannot be reached', async () => {
    const url = await httpServer((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '10' });
      outgoing.write('abc', () => outgoing.destroy());
    });
    const proxy = await proxyTo(url);
    await expect(fetch(`${proxy.url}/api/v1/accounts`).then((answer) => answer.text())).rejects.toThrow();
    const nowhere = await proxyTo('http://127.0.0.1:9');
    const answer = await fetch(`${nowhere.url}/api/v1/accounts`);
    expect([answer.status, await answer.json()]).toMatchObject([
      502,
      { message: expect.stringMatching(/can't be reached/) },
    ]);
  });
  it('counts deprecated uses in compressed bodies and in paths with a double slash', async () => {
    const proxy = await proxyTo(
      await httpServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end('{}'))),
    );
    const post = (path: string, encoding: string, body: Uint8Array<ArrayBuffer>) =>
      fetch(proxy.url + path, { method: 'POST', headers: { 'content-encoding': encoding }, body });
    const old = '{"amount":5}';
    await post('/api/v1/transfers', 'gzip', new Uint8Array(gzipSync(old)));
    await post('/api/v1/transfers', 'deflate', new Uint8Array(deflateSync(old)));
    await post('/api/v1/transfers', 'br', new Uint8Array(brotliCompressSync(old)));
    await post('/api/v1//transfers', 'identity', new TextEncoder().encode(`\ufeff${old}`));
    const use = { rule: 'transfer-amount', field: 'amount' };
    expect(proxy.uses()).toMatchObject([
      { ...use, path: '/api/v1/transfers', count: 3 },
      { ...use, path: '/api/v1//transfers', count: 1 },
    ]);
  });
});

// The client against local servers: the retry table over real connections, idempotency, TLS and the token.
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { type ClientOptions, ServiceClient } from '../../../src/client/client.ts';
import type { CallOutcome } from '../../../src/client/outcome.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { testCertificate } from '../../kit/certificate.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { listening } from '../../kit/http.ts';
import { saying } from '../../kit/words.ts';
import { closedPort, http, type RawServer, rawServer } from './raw-server.ts';

const credentials = { clientId: 'client', apiKey: 'key-key-key', apiSecret: 'secret-secret' };
const TOKEN = http(200, JSON.stringify({ access_token: 'token-token-token', expires_in: 3600 }));
const CREATED = http(201, '{"id":"t-1"}');

function client(
  url: string,
  more: Partial<ClientOptions> = {},
): { client: ServiceClient; clock: JumpingClock } {
  const clock = new JumpingClock();
  const made = new ServiceClient({
    baseUrl: url,
    authUrl: url,
    credentials,
    profile: DEFAULT_PROFILE,
    concurrency: 2,
    timeoutMs: 400,
    clock,
    random: () => 0.5,
    ...more,
  });
  onTestFinished(() => made.close());
  return { client: made, clock };
}

/** A service whose token endpoint works and whose transfers do what the test says. */
function service(onTransfer: (socket: Socket, count: number) => void): Promise<RawServer> {
  let count = 0;
  return rawServer((socket, request) => {
    if (request.startsWith('POST /oauth/token')) socket.end(TOKEN);
    else onTransfer(socket, ++count);
  });
}
const transfers = (server: RawServer): number =>
  server.requests.filter((request) => request.includes(' /api/v1/transfers ')).length;
const brief = (outcome: CallOutcome): string =>
  outcome.outcome === 'accepted'
    ? 'accepted'
    : `${outcome.outcome}${outcome.systemic ? ' systemic' : ''}${outcome.halt ? ' halt' : ''}`;

const BODY = '{"receiverAmount":12.50}';

describe('POST /api/v1/transfers over a real connection', () => {
  it.each<[string, (socket: Socket, count: number) => void, string, number]>([
    ['created', (socket) => socket.end(CREATED), 'accepted', 1],
    ['429 every time', (socket) => socket.end(http(429, '{}')), 'failed systemic', 5],
    ['401 once', (socket, n) => socket.end(n === 1 ? http(401, '{}') : CREATED), 'accepted', 2],
    ['401 every time', (socket) => socket.end(http(401, '{}')), 'failed systemic halt', 4],
    // One status of each kind: decision.test.ts has them all.
    ['422', (socket) => socket.end(http(422, '{}')), 'rejected', 1],
    ['403', (socket) => socket.end(http(403, '{}')), 'rejected systemic', 1],
    ['408', (socket) => socket.end(http(408, '{}')), 'in_doubt systemic', 1],
    [
      '307, not followed',
      (socket) => socket.end(http(307, '{}', { location: '/api/v1/transfers' })),
      'in_doubt systemic',
      1,
    ],
    ['500', (socket) => socket.end(http(500, '{}')), 'in_doubt systemic', 1],
    ['reset after the request', (socket) => socket.resetAndDestroy(), 'in_doubt systemic', 1],
    ['closed without a response', (socket) => socket.end(), 'in_doubt systemic', 1],
    ['no response in time', () => undefined, 'in_doubt systemic', 1],
    ['a response that arrives slowly and never ends', (socket) => drip(socket), 'in_doubt systemic', 1],
    ['bytes that are not HTTP', (socket) => socket.end('SSH-2.0-x\r\n\r\n'), 'in_doubt systemic', 1],
    ['2xx without an id', (socket) => socket.end(http(201, '{}')), 'in_doubt systemic', 1],
    ['2xx that is not JSON', (socket) => socket.end(http(200, '<html>')), 'in_doubt systemic', 1],
    ['2xx without a body', (socket) => socket.end(http(204, '', {})), 'in_doubt systemic', 1],
    [
      'a response that is too large',
      (socket) => socket.end(http(201, `{"id":"t-1","x":"${'y'.repeat(1_100_000)}"}`)),
      'in_doubt systemic',
      1,
    ],
    [
      '102 Processing before the response',
      (socket) => socket.end(`HTTP/1.1 102 Processing\r\n\r\n${CREATED}`),
      'accepted',
      1,
    ],
  ])('%s', async (_, onTransfer, expected, requests) => {
    const server = await service(onTransfer);
    const outcome = await client(server.url).client.create('createTransfer', BODY, null);
    expect(brief(outcome)).toBe(expected);
    expect(transfers(server)).toBe(requests);
  });

  function drip(socket: Socket): void {
    socket.write('HTTP/1.1 201 X\r\ncontent-length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 20);
    socket.once('close', () => clearInterval(timer));
  }

  it('reports how the response contradicts the request, with the id of the transfer', async () => {
    const server = await service((socket) => socket.end(http(201, '{"id":"t-1","status":"Failed"}')));
    const outcome = await client(server.url).client.create('createTransfer', BODY, null);
    expect(outcome).toMatchObject({
      code: 'contradicting_answer',
      message: saying(
        'createTransfer: HTTP 201, but the response contradicts the request: transfer t-1: its status is Failed',
      ),
    });
  });

  it('keeps the status code of a response that was cut short', async () => {
    const server = await service((socket) => socket.end(http(201, '{"id":"t-1"}').slice(0, -4)));
    const outcome = await client(server.url).client.create('createTransfer', BODY, null);
    expect([brief(outcome), outcome.status]).toEqual(['in_doubt systemic', 201]);
  });

  it('fails after five refused connections, and is not in doubt', async () => {
    const port = await closedPort();
    const server = await service(() => undefined);
    const { client: made, clock } = client(`http://127.0.0.1:${port}`, { authUrl: server.url });
    const outcome = await made.create('createTransfer', BODY, null);
    expect(brief(outcome)).toBe('failed systemic');
    expect(outcome.attempts.filter((attempt) => attempt.operation === 'createTransfer')).toHaveLength(5);
    expect(clock.slept).toEqual([188, 375, 750, 1500]);
  });

  it('fails if the host name does not resolve, and is not in doubt', async () => {
    const server = await service(() => undefined);
    const outcome = await client('http://no-such-host.invalid', { authUrl: server.url }).client.create(
      'createTransfer',
      BODY,
      null,
    );
    expect(brief(outcome)).toBe('failed systemic');
  });

  it('waits as long as Retry-After asks', async () => {
    const server = await service((socket, n) =>
      socket.end(n === 1 ? http(429, '{}', { 'retry-after': '7' }) : CREATED),
    );
    const { client: made, clock } = client(server.url);
    expect(brief(await made.create('createTransfer', BODY, null))).toBe('accepted');
    expect(clock.slept).toEqual([7000]);
  });

  it('gives up at once when Retry-After is beyond the time limit', async () => {
    const server = await service((socket) => socket.end(http(429, '{}', { 'retry-after': '3600' })));
    expect(brief(await client(server.url).client.create('createTransfer', BODY, null))).toBe(
      'failed systemic',
    );
    expect(transfers(server)).toBe(1);
  });

  it('sends no request if the caller no longer allows the call to start', async () => {
    const server = await service((socket, n) => socket.write(http(201, `{"id":"t-${n}"}`)));
    const { client: made } = client(server.url);
    const ends: string[] = [];
    for (const may of [true, false, false, true])
      ends.push((await made.create('createTransfer', BODY, null, () => may)).outcome);
    expect(ends).toEqual(['accepted', 'stopped', 'stopped', 'accepted']);
    expect(transfers(server)).toBe(2);
  });

  it('sends the body byte for byte', async () => {
    const body = '{"receiverAmount":0.10,"memo":"é"}';
    const server = await service((socket) => socket.end(CREATED));
    await client(server.url).client.create('createTransfer', body, null);
    expect(server.requests.at(-1)?.endsWith(`\r\n\r\n${body}`)).toBe(true);
  });

  it('opens a separate connection for each transfer if the profile forbids reuse', async () => {
    const ports = new Set<number | undefined>();
    let made = 0;
    const server = await rawServer((socket, request) => {
      if (request.startsWith('POST /oauth/token')) return socket.end(TOKEN);
      ports.add(socket.remotePort);
      return socket.write(http(201, `{"id":"t-${++made}"}`));
    });
    const profile = { ...DEFAULT_PROFILE, reuseIdleMs: 0 };
    const { client: fresh } = client(server.url, { profile });
    for (let i = 0; i < 5; i++) await fresh.create('createTransfer', BODY, null);
    expect(ports.size).toBe(5);
    const { client: reusing } = client(server.url);
    for (let i = 0; i < 5; i++) await reusing.create('createTransfer', BODY, null);
    expect(ports.size).toBeLessThanOrEqual(7);
  });
});

describe('a transfer with an idempotency key', () => {
  const key = { header: 'X-Key', key: 'k-1', untilMs: Number.MAX_SAFE_INTEGER, mayBeProcessed: false };
  const keyed = { profile: { ...DEFAULT_PROFILE, idempotency: { header: 'X-Key', windowSeconds: 3600 } } };
  it('is sent again with the same bytes and the same key', async () => {
    const server = await service((socket, n) => (n < 3 ? socket.resetAndDestroy() : socket.end(CREATED)));
    expect(brief(await client(server.url, keyed).client.create('createTransfer', BODY, key))).toBe(
      'accepted',
    );
    const sent = server.requests.filter((request) => request.includes(' /api/v1/transfers '));
    expect(sent).toHaveLength(3);
    for (const request of sent) expect(request.toLowerCase()).toContain('x-key: k-1');
    expect(new Set(sent.map((request) => request.split('\r\n\r\n')[1])).size).toBe(1);
  });
  it('stays in doubt when a refusal follows an attempt that may have been processed', async () => {
    const server = await service((socket, n) =>
      n === 1 ? socket.resetAndDestroy() : socket.end(http(400, '{}')),
    );
    expect((await client(server.url, keyed).client.create('createTransfer', BODY, key)).outcome).toBe(
      'in_doubt',
    );
  });
  it('is not sent again when the window has passed', async () => {
    const server = await service((socket) => socket.resetAndDestroy());
    const outcome = await client(server.url, keyed).client.create('createTransfer', BODY, {
      ...key,
      untilMs: 1,
    });
    expect(outcome.outcome).toBe('in_doubt');
    expect(transfers(server)).toBe(1);
  });
  it('is not sent again when the clock is set back into the window', async () => {
    const { client: made, clock } = client((await service((socket) => socket.resetAndDestroy())).url, keyed);
    const untilMs = clock.nowMs + 100;
    clock.sleep = (delayMs) => {
      clock.elapsedMs += delayMs; // the pause passes, and somebody sets the clock back meanwhile
      return Promise.resolve();
    };
    const outcome = await made.create('createTransfer', BODY, { ...key, untilMs });
    expect(outcome).toMatchObject({ outcome: 'in_doubt', code: 'idempotency_window' });
    expect(outcome.attempts.filter(({ operation }) => operation === 'createTransfer')).toHaveLength(1);
  });
});

describe('TLS', () => {
  it('stops the run on a self-signed certificate before it sends a request', async () => {
    let requests = 0;
    const server = createTlsServer(testCertificate('localhost'), () => requests++);
    const port = await listening(server);
    const good = await service(() => undefined);
    const outcome = await client(`https://localhost:${port}`, { authUrl: good.url }).client.create(
      'createTransfer',
      BODY,
      null,
    );
    expect(brief(outcome)).toBe('failed systemic halt');
    expect(requests).toBe(0);
  });
  it('treats a reset during the handshake as a request that never started', async () => {
    const good = await service(() => undefined);
    const resetting = await rawServer(
      () => undefined,
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
    );
    const outcome = await client(`https://127.0.0.1:${resetting.port}`, { authUrl: good.url }).client.create(
      'createTransfer',
      BODY,
      null,
    );
    expect(outcome.outcome).toBe('failed');
    expect(outcome.attempts.filter((attempt) => attempt.operation === 'createTransfer')).toHaveLength(5);
  });
});

describe('the token', () => {
  const tokens = (server: RawServer): number =>
    server.requests.filter((request) => request.startsWith('POST /oauth/token')).length;

  it('is fetched once for simultaneous calls, with the request body of section 5.1', async () => {
    const server = await service((socket) => socket.end(CREATED));
    const { client: made } = client(server.url);
    await Promise.all(Array.from({ length: 8 }, () => made.create('createTransfer', BODY, null)));
    expect(tokens(server)).toBe(1);
    const body = JSON.parse(server.requests[0]?.split('\r\n\r\n')[1] ?? '') as Record<string, string>;
    expect(body).toEqual({
      grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
      realm: 'Api-Key-Authentication',
      audience: `${server.url}/api`,
      client_id: 'client',
      username: 'key-key-key',
      password: 'secret-secret',
    });
    for (const request of server.requests.slice(1))
      expect(request).toContain('authorization: Bearer token-token-token');
  });

  it('is renewed before it expires', async () => {
    const server = await service((socket) => socket.end(CREATED));
    const { client: made, clock } = client(server.url);
    await made.create('createTransfer', BODY, null);
    clock.nowMs += 3_560_000;
    await made.create('createTransfer', BODY, null);
    expect(tokens(server)).toBe(1);
    clock.nowMs += 15_000;
    await made.create('createTransfer', BODY, null);
    expect(tokens(server)).toBe(2);
  });

  it('is renewed after each 401, with a pause from the second renewal on', async () => {
    const server = await service((socket, n) => socket.end(n <= 3 ? http(401, '{}') : CREATED));
    const { client: made, clock } = client(server.url);
    expect(brief(await made.create('createTransfer', BODY, null))).toBe('accepted');
    expect(tokens(server)).toBe(4);
    expect(clock.slept).toEqual([188, 375]);
  });

  it('fails the row but not the run if it was accepted before and is now always refused', async () => {
    const server = await service((socket, n) => socket.end(n === 1 ? CREATED : http(401, '{}')));
    const { client: made } = client(server.url);
    await made.create('createTransfer', BODY, null);
    expect(brief(await made.create('createTransfer', BODY, null))).toBe('failed systemic');
  });

  it('stops the run if its credentials are refused, and the error does not show the secret', async () => {
    const server = await rawServer((socket) => socket.end(http(401, '{"message":"no secret-secret here"}')));
    const refused = await client(server.url).client.token();
    expect(refused).toMatchObject({ credentials: true, halt: true });
    expect(JSON.stringify(refused)).not.toContain('secret-secret');
  });

  it.each([
    ['the secret in JSON escapes', '{"message":"no secret\\u002Dsecret, \\u0073ecret-secret"}'],
    [
      'key and secret in Base64',
      `{"message":"Basic ${Buffer.from('key-key-key:secret-secret').toString('base64')}"}`,
    ],
    ['the secret in a URL', '{"message":"?p=secret%2Dsecret"}'],
    ['secret, key and token as plain text', '{"message":"secret-secret of key-key-key, token-token-token"}'],
  ])('and other secrets are masked in the whole outcome if the service echoes %s', async (_, answer) => {
    const server = await service((socket) => socket.end(http(422, answer)));
    const outcome = await client(server.url).client.create('createTransfer', BODY, null);
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      message: saying('[secret]'),
    });
    expect(outcome.text).toContain('[secret]');
    expect(JSON.stringify(outcome)).not.toMatch(
      /secret-secret|u0073ecret|secret%2D|c2VjcmV0|token-token|key-key/,
    );
  });

  it.each([
    [
      200,
      '{"jwt":"LIVE.token.abc","expires_in":3000}',
      /tokenFields \(.*\) contains a token: the response has the fields "jwt", "expires_in"/,
    ],
    [200, '{"data":{"jwt":"LIVE.token.abc"}}', /has the fields "data"/],
    [200, 'access_token=LIVE.token.abc&expires_in=3000', /the response is not a JSON object/],
    [500, 'dump: LIVE.token.abc', /HTTP 500/],
    [401, '{"message":"wrong key","trace":"LIVE.token.abc"}', /HTTP 401, the service's message: "wrong key/],
  ])('is not shown in the error if the token response is unusable: %i %s', async (status, answer, words) => {
    const server = await rawServer((socket) => socket.end(http(status, answer)));
    const refused = await client(server.url).client.token();
    expect(refused).toMatchObject({ message: saying(words), text: '' });
    expect(JSON.stringify(refused)).not.toContain('LIVE');
  });
});

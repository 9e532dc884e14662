// Connections through a proxy or past it, and never to a server whose certificate was not verified.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { CallError } from '../../../src/client/address.ts';
import { type ClientOptions, ServiceClient } from '../../../src/client/client.ts';
import { proxyFor, proxySettings } from '../../../src/client/proxy.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { testCertificate } from '../../kit/certificate.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { listening } from '../../kit/http.ts';
import { saying } from '../../kit/words.ts';
import { closedPort } from './raw-server.ts';

const HOST = 'api.payments.test';
const CERTIFICATE = testCertificate(HOST);

/** A service over TLS. `onTransfer` decides the response to each transfer. */
async function tlsService(onTransfer: (socket: Socket) => 'created' | 'silent') {
  const seen: string[] = [];
  const server = createTlsServer(CERTIFICATE, (request, response) => {
    request.resume();
    request.on('end', () => {
      seen.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      if (request.url === '/oauth/token') response.end('{"access_token":"token-token","expires_in":3600}');
      else if (onTransfer(request.socket) === 'created') response.end('{"id":"t-1"}');
    });
  });
  return { port: await listening(server), seen };
}

interface TestProxy {
  readonly port: number;
  /** The target of each CONNECT request, with its credentials. */
  readonly asked: string[];
  readonly sockets: Set<Socket>;
}

/** Connects every client to `target`, whatever it asks for. `refuse`: what it does instead. */
async function proxyTo(
  target: number,
  refuse?: () => number | 'silent' | 'reset' | undefined,
): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer();
  server.on('connect', (request, socket: Socket, head) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
    asked.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const refused = refuse?.();
    if (refused === 'silent') return;
    if (refused === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    if (refused !== undefined) {
      socket.end(`HTTP/1.1 ${refused} No\r\n\r\n`);
      return;
    }
    const service = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      service.write(head);
      service.pipe(socket).pipe(service);
    });
    service.on('error', () => socket.destroy());
    socket.on('close', () => service.destroy());
  });
  return { port: await listening(server), asked, sockets };
}

const OPTIONS: ClientOptions = {
  baseUrl: `https://${HOST}`,
  authUrl: `https://${HOST}`,
  credentials: { clientId: 'client', apiKey: 'key-key-key', apiSecret: 'secret-secret' },
  profile: DEFAULT_PROFILE,
  concurrency: 2,
  timeoutMs: 2000,
  clock: new JumpingClock(),
  random: () => 0.5,
};

function client(proxyPort: number, more: Partial<ClientOptions> = {}): ServiceClient {
  const proxy = { proxy: `http://127.0.0.1:${proxyPort}`, except: '' };
  const made = new ServiceClient({ ...OPTIONS, ca: CERTIFICATE.cert, proxy, ...more });
  onTestFinished(() => made.close());
  return made;
}

const pay = (made: ServiceClient) => made.create('createTransfer', '{"receiverAmount":1}', null);

describe('a proxy', () => {
  it('gets every request by CONNECT, with TLS from end to end', async () => {
    const service = await tlsService(() => 'created');
    const proxy = await proxyTo(service.port);
    const settings = { proxy: `http://me:p%40ss@127.0.0.1:${proxy.port}`, except: '' };
    const outcome = await pay(client(proxy.port, { proxy: settings }));
    expect(outcome).toMatchObject({ outcome: 'accepted' });
    expect(service.seen).toEqual(['/oauth/token', '/api/v1/transfers']);
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:443 ${authorization}`]));
  });

  it.each<[string, () => number | 'silent' | 'reset']>([
    ['refuses the connection', () => 403],
    ['requires credentials', () => 407],
    ['can not reach the service', () => 502],
    ['resets the connection', () => 'reset'],
    ['never responds', () => 'silent'],
  ])('that %s starts no transfer, so the row is tried again and then failed', async (_, refuse) => {
    const service = await tlsService(() => 'created');
    let transfers = false;
    const proxy = await proxyTo(service.port, () => (transfers ? refuse() : undefined));
    const made = client(proxy.port, { timeoutMs: 300, profile: { ...DEFAULT_PROFILE, reuseIdleMs: 0 } });
    await made.token();
    transfers = true;
    const outcome = await pay(made);
    expect(outcome).toMatchObject({ outcome: 'failed', systemic: true, halt: false });
    expect(outcome.attempts.filter(({ operation }) => operation === 'createTransfer')).toHaveLength(5);
    expect(service.seen).not.toContain('/api/v1/transfers');
  });

  it('that is reached over TLS is addressed by its own name, not by that of the service', async () => {
    const names: string[] = [];
    const proxy = createTlsServer({
      ...testCertificate('localhost'),
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('not now'));
      },
    });
    proxy.on('tlsClientError', () => undefined);
    const settings = { proxy: `https://localhost:${await listening(proxy)}`, except: '' };
    expect(await pay(client(0, { proxy: settings }))).toMatchObject({ outcome: 'failed' });
    expect(new Set(names)).toEqual(new Set(['localhost']));
  });

  it('that is not running is named in the error, without its password', async () => {
    const port = await closedPort();
    const settings = { proxy: `http://me:hidden-password@127.0.0.1:${port}`, except: '' };
    const outcome = await pay(client(port, { proxy: settings }));
    expect(outcome).toMatchObject({
      outcome: 'failed',
      code: 'connection_proxy',
      message: saying(`the proxy 127.0.0.1:${port} can't be used`),
    });
    expect(JSON.stringify(outcome)).not.toContain('hidden-password');
  });

  it('that dies during a transfer leaves the transfer in doubt', async () => {
    const proxies: TestProxy[] = [];
    const service = await tlsService(() => {
      for (const { sockets } of proxies) for (const socket of sockets) socket.resetAndDestroy();
      return 'silent';
    });
    const proxy = await proxyTo(service.port);
    proxies.push(proxy);
    const outcome = await pay(client(proxy.port));
    expect(outcome).toMatchObject({ outcome: 'in_doubt', systemic: true });
    expect(service.seen.filter((path) => path === '/api/v1/transfers')).toHaveLength(1);
  });

  it('does not hide a self-signed certificate, which stops the run despite NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const service = await tlsService(() => 'created');
    const proxy = await proxyTo(service.port);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const settings = { proxy: `http://127.0.0.1:${proxy.port}`, except: '' };
    const made = new ServiceClient({ ...OPTIONS, proxy: settings });
    onTestFinished(() => made.close());
    expect(await pay(made)).toMatchObject({ outcome: 'failed', halt: true, code: 'tls' });
    expect(service.seen).toEqual([]);
  });
});

describe('the choice of the proxy', () => {
  it.each<[string, string, boolean]>([
    ['', 'https://api.example.com', true],
    ['other.example', 'https://api.example.com', true],
    ['example.com', 'https://api.example.com', false],
    ['.example.com', 'https://api.example.com', false],
    ['*.example.com', 'https://api.example.com', false],
    ['ample.com', 'https://api.example.com', true],
    ['API.Example.com.', 'https://api.example.com', false],
    ['a.example, api.example.com', 'https://api.example.com', false],
    ['a.example api.example.com', 'https://api.example.com', false],
    ['api.example.com:443', 'https://api.example.com', false],
    ['api.example.com:8443', 'https://api.example.com', true],
    ['*', 'https://api.example.com', false],
    ['10.1.2.3', 'https://10.1.2.3', false],
    ['2.3', 'https://10.1.2.3', true],
    ['[fd00::1]', 'https://[fd00::1]', false],
    ['', 'https://localhost', false],
    ['', 'http://127.0.0.1:1', false],
  ])('with NO_PROXY=%s: %s uses the proxy: %s', (except, address, through) => {
    const proxy = proxyFor(address, { proxy: 'http://proxy.example:3128', except });
    expect(proxy?.host).toBe(through ? 'proxy.example:3128' : undefined);
  });

  it('comes from the environment, and lower-case names take precedence', () => {
    expect(proxySettings({})).toBeUndefined();
    expect(proxySettings({ HTTPS_PROXY: ' ' })).toBeUndefined();
    expect(proxySettings({ HTTPS_PROXY: 'http://a', NO_PROXY: 'x' })).toEqual({
      proxy: 'http://a',
      except: 'x',
    });
    expect(
      proxySettings({ HTTPS_PROXY: 'http://a', https_proxy: 'http://b', NO_PROXY: 'x', no_proxy: 'y' }),
    ).toEqual({ proxy: 'http://b', except: 'y' });
    expect(proxyFor('https://x.example', { proxy: 'proxy:3128', except: '' })?.href).toBe(
      'http://proxy:3128/',
    );
  });

  it('fails for an unusable address without showing the password', () => {
    for (const wrong of ['socks5://me:hidden@proxy', 'http://me:hidden@pro xy', 'http://']) {
      expect(() => proxySettings({ HTTPS_PROXY: wrong })).toThrow(CallError);
      expect(() => proxySettings({ HTTPS_PROXY: wrong })).toThrow(/^(?!.*hidden)/);
    }
  });
});

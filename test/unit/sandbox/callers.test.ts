// Every server that a command starts answers programs of this machine, but no web page: it refuses other host names
// and other origins. This is so when it starts, when it listens again, and when it is started again on the same port.
import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { COMMANDS } from '../../../src/cli/command-table.ts';
import { program } from '../../../src/cli/program.ts';
import { Proxy } from '../../../src/sandbox/proxy.ts';
import { Sandbox } from '../../../src/sandbox/server.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HOSTS = ['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', '0.0.0.0', ''];
const ORIGINS = ['https://evil.example', 'http://localhost.evil.example', 'null'];
const PATHS = [
  'GET /__sandbox/state',
  'DELETE /__sandbox/faults',
  'GET /__paybatch/uses',
  'POST /oauth/token',
  'OPTIONS /api/v1/transfers',
];

/** Sends raw requests as foreign callers would. Returns each one that was not refused with 400 or 403. */
async function foreignAnswers(port: number): Promise<string[]> {
  const headers = [
    ...HOSTS.map((host) => `Host: ${host}`),
    ...ORIGINS.map((origin) => `Host: localhost\r\nOrigin: ${origin}`),
  ];
  const calls = headers.flatMap((own) => PATHS.map((path) => [path, own] as const));
  const bare = calls.map(async ([path, own]) => {
    const status = await answered(
      port,
      `${path} HTTP/1.1\r\n${own}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    return status === 400 || status === 403 ? [] : [`${path} ${own.replaceAll('\r\n', ' ')}: ${status}`];
  });
  const nameless = PATHS.map(async (path) => {
    const status = await answered(port, `${path} HTTP/1.0\r\n\r\n`);
    return status === 400 || status === 403 ? [] : [`${path} without a host: ${status}`];
  });
  return (await Promise.all([...bare, ...nameless])).flat();
}

function answered(port: number, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('error', reject).on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)));
  });
}

/** Sends these requests to each server that starts to listen from now on. No server stops before its responses. */
function askEach() {
  const asked: Promise<string[]>[] = [];
  let tell = (): void => undefined;
  const begun = new Promise<void>((resolve) => (tell = resolve));
  const own = Server.prototype.listen as (...args: unknown[]) => Server;
  const listens = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (
    this: Server,
    ...args: unknown[]
  ) {
    this.once('listening', () => {
      asked.push(foreignAnswers((this.address() as AddressInfo).port)); // of a TCP server
      tell();
    });
    return own.apply(this, args);
  });
  const stops = [Sandbox, Proxy].map(({ prototype }) => {
    const stop = prototype.stop;
    return vi.spyOn(prototype, 'stop').mockImplementation(async function (this: never) {
      await Promise.all(asked);
      await stop.call(this);
    });
  });
  onTestFinished(() => [listens, ...stops].forEach((one) => one.mockRestore()));
  return { asked, begun };
}

/** Commands that always start a server, with arguments that keep them short. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['sandbox'],
  proxy: ['proxy', '--to', 'http://127.0.0.1:9'],
  rehearse: ['rehearse', '--', 'true'],
  selftest: ['selftest', '--kills', '1'],
};
const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  run: ['run', 'in.csv', '--yes', '--sandbox'],
  quote: ['quote', 'in.csv', '--sandbox'],
  api: ['api', 'listAccounts', '--sandbox'],
};

describe('a command that starts a server', () => {
  const embedding = COMMANDS.filter(
    (command) => 'sandbox' in command.flags && !command.flags['sandbox']?.hidden,
  ).map(({ name }) => name);
  it('is one of the commands tested here', () => {
    expect(Object.keys(EMBEDDED).sort()).toEqual(embedding.sort());
    const src = join(ROOT, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const holding = (pattern: RegExp): string[] =>
      files.filter((name) => pattern.test(readFileSync(join(src, name), 'utf8'))).sort();
    expect(holding(/\bcreate(Secure)?Server\(|\.listen\(/)).toEqual([
      'sandbox/proxy.ts',
      'sandbox/server.ts',
    ]);
    expect(holding(/\b(Sandbox|Proxy)\.start\(/)).toEqual([
      'cli/commands/rehearse.ts',
      'cli/commands/selftest/kill-runs.ts',
      'cli/commands/servers.ts',
      'cli/service.ts', // --sandbox
    ]);
  });
  it.each(Object.entries({ ...SERVERS, ...EMBEDDED }))('refuses foreign callers: %s', async (name, args) => {
    const { asked, begun } = askEach();
    const at = folder({ 'in.csv': payouts(numbered(2)) });
    const ends = { onSignal: (end: (signal: string) => void) => void begun.then(() => end('SIGTERM')) };
    const io = fakeIo(at, {}, name === 'sandbox' || name === 'proxy' ? ends : {});
    await program(
      args.map((arg) => (arg === 'in.csv' ? join(at, arg) : arg)),
      io,
    );
    expect(asked.length, io.said.err).toBeGreaterThan(0);
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });
});

describe('a server that is started again on the same port', () => {
  it('refuses foreign callers if it is a proxy', async () => {
    const service = await sandbox();
    let port = 0;
    for (let time = 0; time < 3; time++) {
      const proxy = await Proxy.start({ to: service.url, port, now: Date.now });
      port = Number(new URL(proxy.url).port);
      expect(await foreignAnswers(port)).toEqual([]);
      expect((await fetch(`${proxy.url}/__paybatch/uses`)).status).toBe(200);
      await proxy.stop();
    }
    // No foreign request reached the service.
    expect(service.requests).toBe(0);
  });
  it('refuses foreign callers if it is a sandbox, also after the fault "refuse"', async () => {
    const one = await sandbox();
    one.addFault({ kind: 'refuse', ms: 20 });
    await vi.waitFor(async () => expect((await fetch(`${one.url}/__sandbox/state`)).status).toBe(200));
    const port = Number(new URL(one.url).port);
    expect(await foreignAnswers(port)).toEqual([]);
    await one.stop();
    await sandbox({ port });
    expect(await foreignAnswers(port)).toEqual([]);
  });
});

describe('a request from this machine', () => {
  it.each<[string, string, number]>([
    ['GET /__sandbox/state', 'Host: 127.0.0.1', 200],
    ['GET /__sandbox/state', 'Host: localhost:1234', 200],
    ['GET /__sandbox/state', 'Host: [::1]:1', 200],
    ['GET /__sandbox/state', 'Host: localhost\r\nOrigin: http://localhost:3000', 200],
    ['GET //', 'Host: localhost', 404],
    ['GET //evil.example/x', 'Host: localhost', 404],
    ['GET /%', 'Host: localhost', 404],
    ['GET /..//../%2e', 'Host: localhost', 404],
    ['GET http://localhost/__sandbox/state', 'Host: localhost', 200],
    ['OPTIONS *', 'Host: localhost', 405],
    ['TRACE /', 'Host: localhost', 405],
    ['GET /api/v1/accounts', 'Host: localhost\r\nContent-Length: 2\r\n\r\n{}', 401],
  ])('gets the right status: %s with %j: %i', async (line, headers, status) => {
    const service = await sandbox();
    const { port } = new URL(service.url);
    const text = `${line} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`;
    expect(await answered(Number(port), text)).toBe(status);
  });
});

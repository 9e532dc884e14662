// A run compares this machine's clock with the service's. Time windows depend on it (possible duplicates, idempotency,
// "not created"), so a run with a wrong clock sends nothing.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { proxySettings } from '../../../src/client/proxy.ts';
import type { Message } from '../../../src/message.ts';
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/options.ts';
import { testCertificate } from '../../kit/certificate.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { listening } from '../../kit/http.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { say } from '../../kit/words.ts';

const HOST = 'pay.example.test';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A service that seems to be another machine. This machine's clock is `offMs` ahead of it. */
async function remote(offMs: number) {
  const clock = new JumpingClock();
  const { cert, key } = testCertificate(HOST);
  const transfers: string[] = [];
  const service = createTlsServer({ cert, key }, (request, response) => {
    request.resume().on('end', () => {
      response.setHeader('date', new Date(clock.now() - offMs).toUTCString());
      response.setHeader('content-type', 'application/json');
      if (request.url === '/oauth/token') response.end('{"access_token":"token-token","expires_in":3600}');
      else if (request.url === '/api/v1/transfers') response.end(`{"id":"t-${transfers.push('')}"}`);
      else response.end('{}');
    });
  });
  const target = await listening(service);
  const proxy = createHttpServer().on('connect', (_, socket: Socket) => {
    const through = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const one of [through, socket]) one.on('error', () => through.destroy());
  });
  const url = `https://${HOST}`;
  const client = {
    baseUrl: url,
    authUrl: url,
    credentials: SANDBOX_CREDENTIALS,
    ca: cert,
    proxy: proxySettings({ HTTPS_PROXY: `http://127.0.0.1:${await listening(proxy)}`, NO_PROXY: '' }),
  };
  return { client, clock, transfers, url };
}

describe('a run against a remote service', () => {
  it.each([
    [0, 2, ''],
    [-50 * SECOND_MS, 2, ''],
    [-2 * MINUTE_MS, 2, "warning: this machine's clock is 120 s behind"],
    [4 * MINUTE_MS, 2, "warning: this machine's clock is 240 s ahead of"],
    [-6 * MINUTE_MS, 0, 'clock is 360 s behind'],
    [-40 * 24 * 60 * MINUTE_MS, 0, 'clock is 960 h behind'],
    [26 * 60 * MINUTE_MS, 0, 'clock is 26 h ahead of'],
  ])('with a clock that is %i ms ahead sends %i payouts', async (offMs, sent, said) => {
    const { client, clock, transfers, url } = await remote(offMs);
    const at = folder({ 'in.csv': payouts(numbered(2)) });
    const notice = vi.fn<(text: string) => void>();
    const hooks = { notice: (message: Message) => notice(say(message)) };
    const end = runIn(at, url, { client, clock, quote: false, hooks });
    if (sent === 0) {
      await expect(end).rejects.toMatchObject({ code: 'clock', exitStatus: 2 });
      await expect(end).rejects.toThrow(said);
    } else {
      expect((await end).exitCode).toBe(0);
      if (said === '') expect(notice).not.toHaveBeenCalled();
      else expect(notice).toHaveBeenCalledWith(expect.stringContaining(said));
    }
    expect(transfers).toHaveLength(sent);
  });
});

it('a service on this machine may have another clock: the rows are paid without a warning', async () => {
  const service = await sandbox();
  const at = folder({ 'in.csv': payouts(numbered(2)) });
  const notice = vi.fn<(text: string) => void>();
  const clock = new JumpingClock(); // months before today, which is the sandbox's date
  expect(
    (await runIn(at, service.url, { clock, hooks: { notice: (message) => notice(say(message)) } })).exitCode,
  ).toBe(0);
  expect(notice).not.toHaveBeenCalled();
  expect(service.store.transfers).toHaveLength(2);
});

it('the cutoff clock of a sandbox is not reported as a wrong clock', async () => {
  const service = await sandbox({ now: () => Date.parse('2027-01-05T00:00:00Z') });
  const at = folder({ 'in.csv': payouts(numbered(2)) });
  const io = fakeIo(at, serviceEnv(service.url));
  await program(['run', join(at, 'in.csv'), '--ledger', join(at, 'l.db')], io);
  expect(io.said.err).not.toContain('clock');
});

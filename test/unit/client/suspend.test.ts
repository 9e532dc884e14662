// A process that was suspended for longer than its timeout (a closed laptop, a frozen container) reads the responses
// that arrived meanwhile before it decides. Rows with such a response are not in doubt.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { ROOT } from '../../kit/cli.ts';
import { http, rawServer } from './raw-server.ts';

const TRANSFERS = 8;
const TIMEOUT_MS = 400;

/** Runs in a separate process with the built client: makes all transfers at once and prints their outcomes. */
const PROGRAM = `
const { ServiceClient } = await import(process.argv[1]);
const { DEFAULT_PROFILE } = await import(process.argv[2]);
const client = new ServiceClient({
  baseUrl: process.argv[3], authUrl: process.argv[3], profile: DEFAULT_PROFILE,
  credentials: { clientId: 'client', apiKey: 'key-key-key', apiSecret: 'secret-secret' },
  concurrency: ${TRANSFERS}, timeoutMs: ${TIMEOUT_MS},
});
const ends = await Promise.all(Array.from({ length: ${TRANSFERS} }, (_, i) =>
  client.create('createTransfer', '{"receiverAmount":' + (i + 1) + '}', null)));
process.stdout.write(JSON.stringify(ends.map(({ outcome, code }) => code ?? outcome)));
await client.close();
`;

async function endsOf(answerWhileStopped: (open: readonly Socket[]) => void): Promise<string[]> {
  const open: Socket[] = [];
  let came: () => void = () => undefined;
  const allCame = new Promise<void>((resolve) => (came = resolve));
  const server = await rawServer((socket, request) => {
    if (request.startsWith('POST /oauth/token')) {
      socket.end(http(200, '{"access_token":"token-token","expires_in":3600}'));
      return;
    }
    open.push(socket);
    if (open.length === TRANSFERS) came();
  });
  const built = (path: string): string => pathToFileURL(`${ROOT}/dist/${path}`).href;
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      PROGRAM,
      built('client/client.js'),
      built('interface/profile.js'),
      server.url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const closed = once(child, 'close');
  await allCame;
  child.kill('SIGSTOP');
  answerWhileStopped(open);
  // The child's real clock has to pass its deadline, so the test has to wait.
  const stoppedAt = performance.now();
  while (performance.now() - stoppedAt < TIMEOUT_MS * 2)
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGCONT');
  await closed;
  return JSON.parse(out) as string[];
}

it('a suspended process reads the responses that arrived meanwhile to their end', async () => {
  const padding = 'x'.repeat(10_000);
  const ends = await endsOf((open) => {
    for (const [i, socket] of open.entries()) socket.end(http(201, `{"id":"t-${i}","padding":"${padding}"}`));
  });
  expect(ends).toEqual(Array.from({ length: TRANSFERS }, () => 'accepted'));
});

it('a suspended process reports a timeout for each transfer without a response', async () => {
  const ends = await endsOf((open) => {
    for (const socket of open.slice(0, 3)) socket.end(http(201, '{"id":"t"}'));
  });
  expect(ends.filter((end) => end === 'accepted')).toHaveLength(3);
  expect(ends.filter((end) => end === 'timeout')).toHaveLength(TRANSFERS - 3);
});

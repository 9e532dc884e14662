// A response that belongs to nobody, and asks to try again: the payment that was in progress is not sent a second time.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

it.each([429, 401])('an extra %i on a used connection does not send a payment twice', async (status) => {
  const at = folder({ 'in.csv': payouts(numbered(1)) });
  const service = await sandbox();
  const seen = new WeakSet<object>();
  let extra = 0;
  const gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const isUsed = seen.has(request.socket);
        seen.add(request.socket);
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(
            ([name]) => !['host', 'connection', 'content-length'].includes(name),
          ),
        ) as Record<string, string>;
        if (isUsed && request.method === 'POST' && request.url === '/api/v1/transfers' && extra++ === 0)
          request.socket.write(`HTTP/1.1 ${status} Extra\r\ncontent-length: 0\r\nretry-after: 0\r\n\r\n`);
        const body = request.method === 'GET' ? undefined : Buffer.concat(chunks);
        const answer = await fetch(service.url + (request.url ?? ''), {
          method: request.method ?? 'GET',
          headers,
          ...(body && { body }),
        });
        const text = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          'content-length': text.length,
        });
        response.end(text);
      })();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const end = await runIn(at, url, { concurrency: 1, timeoutMs: 5000 });
  expect(extra).toBeGreaterThan(0);
  expect([service.store.transfers.length, end.exitCode]).not.toEqual([2, 0]);
});

// A service that records when each request arrived, except those for tokens, and how many were in progress at once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { onTestFinished } from 'vitest';

export interface CountingService {
  readonly url: string;
  /** Times of arrival, in milliseconds of this process's clock. */
  readonly came: readonly number[];
  readonly under: { readonly now: number; readonly most: number };
}

/** Every request takes `tookMs` and gets a new id. */
export async function countingService(tookMs: number): Promise<CountingService> {
  const came: number[] = [];
  const under = { now: 0, most: 0 };
  const http = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url?.startsWith('/oauth') === true) {
        response.end('{"access_token":"a","expires_in":3600}');
        return;
      }
      came.push(performance.now());
      under.most = Math.max(under.most, ++under.now);
      setTimeout(() => {
        under.now--;
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: `t-${randomUUID()}` }));
      }, tookMs);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, came, under };
}

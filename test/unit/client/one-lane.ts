// A transport with one connection at a time, which is reused as long as it is open.
import { onTestFinished } from 'vitest';

import { Transport } from '../../../src/client/transport.ts';

export function oneLane(url: string): Transport {
  const transport = new Transport(url, {
    connections: 1,
    timeoutMs: 5_000,
    connectTimeoutMs: 5_000,
    maxAnswerBytes: 10_000,
    reuseIdleMs: 60_000,
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** The body of a request as `rawServer` hands it over. */
export const bodyOf = (request: string): string => request.slice(request.indexOf('\r\n\r\n') + 4);

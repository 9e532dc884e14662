// A connection to the service through an HTTP proxy (CONNECT, RFC 9110, 9.3.6). TLS runs through it end to end: the
// proxy sees only the service's name. Any failure here comes before a request has started.
import { isIP, Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import { PaybatchError } from '../errors.ts';
import { isLoopback } from '../interface/environment.ts';
import { type Message, verbatim } from '../message.ts';
import { clientMessage } from './messages.ts';

export class TunnelError extends PaybatchError {
  constructor(message: Message) {
    // exchange.ts looks at the code, as it does for errors of Node and undici.
    super('PROXY', message);
  }
}

export function tunnelConnector(
  proxy: URL,
  options: buildConnector.BuildOptions & { timeout: number },
): buildConnector.connector {
  const toService = buildConnector(options);
  return (target, callback) => {
    const port = target.port === '' ? '443' : target.port;
    openTunnel(proxy, `${target.hostname}:${port}`, options.timeout).then(
      (httpSocket) => {
        toService({ ...target, httpSocket }, callback);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new TunnelError(verbatim(String(error))), null);
      },
    );
  };
}

/** Rejects with a {@link TunnelError} that names the proxy. */
async function openTunnel(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const checked = isLoopback(proxy.hostname) ? {} : { rejectUnauthorized: true };
  const toProxy = buildConnector({ timeout: timeoutMs, ...checked });
  // The header below names the service. undici would use it for the certificate of a proxy over TLS.
  const servername = isIP(proxy.hostname.replace(/^\[|\]$/g, '')) === 0 ? proxy.hostname : '';
  const client = new Client(proxy.origin, {
    allowH2: false,
    connect: (to, callback) => {
      toProxy({ ...to, servername }, callback);
    },
  });
  const asked = {
    path: target,
    headers: { host: target, ...authorization(proxy) },
    signal: AbortSignal.timeout(timeoutMs),
  };
  const { statusCode, socket } = await client.connect(asked).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException; // Node's and undici's errors
    throw new TunnelError(clientMessage('tunnel_failed', { proxy: proxy.host, said: message, code }));
  });
  if (statusCode >= 200 && statusCode <= 299 && socket instanceof Socket) return socket;
  socket.destroy();
  throw new TunnelError(clientMessage('tunnel_refused', { proxy: proxy.host, status: statusCode, target }));
}

function authorization(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

// A connection to the service through an HTTP proxy (CONNECT, RFC 9110, 9.3.6). TLS runs through it end to end: the proxy
// sees the service's name and nothing else. Whatever fails here fails before a request has started.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

import { buildConnector } from 'undici';

import { isLoopback } from '../interface/environment.ts';

export class TunnelError extends Error {
  /** As the errors of Node and undici carry one; exchange.ts looks at it. */
  readonly code = 'PROXY';
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
        callback(error instanceof Error ? error : new TunnelError(String(error)), null);
      },
    );
  };
}

/** Rejects with a {@link TunnelError} that names the proxy. */
export function openTunnel(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const name = `the proxy ${proxy.host}`;
  return new Promise((resolve, reject) => {
    const connect = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization(proxy) },
      agent: false,
      ...(isLoopback(proxy.hostname) ? {} : { rejectUnauthorized: true }),
    });
    const timer = setTimeout(() => {
      connect.destroy(new TunnelError(`${name} did not answer in time`));
    }, timeoutMs);
    connect.once('connect', (answer, socket, head) => {
      clearTimeout(timer);
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        socket.destroy();
        reject(new TunnelError(`${name} answered ${status} when asked for ${target}`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    connect.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const why = error.code === undefined ? error.message : `${error.message} (${error.code})`;
      reject(error instanceof TunnelError ? error : new TunnelError(`${name} can't be used: ${why}`));
    });
    connect.end();
  });
}

function authorization(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

// A TCP server that does to each connection what a test says: for faults that no HTTP framework can produce.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Heads and bodies of the requests that came. */
  readonly requests: string[];
}

/** `answer` sees each whole request and its number (from 1). */
export async function rawServer(
  answer: (socket: Socket, request: string, count: number) => void,
  onConnection?: (socket: Socket) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    onConnection?.(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head === -1 || Buffer.byteLength(text.slice(head + 4)) < length) return;
      requests.push(text);
      const whole = text;
      text = '';
      answer(socket, whole, requests.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

export function http(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  });
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** A port on loopback that nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address
  server.close();
  await once(server, 'close');
  return port;
}

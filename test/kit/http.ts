// A server on loopback for one test. The test gives the responses. The server closes by itself when the test ends.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/** Lets a server listen on a free port, until the test ends. Returns the port. */
export async function listening(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port; // a TCP server's address
}

/** An HTTP server with this handler. Returns its address. */
export const httpServer = async (handle: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(handle))}`;

/** A service whose token endpoint works. The test gives the response to every other call. */
export const serviceThat = (
  answers: (path: string) => { readonly status: number; readonly text: string },
): Promise<string> =>
  httpServer((request, response) => {
    request.resume().on('end', () => {
      const path = request.url ?? '';
      const token = JSON.stringify({ access_token: 'token-token', expires_in: 3600 });
      const { status, text } = path.includes('/oauth/') ? { status: 200, text: token } : answers(path);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });

// A way to a server that breaks off at a chosen moment: when a client has sent a text, before or after the server got it.
import { connect, createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  readonly port: number;
  /** Breaks the connection that sends this text next: `before` the server has it, or before its `answer` comes back. */
  cut: (text: string, when: 'before' | 'answer') => void;
  /** How often it did. */
  readonly cuts: () => number;
}

export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  let armed: { text: string; when: 'before' | 'answer' } | undefined;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let mute = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      const hit = armed !== undefined && bytes.includes(armed.text);
      if (!hit) {
        upstream.write(bytes);
        return;
      }
      const { when } = armed!;
      armed = undefined;
      cuts++;
      if (when === 'before') client.destroy();
      else {
        mute = true;
        upstream.write(bytes);
      }
    });
    upstream.on('data', (bytes: Buffer) => {
      if (mute) client.destroy();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as { port: number };
  return { port: own, cut: (text, when) => (armed = { text, when }), cuts: () => cuts };
}

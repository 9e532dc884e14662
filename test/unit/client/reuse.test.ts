// Transfers over reused connections, against servers that close them when idle, after a number of requests, or when
// they drain. No transfer is sent twice, and few are in doubt.
//   TRANSFERS=100000 npx vitest run test/unit/client/reuse.test.ts    for a long run
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { Transport } from '../../../src/client/transport.ts';

const TRANSFERS = Number(process.env['TRANSFERS'] ?? 400);
/** All idle times are divided by this: a second of idling takes 125 milliseconds. */
const FASTER = 8;
const CONNECTIONS = 8;

interface Closing {
  /** Closes a connection after this idle time, before the division by `FASTER`. */
  readonly idleMs?: number;
  /** Closes a connection with its Nth response. */
  readonly afterRequests?: number;
  /** Every Nth response begins a drain: its connection and all idle connections are closed. */
  readonly drainEvery?: number;
}

async function closingServer(closing: Closing) {
  const executed = new Map<string, number>();
  let opened = 0;
  const open = new Map<Socket, { served: number; timer: NodeJS.Timeout | undefined; busy: boolean }>();
  let answers = 0;
  const server = createServer((socket) => {
    const state = { served: 0, timer: undefined as NodeJS.Timeout | undefined, busy: false };
    open.set(socket, state);
    opened++;
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      clearTimeout(state.timer);
      const id = /\r\n\r\n(.*)$/s.exec(chunk.toString())?.[1] ?? '';
      executed.set(id, (executed.get(id) ?? 0) + 1);
      state.busy = true;
      setImmediate(() => answer(socket, id));
    });
  });
  function answer(socket: Socket, id: string): void {
    const state = open.get(socket);
    if (!state) return;
    state.busy = false;
    state.served++;
    const drains = closing.drainEvery !== undefined && ++answers % closing.drainEvery === 0;
    const last = state.served === closing.afterRequests;
    const close = drains ? 'connection: close\r\n' : '';
    socket.write(`HTTP/1.1 201 X\r\ncontent-length: ${id.length}\r\n${close}\r\n${id}`);
    if (last || drains) socket.end();
    if (drains) for (const [other, { busy }] of open) if (!busy && other !== socket) other.end();
    if (closing.idleMs !== undefined) {
      state.timer = setTimeout(() => socket.end(), closing.idleMs / FASTER);
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open.keys()) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  return { port, executed, opened: () => opened };
}

/** Sends all transfers, with a worker for each connection and pauses of up to `pauseMs` / `FASTER`. */
async function send(port: number, pauseMs: number) {
  const transport = new Transport(`http://127.0.0.1:${port}`, {
    ...{ connections: CONNECTIONS, timeoutMs: 600_000, connectTimeoutMs: 10_000, maxAnswerBytes: 1000 },
    reuseIdleMs: 1000 / FASTER,
  });
  const ends = { answered: 0, inDoubt: 0, unconnected: 0 };
  let next = 0;
  let random = 7;
  const chance = (): number => (random = (random * 16807) % 2147483647) / 2147483647;
  const worker = async (): Promise<void> => {
    while (next < TRANSFERS) {
      const body = `transfer-${next++}`;
      const headers = { 'content-type': 'application/json' };
      const exchange = await transport.send({ method: 'POST', path: '/', headers, body, repeatable: false });
      if (exchange.kind === 'answer') ends.answered++;
      else if (exchange.kind === 'broken') ends.inDoubt++;
      else ends.unconnected++;
      if (pauseMs > 0 && chance() < 45 / pauseMs) {
        const until = performance.now() + (chance() * pauseMs) / FASTER;
        await new Promise((resolve) => setTimeout(resolve, until - performance.now()));
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await transport.close();
  return ends;
}

describe('reused connections', () => {
  it.each<[string, Closing, number, number]>([
    ['a server that closes after 2 s of idling', { idleMs: 2000 }, 3000, 0.005],
    ['a server that closes silently after 100 requests', { afterRequests: 100 }, 0, 0.005],
    ['a server that drains regularly', { drainEvery: 200 }, 0, 0.02],
  ])('send no transfer twice, and few are in doubt, with %s', async (_, closing, pauseMs, mostInDoubt) => {
    const server = await closingServer(closing);
    const { answered, inDoubt, unconnected } = await send(server.port, pauseMs);
    expect(answered + inDoubt + unconnected).toBe(TRANSFERS);
    expect(Math.max(...server.executed.values())).toBe(1);
    expect(server.executed.size).toBeGreaterThanOrEqual(answered);
    expect(server.executed.size).toBeLessThanOrEqual(answered + inDoubt);
    expect(inDoubt).toBeLessThanOrEqual(TRANSFERS * mostInDoubt);
    // Connections are reused.
    expect(server.opened()).toBeLessThan(TRANSFERS / 4);
  });
});

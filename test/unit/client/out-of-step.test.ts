// A connection that carries more responses than requests, or refuses one, carries no other request.
import type { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/client/exchange.ts';
import { bodyOf, oneLane } from './one-lane.ts';
import { http, rawServer } from './raw-server.ts';

/** `answers`: what the nth request (from 0) on a connection is answered with. */
async function serviceOf(answers: (socket: Socket, nth: number, body: string) => void) {
  const executed: string[] = [];
  const served = new Map<Socket, number>();
  const { url } = await rawServer((socket, request) => {
    const nth = served.get(socket) ?? 0;
    served.set(socket, nth + 1);
    executed.push(bodyOf(request));
    answers(socket, nth, bodyOf(request));
  });
  const transport = oneLane(url);
  const send = (body: string, repeatable = false): Promise<Exchange> =>
    transport.send({ method: 'POST', path: '/', headers: {}, body, repeatable });
  return { send, executed };
}

describe('an answer that nobody asked for', () => {
  it('that comes while nothing is under way ends the connection alone', async () => {
    const { send } = await serviceOf((socket, nth, body) => {
      socket.write(http(201, body) + (nth === 0 ? http(422, 'twice') : ''));
    });
    expect(await send('a')).toMatchObject({ kind: 'answer', status: 201, text: 'a' });
    expect(await send('b')).toMatchObject({ kind: 'answer', status: 201, text: 'b' });
  });
});

it('a 100 Continue that nobody asked for is named as such', async () => {
  const { send } = await serviceOf((socket, _, body) => {
    socket.write(`HTTP/1.1 100 Continue\r\n\r\n${http(201, body)}`);
  });
  expect(await send('a')).toMatchObject({ kind: 'broken', reason: 'unasked', status: null });
});

describe('a refusal', () => {
  it('that is alone on its connection stands, and the next payment has a connection of its own', async () => {
    const seen: number[] = [];
    const { send, executed } = await serviceOf((socket, nth, body) => {
      seen.push(nth);
      socket.write(http(body === 'b' ? 422 : 201, body));
    });
    for (const [body, status] of [
      ['a', 201],
      ['b', 422],
      ['c', 201],
    ] as const)
      expect(await send(body)).toMatchObject({ kind: 'answer', status, text: body });
    expect([executed, seen]).toEqual([
      ['a', 'b', 'c'],
      [0, 1, 0],
    ]);
  });
});

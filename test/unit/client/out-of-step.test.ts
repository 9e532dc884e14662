// A connection that says more than it was asked for: nobody knows which answer is whose, so nothing is sent again and nothing is
// given up by such an answer.
import type { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/client/exchange.ts';
import { UsualTime } from '../../../src/client/out-of-step.ts';
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
  it.each([401, 404, 422, 429])('is no refusal of the payment that it comes before: %i', async (status) => {
    const { send } = await serviceOf((socket, nth, body) => {
      if (nth !== 1) socket.write(http(201, body));
      else socket.write(http(status, 'unasked'), () => setImmediate(() => socket.write(http(201, body))));
    });
    expect(await send('a')).toMatchObject({ kind: 'answer', status: 201, text: 'a' });
    expect(await send('b')).toMatchObject({ kind: 'broken', reason: 'unasked', status });
    expect(await send('c')).toMatchObject({ kind: 'answer', status: 201, text: 'c' });
  });

  it('is not the acceptance of the payment that it comes before, where both come at once', async () => {
    const { send } = await serviceOf((socket, nth, body) => {
      socket.write((nth === 1 ? http(201, 'spare') : '') + http(201, body));
    });
    expect(await send('a')).toMatchObject({ kind: 'answer', text: 'a' });
    expect(await send('b')).toMatchObject({ kind: 'broken', reason: 'unasked' });
    expect(await send('c')).toMatchObject({ kind: 'answer', text: 'c' });
  });

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

describe('how long a refusal is listened to', () => {
  it('is longer than a creation usually takes, however slow the service is', () => {
    const usual = new UsualTime();
    usual.took(2_500, true);
    expect(usual.graceMs(5)).toBe(7_500);
    usual.took(9_000, true);
    expect(usual.graceMs(5)).toBe(10_000);
  });

  it('goes by creations, not by the quotes between them, as soon as there was one', () => {
    const usual = new UsualTime();
    expect(usual.graceMs(0)).toBe(50);
    usual.took(40, false);
    expect(usual.graceMs(0)).toBe(120);
    usual.took(300, true);
    for (let i = 0; i < 100; i++) usual.took(40, false);
    expect(usual.graceMs(0)).toBe(900);
  });
});

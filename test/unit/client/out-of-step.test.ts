// A connection that carries more responses than requests: nobody knows which response belongs to which request. Such a
// response neither accepts nor refuses a payment.
import type { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/client/exchange.ts';
import { RepeatedResponses, ResponsesOfConnection, UsualTime } from '../../../src/client/out-of-step.ts';
import { bodyOf, oneLane } from './one-lane.ts';
import { http, rawServer } from './raw-server.ts';

/** `answers` responds to the nth request (from 0) on a connection. */
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

describe('an unrequested response', () => {
  it.each([401, 404, 422, 429])(
    'does not refuse the payment whose own response follows: %i',
    async (status) => {
      const { send } = await serviceOf((socket, nth, body) => {
        if (nth !== 1) socket.write(http(201, body));
        else socket.write(http(status, 'unasked'), () => setImmediate(() => socket.write(http(201, body))));
      });
      expect(await send('a')).toMatchObject({ kind: 'answer', status: 201, text: 'a' });
      expect(await send('b')).toMatchObject({ kind: 'broken', reason: 'unasked', status });
      expect(await send('c')).toMatchObject({ kind: 'answer', status: 201, text: 'c' });
    },
  );

  it('does not accept the payment whose own response arrives with it', async () => {
    const { send } = await serviceOf((socket, nth, body) => {
      socket.write((nth === 1 ? http(201, 'spare') : '') + http(201, body));
    });
    expect(await send('a')).toMatchObject({ kind: 'answer', text: 'a' });
    expect(await send('b')).toMatchObject({ kind: 'broken', reason: 'unasked' });
    expect(await send('c')).toMatchObject({ kind: 'answer', text: 'c' });
  });

  it('only ends the connection if no request is in progress', async () => {
    const { send } = await serviceOf((socket, nth, body) => {
      socket.write(http(201, body) + (nth === 0 ? http(422, 'twice') : ''));
    });
    expect(await send('a')).toMatchObject({ kind: 'answer', status: 201, text: 'a' });
    expect(await send('b')).toMatchObject({ kind: 'answer', status: 201, text: 'b' });
  });
});

it('an unrequested 100 Continue makes the outcome of its request unknown', async () => {
  const { send } = await serviceOf((socket, _, body) => {
    socket.write(`HTTP/1.1 100 Continue\r\n\r\n${http(201, body)}`);
  });
  expect(await send('a')).toMatchObject({ kind: 'broken', reason: 'unasked', status: null });
});

describe('a refusal', () => {
  it('counts if no other response follows, and the next payment uses a new connection', async () => {
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

describe('the wait for another response after a refusal', () => {
  it('is three times the usual response time, and at most 10 s', () => {
    const usual = new UsualTime();
    usual.took(2_500);
    expect(usual.graceMs(5)).toBe(7_500);
    usual.took(9_000);
    expect(usual.graceMs(5)).toBe(10_000);
  });

  it('decreases slowly after a slow response, and is at least 50 ms', () => {
    const usual = new UsualTime();
    expect(usual.graceMs(0)).toBe(50);
    usual.took(300);
    expect(usual.graceMs(0)).toBe(900);
    usual.took(40);
    expect(usual.graceMs(0)).toBe(855);
  });
});

// A response that arrives again, late, is taken for the response to the next request. It must not decide the outcome
// of another payment.

/** Responds to each request with the body of the request. Responses queued in `late` come first. */
async function gateway(): Promise<{
  ask: (body: string) => Promise<Exchange>;
  upload: (body: string) => Promise<Exchange>;
  pay: (body: string) => Promise<Exchange>;
  late: string[];
  connections: () => number;
}> {
  const late: string[] = [];
  let connections = 0;
  const { url } = await rawServer(
    (socket, request) => {
      const own = http(200, bodyOf(request));
      const before = late.shift();
      // One response for each request: a late response delays the others by one request.
      if (before !== undefined) late.push(own);
      socket.write(before ?? own);
    },
    () => connections++,
  );
  const transport = oneLane(url);
  const send = (body: string, repeatable: boolean, uploads = false): Promise<Exchange> =>
    transport.send({ method: 'POST', path: '/', headers: {}, body, repeatable, uploads });
  return {
    ask: (body) => send(body, true),
    upload: (body) => send(body, true, true),
    pay: (body) => send(body, false),
    late,
    connections: () => connections,
  };
}

const UNASKED = { kind: 'broken', reason: 'unasked' };

describe('a late second response', () => {
  it('to a quote does not accept the payment that receives it', async () => {
    const { ask, pay, late } = await gateway();
    await ask('q1');
    await pay('t1');
    await ask('q2');
    late.push(http(200, 'q1'));
    expect(await pay('t2')).toMatchObject(UNASKED);
    late.length = 0;
    expect(await pay('t3')).toMatchObject({ kind: 'answer', text: 't3' });
  });

  it('to a payment is not used for the next payment or quote', async () => {
    for (const kind of ['pay', 'ask'] as const) {
      const one = await gateway();
      await one.pay('t1');
      await one.ask('q1');
      one.late.push(http(200, 't1'));
      expect(await one[kind]('next')).toMatchObject(UNASKED);
    }
  });

  it('to a quote makes the next payment use a new connection if another quote received it', async () => {
    const { ask, pay, late, connections } = await gateway();
    await ask('q1');
    await ask('q2');
    late.push(http(200, 'q1'));
    await ask('q3');
    late.length = 0;
    expect(connections()).toBe(1);
    expect(await pay('t3')).toMatchObject({ kind: 'answer', text: 't3' });
    expect(connections()).toBe(2);
  });

  it('to an upload is not used for another document, which can be uploaded again', async () => {
    const { upload, late } = await gateway();
    await upload('d1');
    late.push(http(201, 'd1'));
    expect(await upload('d2')).toMatchObject(UNASKED);
    late.length = 0;
    expect(await upload('d2')).toMatchObject({ kind: 'answer', text: 'd2' });
  });
});

describe('equal responses', () => {
  it('to calls that create nothing are accepted if several connections give them', () => {
    const echoes = new RepeatedResponses();
    const [a, b] = [new ResponsesOfConnection(), new ResponsesOfConnection()];
    expect([a, a, b, b, a].map((said) => echoes.hear(said, '{"rate":1}', false))).toEqual([
      ...['own', 'perhaps', 'own', 'own', 'own'],
    ]);
  });

  it('to payments are not accepted again on a connection that already gave them', () => {
    const echoes = new RepeatedResponses();
    const [a, b] = [new ResponsesOfConnection(), new ResponsesOfConnection()];
    echoes.hear(a, 't1', true);
    echoes.hear(b, 't1', true);
    expect(echoes.hear(a, 't1', true)).toBe('other');
    expect(echoes.hear(b, 't1', false)).toBe('other');
  });

  it('are found only among recent responses, and never if they are empty or long', () => {
    const echoes = new RepeatedResponses();
    const said = new ResponsesOfConnection();
    for (let i = 0; i < 10_000; i++) expect(echoes.hear(said, `t${i}`, true)).toBe('own');
    expect(echoes.hear(said, 't9', true)).toBe('own');
    expect(echoes.hear(said, 't9990', true)).toBe('other');
    for (const text of ['', 'x'.repeat(2_001)])
      expect([echoes.hear(said, text, true), echoes.hear(said, text, true)]).toEqual(['own', 'own']);
  });
});

import { describe, expect, it } from 'vitest';

import { decide, type Decision, type Observed } from '../../../src/client/decision.ts';

const transfer = { repeatable: false, idempotent: false, renewals: 0, tokenProven: false };
const quote = { ...transfer, repeatable: true };
const answer = (status: number, usable = status < 300): Observed => ({ kind: 'answer', status, usable });
const brief = (decision: Decision): string => {
  if (decision.action === 'stop')
    return `${decision.as}${decision.systemic ? ' systemic' : ''}${decision.halt ? ' halt' : ''}`;
  return decision.action === 'retry' ? `retry else ${decision.otherwise}` : decision.action;
};

describe('the retry table, for POST /api/v1/transfers', () => {
  it.each<[string, Observed, string]>([
    ['no connection', { kind: 'unconnected' }, 'retry else failed'],
    ['a TLS failure', { kind: 'tls' }, 'failed systemic halt'],
    ['a connection that breaks after the request started', { kind: 'broken' }, 'in_doubt systemic'],
    ['2xx with an id', answer(201), 'accept'],
    ['2xx without an id', answer(201, false), 'in_doubt systemic'],
    ['429', answer(429), 'retry else failed'],
    ['401', answer(401), 'renew_token'],
    ...[400, 402, 406, 410, 413, 415, 422].map((status): [string, Observed, string] => [
      String(status),
      answer(status),
      'rejected',
    ]),
    ...[403, 404, 405].map((status): [string, Observed, string] => [
      String(status),
      answer(status),
      'rejected systemic',
    ]),
    ...[408, 409, 421, 425, 411, 418, 451, 499].map((status): [string, Observed, string] => [
      String(status),
      answer(status),
      'in_doubt systemic',
    ]),
    ...[300, 301, 302, 303, 304, 307, 308].map((status): [string, Observed, string] => [
      String(status),
      answer(status),
      'in_doubt systemic',
    ]),
    ...[500, 501, 502, 503, 504, 507, 599].map((status): [string, Observed, string] => [
      String(status),
      answer(status),
      'in_doubt systemic',
    ]),
  ])('%s', (_, observed, expected) => {
    expect(brief(decide(observed, transfer))).toBe(expected);
  });

  it('renews the token three times, then fails, and stops the run if no token was ever accepted', () => {
    for (const renewals of [0, 1, 2])
      expect(brief(decide(answer(401), { ...transfer, renewals }))).toBe('renew_token');
    expect(brief(decide(answer(401), { ...transfer, renewals: 3 }))).toBe('failed systemic halt');
    expect(brief(decide(answer(401), { ...transfer, renewals: 3, tokenProven: true }))).toBe(
      'failed systemic',
    );
  });

  it('has a decision for every status, and tries again with the same token only after 429', () => {
    for (let status = 200; status <= 599; status++) {
      const decision = decide(answer(status), transfer);
      if (decision.action === 'retry') expect(status).toBe(429);
    }
  });
});

describe('a transfer with an idempotency key', () => {
  it.each<Observed>([{ kind: 'broken' }, answer(500), answer(503)])(
    'is sent again if its outcome is unknown: %j',
    (observed) => {
      expect(brief(decide(observed, { ...transfer, idempotent: true }))).toBe('retry else in_doubt');
    },
  );
});

describe('a call that may be repeated', () => {
  it.each<[Observed, string]>([
    [{ kind: 'broken' }, 'retry else failed'],
    [answer(500), 'retry else failed'],
    [answer(408), 'retry else failed'],
    [answer(201, false), 'retry else failed'],
    [answer(400), 'rejected'],
    [answer(307), 'rejected systemic'],
  ])('after %j: %s', (observed, expected) => {
    expect(brief(decide(observed, quote))).toBe(expected);
  });
  it('is never in doubt', () => {
    for (let status = 100; status <= 599; status++)
      expect(brief(decide(answer(status), quote))).not.toContain('in_doubt');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { checkAddress } from '../../../src/client/address.ts';
import { paymentText } from '../../../src/client/body-text.ts';
import { parseAnswer, pick, pickId } from '../../../src/client/json.ts';
import { backoffMs, DEFAULT_LIMITS, retryAfterMs } from '../../../src/client/rate.ts';
import { readToken } from '../../../src/client/token.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';

describe('Retry-After', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  it.each([
    ['7', 7000],
    ['0', 0],
    ['1.5', 1500],
    ['Mon, 01 Jun 2026 00:00:09 GMT', 9000],
    ['Sun, 31 May 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('with the value %s is read as %s ms', (header, expected) =>
    expect(retryAfterMs(header, now)).toBe(expected),
  );
});

describe('backoff', () => {
  it('doubles up to a limit, with jitter in its upper half', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, chance) => {
          const ceiling = Math.min(DEFAULT_LIMITS.capMs, DEFAULT_LIMITS.baseMs * 2 ** (attempt - 1));
          const pause = backoffMs(attempt, DEFAULT_LIMITS, () => chance);
          expect(pause).toBeGreaterThanOrEqual(ceiling / 2);
          expect(pause).toBeLessThanOrEqual(ceiling);
        },
      ),
    );
  });
});

describe('the token response', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const jwt = (payload: object): string =>
    `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;
  it.each<[string, object, number]>([
    ['an ISO timestamp', { access_token: 't', expires_at: '2026-06-01T01:00:00Z' }, 3600],
    ['seconds since 1970', { access_token: 't', expiresAt: now / 1000 + 60 }, 60],
    ['milliseconds since 1970', { accessToken: 't', expires: now + 60_000 }, 60],
    ['a lifetime in seconds', { token: 't', expires_in: 120 }, 120],
    ['the exp of the JWT', { access_token: jwt({ exp: now / 1000 + 77 }) }, 77],
    ['the profile if the response has none', { access_token: 't' }, DEFAULT_PROFILE.tokenLifetimeSeconds],
  ])('takes the expiry from %s', (_, answer, seconds) => {
    expect(readToken(JSON.stringify(answer), DEFAULT_PROFILE, now)?.expiresAtMs).toBe(now + seconds * 1000);
  });
  it.each(['{}', 'x', '{"access_token":5e1}x', '{"access_token":"a b"}', '{"access_token":"a\\nb"}'])(
    'refuses %s',
    (text) => {
      expect(readToken(text, DEFAULT_PROFILE, now)).toBeUndefined();
    },
  );
});

describe('JSON', () => {
  it('keeps an amount digit for digit when it is written and read', () => {
    const text = paymentText({ receiverAmount: '12345678901234567890.10', memo: 'x' });
    expect(text).toBe('{"receiverAmount":12345678901234567890.10,"memo":"x"}');
    expect(pick(parseAnswer(text), ['receiverAmount'])).toBe('12345678901234567890.10');
    expect(paymentText({ receiverAmount: '1' })).toBe('{"receiverAmount":1}');
  });
  it('finds an id by its path, also as a number or in a nested object', () => {
    expect(pickId('{"id":"a"}', ['id'])).toBe('a');
    expect(pickId('{"id":90071992547409931}', ['id'])).toBe('90071992547409931');
    expect(pickId('{"data":{"id":"b"}}', ['id', 'data.id'])).toBe('b');
    expect(pickId('{"id":""}', ['id'])).toBeUndefined();
    expect(pickId('[]', ['id'])).toBeUndefined();
    expect(pickId('null', ['id', 'constructor.name'])).toBeUndefined();
  });
});

describe('a service address', () => {
  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v2//', 'https://api.example.com/v2'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:1/', 'http://localhost:1'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ])('may be %s', (text, expected) => expect(checkAddress('X', text)).toBe(expected));
  it.each([
    'http://api.example.com',
    'ftp://127.0.0.1',
    'api.example.com',
    'https://a:b@c.example',
    'https://a.example/?x=1',
    'http://127.0.0.1.example.com',
  ])('is refused: %s', (text) => expect(() => checkAddress('X', text)).toThrow(/^X: /));
  it.each(['https://a.example/api/v1', 'https://a.example/gateway/API/v1/'])(
    'is refused with the right address if it contains the API path: %s',
    (text) => {
      expect(() => checkAddress('X', text)).toThrow(/^X: .* write https:\/\/a\.example(\/gateway)?$/);
    },
  );
});

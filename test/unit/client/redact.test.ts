// A secret never comes back, however the service dresses it up; everything else comes back as it was.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Redactor } from '../../../src/client/redact.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const each = (text: string, how: (unit: string) => string): string => text.split('').map(how).join('');

const NAMES: Readonly<Record<string, string>> = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '&': '&amp;',
  _: '&lowbar;',
};

/** Base64 of something in which a secret begins at each of the three places of a group. */
const placed = (text: string, offset: number): string => base64(`${'~'.repeat(3 + offset)}${text}~~`);
const padless = (text: string): string => text.replace(/=+$/, '');
const forUrls = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** Ways in which a service, a proxy or a framework writes text into something else. */
const DISGUISES: Readonly<Record<string, (secret: string, around: string) => string>> = {
  plain: (secret) => secret,
  'a JSON text': (secret) => JSON.stringify(secret),
  'JSON with every character escaped': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4)}`),
  'JSON in capitals': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4).toUpperCase()}`),
  'JSON with its slashes escaped': (secret) =>
    JSON.stringify(secret).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  'JSON within JSON': (secret) => JSON.stringify(JSON.stringify({ at: secret })),
  'a URL': (secret) => encodeURIComponent(secret),
  'a URL in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'a URL with every byte encoded': (secret) =>
    [...Buffer.from(secret)].map((byte) => `%${hex(byte, 2)}`).join(''),
  'a URL within a URL': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams({ s: secret }).toString(),
  HTML: (secret) => each(secret, (c) => `&#${c.charCodeAt(0)};`),
  'hexadecimal HTML': (secret) => each(secret, (c) => `&#x${hex(c.charCodeAt(0), 2)};`),
  Base64: (secret) => base64(secret),
  'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'Base64 with its slashes escaped': (secret) => base64(secret).replaceAll('/', '\\/'),
  'Base64 of key and secret': (secret) => `Basic ${base64(`the-api-key:${secret}`)}`,
  'Base64 of something longer': (secret, around) => base64(around + secret + around),
  'HTML with names': (secret) => each(secret, (c) => NAMES[c] ?? c),
  'a URL three times': (secret) => [1, 2, 3].reduce((text) => encodeURIComponent(text), secret),
  "JavaScript's text": (secret) => each(secret, (c) => `\\x${hex(c.charCodeAt(0), 2)}`),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'in capitals': (secret) => secret.toUpperCase(),
  'in small letters': (secret) => secret.toLowerCase(),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'Base64 in capitals': (secret) => base64(secret).toUpperCase(),
  'Base64 in small letters': (secret) => base64(secret).toLowerCase(),
  'Base64 without padding': (secret) => padless(base64(secret)),
  'Base64 of key and secret without padding, for URLs': (secret) =>
    padless(forUrls(base64(`the-api-key:${secret}`))),
  'a URL of Base64': (secret) => encodeURIComponent(base64(secret)),
  ...Object.fromEntries(
    [0, 1, 2].flatMap((offset) => [
      [`Base64 at ${offset}`, (secret: string) => placed(secret, offset)],
      [
        `Base64 at ${offset} without padding, for URLs`,
        (secret: string) => padless(forUrls(placed(secret, offset))),
      ],
      [`Base64 at ${offset} in small letters`, (secret: string) => placed(secret, offset).toLowerCase()],
    ]) as [string, (secret: string) => string][], // pairs
  ),
};

const VISIBLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
const secrets = fc.string({ unit: fc.constantFrom(...VISIBLE), minLength: 12, maxLength: 60 });
/** What may be left beside the mask: quotes and names around the secret, and the encoding of what stood beside it. */
const MOST_LEFT = 14;
const around = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '{', '}', '"', ':', ',', '.'),
  maxLength: 7,
});

describe('a secret', () => {
  it.each(Object.keys(DISGUISES))('does not come back as %s', (name) => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, behind) => {
        const redactor = new Redactor();
        redactor.add(secret);
        redactor.addPair('the-api-key', secret);
        const text = `${before} ${DISGUISES[name]!(secret, before)} ${behind}`;
        const clean = redactor.clean(text);
        expect(clean.startsWith(`${before} `) && clean.endsWith(` ${behind}`), clean).toBe(true);
        const left = clean.slice(before.length + 1, clean.length - behind.length - 1).split('[secret]');
        expect(left.length, clean).toBeGreaterThan(1);
        for (const part of left) expect(part.length, clean).toBeLessThanOrEqual(MOST_LEFT);
        expect(clean).not.toContain(secret);
      }),
    );
  });

  it.each<[string, (secret: string) => string]>([
    ['a form that was decoded', (secret) => secret.replaceAll('+', ' ')],
    ['Markdown', (secret) => secret.replace(/[_*+.-]/g, '\\$&')],
    ['a shell', (secret) => secret.replace(/[^A-Za-z0-9]/g, '\\$&')],
  ])('does not come back as %s', (_, written) => {
    for (const secret of ['sk_live_9vQz-Tr0ub4dor&3/Zq', 'AB+cd+ef.gh_ij-kl0123456789']) {
      const redactor = new Redactor();
      redactor.add(secret);
      const clean = redactor.clean(`key ${written(secret)} is not known`);
      expect(clean).toMatch(/^key [.]*\[secret\][.]* is not known$/);
    }
  });

  it('that ends like an escaped line break takes no blank behind it along', () => {
    const secret = `${'!'.repeat(18)}\\r`;
    const redactor = new Redactor();
    redactor.add(secret);
    expect(redactor.clean(` ${encodeURIComponent(secret)}  and`)).toBe(' [secret]  and');
    expect(redactor.clean(`the key ${secret} \n is`)).toBe('the key [secret] \n is');
  });

  it('of the least length is found wherever it begins, between others and alone', () => {
    for (const secret of ['a1-b2!', 'a1-b2!x', 'a1-b2!xy', 'correct-horse-battery']) {
      const redactor = new Redactor();
      redactor.add(secret);
      for (let before = 0; before < 12; before++)
        for (let behind = 0; behind < 4; behind++)
          expect(redactor.clean(`${'.'.repeat(before)}${secret}${'.'.repeat(behind)}`)).toBe(
            `${'.'.repeat(before)}[secret]${'.'.repeat(behind)}`,
          );
    }
  });

  it('leaves JSON that holds it readable', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const redactor = new Redactor();
        redactor.add(secret);
        const text = JSON.stringify({ id: 't-1', a: secret, b: [`x${secret}`] }).replaceAll('/', '\\/');
        expect(JSON.parse(redactor.clean(text))).toMatchObject({ id: 't-1', a: '[secret]' });
      }),
    );
  });

  it('too short to be told from other words is left; with its key before it, it is not', () => {
    const redactor = new Redactor();
    redactor.addPair('key', 'abc');
    expect(redactor.clean(`abc ${base64('key:abc')}`)).toBe('abc [secret]');
    redactor.addPair('k', 'a');
    expect(redactor.clean('50% of abc')).toBe('50% of abc');
  });
});

describe('other text', () => {
  it('comes back as it was', () => {
    const redactor = new Redactor();
    redactor.add('correct-horse-battery');
    redactor.addPair('the-api-key', 'correct-horse-battery');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(redactor.clean(text)).toBe(text);
      }),
    );
    const json = '{"path":"C:\\\\u002B\\\\%2F%zz%","html":"&amp;&#43;&#x110000;&#9999999;","half":"\\ud800"}';
    expect(redactor.clean(json)).toBe(json);
  });
});

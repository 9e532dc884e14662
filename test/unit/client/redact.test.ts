// A secret that the service echoes is masked, however it is encoded. Other text stays unchanged.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Redactor } from '../../../src/client/redact.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Base64 of a text in which the secret begins `offset` bytes into a group of three bytes. */
const placed = (text: string, offset: number): string => base64(`${'~'.repeat(3 + offset)}${text}~~`);
const padless = (text: string): string => text.replace(/=+$/, '');
const forUrls = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** Encodings in which a service, a proxy or a framework may echo a secret. */
const DISGUISES: Readonly<Record<string, (secret: string, around: string) => string>> = {
  plain: (secret) => secret,
  'a JSON text': (secret) => JSON.stringify(secret),
  'a URL': (secret) => encodeURIComponent(secret),
  'a form': (secret) => new URLSearchParams({ s: secret }).toString(),
  Base64: (secret) => base64(secret),
  'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'Base64 of key and secret': (secret) => `Basic ${base64(`the-api-key:${secret}`)}`,
  'Base64 of something longer': (secret, around) => base64(around + secret + around),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'in capitals': (secret) => secret.toUpperCase(),
  'in small letters': (secret) => secret.toLowerCase(),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'Base64 in capitals': (secret) => base64(secret).toUpperCase(),
  'Base64 in small letters': (secret) => base64(secret).toLowerCase(),
  'Base64 without padding': (secret) => padless(base64(secret)),
  'Base64 of key and secret without padding, for URLs': (secret) =>
    padless(forUrls(base64(`the-api-key:${secret}`))),
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
/** Characters that may be left next to the mask: quotes, names, and the encoding of the text around the secret. */
const MOST_LEFT = 14;
const around = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '{', '}', '"', ':', ',', '.'),
  maxLength: 7,
});

describe('a secret', () => {
  it.each(Object.keys(DISGUISES))('is masked as %s', (name) => {
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

  it('of the minimum length or more is masked at any position in a text', () => {
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

  it('is masked in such a way that JSON stays valid', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const redactor = new Redactor();
        redactor.add(secret);
        const text = JSON.stringify({ id: 't-1', a: secret, b: [`x${secret}`] }).replaceAll('/', '\\/');
        expect(JSON.parse(redactor.clean(text))).toMatchObject({ id: 't-1', a: '[secret]' });
      }),
    );
  });

  it('that is too short is masked only together with its key', () => {
    const redactor = new Redactor();
    redactor.addPair('key', 'abc');
    expect(redactor.clean(`abc ${base64('key:abc')}`)).toBe('abc [secret]');
    redactor.addPair('k', 'a');
    expect(redactor.clean('50% of abc')).toBe('50% of abc');
  });
});

describe('other text', () => {
  it('stays unchanged', () => {
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

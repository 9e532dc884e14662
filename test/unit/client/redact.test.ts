// A secret never comes back, however the service dresses it up; everything else comes back as it was.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Redactor } from '../../../src/client/redact.ts';
import { betrays, DISGUISES } from './disguises.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const VISIBLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
const secrets = fc.string({ unit: fc.constantFrom(...VISIBLE), minLength: 12, maxLength: 60 });
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
        expect(betrays(clean, secret), clean).toBe(false);
        expect(clean).toContain('[secret]');
        expect(clean.startsWith(`${before} `)).toBe(true);
        expect(clean.endsWith(` ${behind}`)).toBe(true);
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

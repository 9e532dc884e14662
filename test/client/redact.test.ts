// A secret never comes back, however the service dresses it up; everything else comes back as it was.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Redactor } from '../../src/client/redact.ts';

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const each = (text: string, how: (unit: string) => string): string => text.split('').map(how).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const lines = (text: string, end: string): string => text.replace(/.{20}(?!$)/g, `$&${end}`);
const NAMES: Readonly<Record<string, string>> = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '&': '&amp;',
  _: '&lowbar;',
};

/** Ways in which a service, a proxy or a framework writes text into something else. */
const DISGUISES: Readonly<Record<string, (secret: string, around: string) => string>> = {
  plain: (secret) => secret,
  'a JSON text': (secret) => JSON.stringify(secret),
  'JSON with every character escaped': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4)}`),
  'JSON in capitals': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4).toUpperCase()}`),
  'JSON with its slashes escaped': (secret) =>
    JSON.stringify(secret).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  'JSON within JSON': (secret) => JSON.stringify(JSON.stringify({ at: secret })),
  'escaped JSON within JSON': (secret) =>
    JSON.stringify(each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4)}`)),
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
  'with characters that nobody sees': (secret) => each(secret, (c) => `${c}\u200b`),
  'with colours of a terminal': (secret) => `${secret.slice(0, 3)}\u001b[31m${secret.slice(3)}`,
  'JSON of characters that nobody sees': (secret) =>
    each(secret, (c) => `${JSON.stringify(c).slice(1, -1)}\\u200d`),
  'Base64 in lines of twenty': (secret) => lines(base64(`the-api-key:${secret}`), '\n'),
  'Base64 in lines that are indented': (secret) => lines(base64(secret + secret), '\r\n\t '),
  'Base64 in lines within JSON': (secret) => JSON.stringify(lines(base64(secret), '\n')),
  'HTML with names': (secret) => each(secret, (c) => NAMES[c] ?? c),
  'a URL three times': (secret) => [1, 2, 3].reduce((text) => encodeURIComponent(text), secret),
  "JavaScript's text": (secret) => each(secret, (c) => `\\x${hex(c.charCodeAt(0), 2)}`),
  "JavaScript's escape": (secret) => each(secret, (c) => `%u${hex(c.charCodeAt(0), 4)}`),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
};

/** Whether a reader could get the secret out of this text by undoing what people undo. */
function betrays(text: string, secret: string): boolean {
  const layers = [text];
  for (let i = 0; i < 5; i++) {
    const last = layers.at(-1)!;
    layers.push(
      last
        .replace(/[\r\n]\s*|\\[rn]/g, '')
        .replace(/[\\%]u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(
          /&(plus|sol|equals|amp|lowbar);/g,
          (whole) => Object.entries(NAMES).find(([, name]) => name === whole)?.[0] ?? '',
        )
        .replace(/\\(["\\/])/g, '$1')
        .replace(/\u001b\[\d*m|[\u200b\u200d]/g, '')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString()),
    );
  }
  const runs = layers.flatMap((layer) => layer.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []);
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].flatMap((cut) => [
      Buffer.from(run.slice(cut), 'base64').toString('latin1'),
      Buffer.from(run.slice(cut), 'hex').toString('latin1'),
    ]),
  );
  return [...layers, ...decoded].some((layer) => layer.includes(secret));
}

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

  it('takes time in proportion to its length', () => {
    const redactor = new Redactor();
    redactor.add('correct-horse-battery');
    const time = (text: string): number => {
      const start = process.cpuUsage().user;
      redactor.clean(text);
      return process.cpuUsage().user - start;
    };
    for (const part of ['\\', '%', '&#', '%41', '\\u0041', 'correct-', 'Y29ycmVj', 'Bearer ']) {
      time(part.repeat(20_000));
      const one = Math.min(time(part.repeat(20_000)), time(part.repeat(20_000)));
      expect(time(part.repeat(80_000)), part).toBeLessThan(Math.max(one, 20_000) * 8);
    }
  });
});

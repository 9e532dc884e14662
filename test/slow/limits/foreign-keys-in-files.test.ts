// Names that others chose, wherever they index something: extensions, entities, currencies, fields. None of them may meet
// what every object inherits (`constructor`, `__proto__`). migrate has a test of its own (migrate/hostile.test.ts).
import { afterEach, describe, expect, it } from 'vitest';

import { buildRequest, parseFields, setField } from '../../../src/batch/single/request.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { price } from '../../../src/sandbox/prices.ts';
import { found } from '../../kit/lint.ts';

const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype'];

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
});

describe.each(INHERITED)('%s', (name) => {
  it.each([
    'x = 1',
    `{"${name}": {"${name}": 1}}`,
    `&${name};`,
    '```' + name + '\nx\n```',
    `${name},amount\n1,2\n`,
  ])('as an extension, and in a file: %s', async (text) => {
    for (const path of [`a.${name}`, `a.json`, `a.html`, `a.md`, `a.csv`, `a.yaml`, `a.ts`, `a.http`])
      expect(await found(path, text)).toEqual([]);
  });
  it('as a field of a single call', async () => {
    const fields = parseFields(`{"${name}": 1, "sourceCurrency": "USDC"}`, '--data');
    const { body } = await buildRequest('createTrade', fields, DEFAULT_PROFILE);
    expect(body).toContain(`"${name}":1`);
  });
  it('as a currency of the sandbox', () => {
    expect(price(1, name, 'USD', '10').sourceAmount).toMatch(/^\d/);
  });
  it('as a path of --set', () => {
    const fields = {};
    for (const path of [name, `${name}.polluted`, `a.${name}.polluted`]) {
      try {
        setField(fields, 'createTrade', `${path}=x`);
      } catch (error) {
        expect((error as Error).message).toMatch(/can't be the name of a field|is not an object/);
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

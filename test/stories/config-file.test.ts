// The config file: paybatch reports all mistakes at once, in plain words and with their place. An editor can use its
// JSON Schema.
import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { command, fakeIo } from '../kit/io.ts';

async function config(text: string, ...args: string[]) {
  return command(folder({ 'paybatch.config.json': text }), ['config', ...args]);
}

describe('a config file', () => {
  it.each([
    ['{"concurrency": 0}', /"concurrency": must be at least 1$/m],
    ['{"concurrency": 2.5}', /"concurrency": must be a whole number/],
    ['{"rate": 0}', /"rate": must be above 0/],
    ['{"payee": ""}', /"payee": must not be empty/],
    ['{"checks": {"payeeChanged": "warn"}}', /"checks.payeeChanged": must be "error" or "warning" or "off"/],
    [
      '{"lint": {"rules": {"transfer-amonut": "off"}}}',
      /"lint.rules.transfer-amonut": unknown setting .*transfer-amount\?/,
    ],
    ['{"checks": {"payeChanged": "off"}}', /"checks.payeChanged": unknown setting .*payeeChanged/],
    ['{"profile": {"memoTag": "yes"}}', /"profile.memoTag": must be true or false/],
    ['{"profile": {"insufficientFunds": "("}}', /is not a regular expression/],
    ['{"lint": {"hosts": ["a.example", "not a host"]}}', /"lint.hosts.1": must be a host like api\./],
    ['{"lint": {"clients": [" c "]}}', /"lint.clients.0": must be the name of a client like SparrowClient/],
    ['[]', /paybatch\.config\.json: must be an object in braces/],
    ['{"a": 1,\n  "b" 2}', /paybatch\.config\.json:2:7: a colon is missing/],
    ['[1, ]', /paybatch\.config\.json:1:5: a value is missing/],
    ['{"rate": 1,\n "rate": 2}', /paybatch\.config\.json:2:2: "rate" appears twice/],
    ['['.repeat(200_000), /paybatch\.config\.json:1:1: is nested too deeply/],
    ['{"rate": 5', /paybatch\.config\.json:1:\d+: a closing brace is missing/],
    ['', /paybatch\.config\.json:1:1: is empty, and should be a JSON object/],
  ])('%s is refused in plain words', async (text, words) => {
    const { code, err } = await config(text);
    expect(code).toBe(2);
    expect(err).toMatch(words);
  });
  it('is refused with all its mistakes in one message', async () => {
    const { err } = await config('{"concurrency": 0, "timeout": "x", "profle": {}}');
    expect(err).toContain('"concurrency": must be at least 1');
    expect(err).toContain('"timeout": must be a number');
    expect(err).toContain('"profle": unknown setting');
  });
  it('may name its schema', async () => {
    expect((await config('{"$schema": "./paybatch.schema.json"}')).code).toBe(0);
  });
});

describe('config --json', () => {
  it('prints each setting with its type and source', async () => {
    const { out } = await config(
      '{"rate": 5, "payee": "x-supplier", "checks": {"firstPayment": "error"}}',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({
      concurrency: { value: 8, source: 'default' },
      rate: { value: 5, source: 'paybatch.config.json' },
      haltAfter: { value: 5, source: 'default' },
      'profile.memoTag': { value: false, source: 'default' },
      'profile.tokenFields': { value: ['access_token', 'accessToken', 'token', 'bearerToken'] },
      'checks.firstPayment': { value: 'error', source: 'paybatch.config.json' },
      'checks.payeeChanged': { value: 'warning', source: 'default' },
      payee: { value: 'x-supplier' },
    });
  });
});

it('spec --json-schema config prints the types, limits and sections of the file', async () => {
  const io = fakeIo(folder());
  expect(await program(['spec', '--json-schema', 'config'], io)).toBe(0);
  const schema = JSON.parse(io.said.out) as {
    additionalProperties: boolean;
    properties: Record<string, Record<string, unknown>>;
  };
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties['concurrency']).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
  expect(schema.properties['$schema']).toMatchObject({ type: 'string' });
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['checks', 'payee', 'profile', 'lint']),
  );
  expect(schema.properties['ledger']?.['description']).toContain('absolute path');
});

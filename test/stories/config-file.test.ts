// The config file: what is wrong with it is said all at once, in our own words, and where; and what an editor is told of it.
import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';

async function config(text: string, ...args: string[]) {
  const io = fakeIo(folder({ 'paybatch.config.json': text }));
  const code = await program(['config', ...args], io);
  return { code, ...io.said };
}

describe('a config file', () => {
  it.each([
    ['{"concurrency": 0}', /"concurrency" must be at least 1$/m],
    ['{"concurrency": 2.5}', /"concurrency" must be a whole number/],
    ['{"rate": 0}', /"rate" must be above 0/],
    ['{"payee": ""}', /"payee" must not be empty/],
    [
      '{"checks": {"payeeChanged": "warn"}}',
      /"checks.payeeChanged" must be one of "error", "warning", "off"/,
    ],
    [
      '{"lint": {"rules": {"transfer-amonut": "off"}}}',
      /unknown setting "lint.rules.transfer-amonut".*transfer-amount\?/,
    ],
    ['{"checks": {"payeChanged": "off"}}', /unknown setting "checks.payeChanged".*payeeChanged/],
    ['{"profile": {"memoTag": "yes"}}', /"profile.memoTag" must be true or false/],
    ['{"profile": {"insufficientFunds": "("}}', /is no regular expression/],
    ['[]', /the file must be an object in braces/],
    ['{"a": 1,\n  "b" 2}', /paybatch\.config\.json:2:7: a colon is missing/],
    ['[1, ]', /paybatch\.config\.json:1:5: a value is missing/],
    ['{"rate": 1,\n "rate": 2}', /paybatch\.config\.json:2:2: "rate" is there twice/],
    ['['.repeat(200_000), /paybatch\.config\.json:1:1: is nested too deeply/],
    ['{"rate": 5', /paybatch\.config\.json:1:\d+: a closing brace is missing/],
    ['', /paybatch\.config\.json:1:1: is empty, and should be a JSON object/],
  ])('%s is refused in plain words', async (text, words) => {
    const { code, err } = await config(text);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(err).not.toMatch(/Invalid input|expected|received|Unexpected token|JSON at position/);
  });
  it('with several mistakes has them all in one message', async () => {
    const { err } = await config('{"concurrency": 0, "timeout": "x", "profle": {}}');
    expect(err).toContain('"concurrency" must be at least 1');
    expect(err).toContain('"timeout" must be a number');
    expect(err).toContain('unknown setting "profle"');
  });
  it('may name its schema', async () => {
    expect((await config('{"$schema": "./paybatch.schema.json"}')).code).toBe(0);
  });
});

describe('config', () => {
  it('shows the effect of flags, and keeps types in --json', async () => {
    const { out } = await config(
      '{"rate": 5, "payee": "x-supplier", "checks": {"firstPayment": "error"}}',
      '--json',
      '--concurrency',
      '3',
    );
    expect(JSON.parse(out)).toMatchObject({
      concurrency: { value: 3, source: '--concurrency' },
      rate: { value: 5, source: 'paybatch.config.json' },
      haltAfter: { value: 5, source: 'default' },
      'profile.memoTag': { value: false, source: 'default' },
      'profile.tokenFields': { value: ['access_token', 'accessToken', 'token', 'bearerToken'] },
      'checks.firstPayment': { value: 'error', source: 'paybatch.config.json' },
      'checks.payeeChanged': { value: 'warning', source: 'default' },
      payee: { value: 'x-supplier' },
    });
  });
  it('shows who approves what: names and numbers, and no key', async () => {
    const text = JSON.stringify({
      approvers: [
        { name: 'Ada Byron', publicKey: 'ed25519:AAAA' },
        { name: 'Grace Hopper', publicKey: 'ed25519:BBBB' },
      ],
      requireApproval: { from: { GBP: '1000' } },
      lint: { hosts: ['pay.example'] },
    });
    const { out } = await config(text, '--json');
    expect(JSON.parse(out)).toMatchObject({
      requireApproval: { value: { from: { GBP: '1000' }, signatures: 1 }, source: 'paybatch.config.json' },
      approvers: { value: ['Ada Byron', 'Grace Hopper'], source: 'paybatch.config.json' },
      'lint.hosts': { value: ['pay.example'], source: 'paybatch.config.json' },
      'lint.rules': { value: {}, source: 'default' },
    });
    const people = (await config(text)).out;
    expect(people).toMatch(/^ *approvers +paybatch.config.json +2: Ada Byron, Grace Hopper *$/m);
    expect(people + out).not.toContain('ed25519');
    expect(JSON.parse((await config('{"requireApproval": true}', '--json')).out)).toMatchObject({
      requireApproval: { value: true },
      approvers: { value: [], source: 'default' },
    });
  });
  it('names variables that nobody reads', async () => {
    const io = fakeIo(folder(), {
      PAYBATCH_BASEURL: 'x',
      PAYBATCH_MAX_IN_DOUBT: '3',
      PAYBATCH_API_SECERT: 'hunter2',
      paybatch_ledger: '/l.db',
      PAYBATCH_KEY_PASSPHRASE: 'hunter2',
      PAYBATCH_KEY_PASSPHRASE_FILE: '/p',
      PAYBATCH_TEST_CRASH: 'x:1',
      PAYBATCH_IMAGE: 'ours',
    });
    expect(await program(['config', '--json'], io)).toBe(0);
    expect(Object.keys(JSON.parse(io.said.out) as object)).toContain('baseUrl');
    expect(io.said.err.trimEnd().split('\n')).toEqual([
      'paybatch: warning: PAYBATCH_API_SECERT is set, but paybatch reads no such variable (did you mean PAYBATCH_API_SECRET?)',
      'paybatch: warning: PAYBATCH_BASEURL is set, but paybatch reads no such variable (did you mean PAYBATCH_BASE_URL?)',
      'paybatch: warning: PAYBATCH_IMAGE is set, but paybatch reads no such variable',
      'paybatch: warning: PAYBATCH_MAX_IN_DOUBT is set, but paybatch reads no such variable: set "maxInDoubt" in the config file, or --max-in-doubt',
      'paybatch: warning: paybatch_ledger is set, but paybatch reads no such variable (did you mean PAYBATCH_LEDGER?)',
    ]);
  });
  it('refuses a flag that is no number', async () => {
    expect((await config('{}', '--concurrency', 'x')).code).toBe(2);
  });
});

it('spec --json-schema config is made of what reads the file', async () => {
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

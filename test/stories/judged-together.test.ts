// Flags, config file and environment that are wrong at once: one message names all of it, so that nobody tries five times.
import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

async function said(config: string | undefined, env: Record<string, string>, ...args: string[]) {
  const at = folder({
    'in.csv': payouts(numbered(1)),
    ...(config !== undefined && { 'paybatch.config.json': config }),
  });
  const io = fakeIo(at, env);
  const code = await program(args, io);
  return { code, err: io.said.err.trimEnd().split('\n') };
}

it('names every wrong flag, what is wrong in the config file, and what is missing', async () => {
  const env = { PAYBATCH_BASE_URL: 'http://pay.example', PAYBATCH_LEDGER: 'l.db' };
  const config = '{"timeout": "x", "clientId": "c", "authUrl": 5}';
  const flags = ['--concurrency', 'x', '--max-amount', 'GBP', '--rate', '0'];
  const { code, err } = await said(config, env, 'run', 'in.csv', ...flags);
  expect(code).toBe(2);
  expect(err[0]).toBe('paybatch: 9 settings are missing or wrong:');
  const list = err.slice(1, -2).join('\n');
  for (const words of [
    '  --concurrency "x": expected a whole number from 1 to 1000',
    '  --max-amount GBP: expected CUR=AMOUNT',
    '  --rate "0": expected a number above 0',
    '  paybatch.config.json: "timeout" must be a number',
    '  paybatch.config.json: "authUrl" must be a text in double quotes',
    '  PAYBATCH_BASE_URL: ',
    '  PAYBATCH_API_KEY is not set',
    '  PAYBATCH_API_SECRET is not set',
    'relative path',
  ])
    expect(list).toContain(words);
  // What the file has in a wrong form isn't missing, and what it has in a right one is known.
  expect(list).not.toMatch(/PAYBATCH_(AUTH_URL|CLIENT_ID) is not set/);
  expect(err.at(-1)).toBe('Nothing was sent');
  expect(err.at(-2)).toMatch(
    /^If a file holds the environment .*: set -a; \. FILE; set \+a\. Set them in .* or try --sandbox$/,
  );
});

it('a config file that is no JSON is told beside wrong flags, and nothing is called missing that it may hold', async () => {
  const { code, err } = await said('{"rate": 5', {}, 'run', 'in.csv', '--concurrency', '0');
  expect([code, err.length]).toEqual([2, 4]);
  expect(err[1]).toContain('--concurrency "0"');
  expect(err[2]).toMatch(/paybatch\.config\.json:1:\d+: a closing brace is missing/);
});

it.each([
  ['check', 'in.csv'],
  ['run', 'in.csv', '--sandbox'],
  ['run', 'in.csv', '--dry-run'],
  ['plan', 'show', 'x.plan'],
])('a command that calls nobody misses no credentials: %s %s %s', async (...args) => {
  const { code, err } = await said('{"rate": 0}', {}, ...args);
  expect(code).toBe(2);
  expect(err.join('\n')).not.toContain('is not set');
});

it.each([
  ['run', 'in.csv'],
  ['quote', 'in.csv'],
  ['funds', 'in.csv'],
])('a wrong config file is told beside what is missing: %s', async (...args) => {
  const { code, err } = await said('{"rate": 0}', {}, ...args);
  expect(code).toBe(2);
  expect(err.join('\n')).toMatch(/"rate" must be above 0\n {2}PAYBATCH_BASE_URL is not set/);
});

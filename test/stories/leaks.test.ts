// A service echoes the requests that it receives, with secrets and escape sequences. No secret reaches a file, the
// ledger or the output of a command, from the run to the resolution of its rows in doubt.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { whole } from '../kit/api.ts';
import { folder } from '../kit/folder.ts';
import { httpServer } from '../kit/http.ts';
import { LATER_MS } from '../kit/in-doubt.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

const SECRETS = {
  key: 'k-9f8e7d6c5b4a',
  secret: 's3cr3t/with+odd=chars~0001',
  token: 'tok.en-0123456789abcdef',
};

/** Responds to transfers with 500, and to anything else with success. Each response repeats its request. */
const echoing = (): Promise<string> =>
  httpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const path = request.url ?? '';
      const echo = {
        authorization: request.headers.authorization,
        body,
        secret: SECRETS.secret,
        key: SECRETS.key,
      };
      response.setHeader('content-type', 'application/json');
      if (path.endsWith('/oauth/token')) {
        response.end(JSON.stringify({ access_token: SECRETS.token, expires_in: 3600 }));
      } else if (path.endsWith('/transfers')) {
        response.statusCode = 500;
        const message = `\u001b[31mfailed for ${SECRETS.secret} (${encodeURIComponent(SECRETS.secret)}) with Bearer ${SECRETS.token}`;
        response.end(JSON.stringify({ message, echo }));
      } else response.end(JSON.stringify({ id: 'q', sourceAmount: '1', echo, balances: [] }));
    });
  });

function everyFile(at: string): string[] {
  return readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(at, name)).isFile(),
  );
}

it('no secret that the service echoes is in a file or in the output of a command', async () => {
  const url = await echoing();
  const at = folder({ 'in.csv': payouts(numbered(3, { useDeveloperFunds: 'true' })) });
  const env = {
    PAYBATCH_BASE_URL: url,
    PAYBATCH_AUTH_URL: url,
    PAYBATCH_CLIENT_ID: 'c-1',
    PAYBATCH_API_KEY: SECRETS.key,
    PAYBATCH_API_SECRET: SECRETS.secret,
    PAYBATCH_LEDGER: join(at, 'l.db'),
  };
  let said = '';
  const say = async (...args: string[]): Promise<number> => {
    const io = fakeIo(at, env, { now: () => Date.now() + LATER_MS });
    const code = await program(args, io);
    said += `$ ${args.join(' ')}\n${io.said.out}${io.said.err}`;
    if (args.includes('--csv')) writeFileSync(join(at, 'doubts.csv'), io.said.out);
    return code;
  };
  expect(await say('run', join(at, 'in.csv'), '--concurrency', '1', '--verbose')).toBe(3);
  expect(await say('run', join(at, 'in.csv'), '--json', '--log-format', 'json')).toBe(3);
  expect(await say('api', ...whole(['createTransfer', '--yes', '--set', 'receiverAmount=7']))).toBe(3);
  for (const args of [
    ['doubts'],
    ['doubts', '--json'],
    ['doubts', '--csv'],
    ['status', 'last'],
    ['status', 'last', '--json'],
  ])
    expect(await say(...args)).toBe(0);
  writeFileSync(join(at, 's.csv'), 'Transfer ID,Reference\nT-1,R-1\n');
  const { runs } = JSON.parse(await saidOf(at, env, 'status', '--json')) as {
    runs: { id: string; file: string }[];
  };
  const first = runs.at(-1)?.id ?? '';
  expect(await say('reconcile', first, '--statement', join(at, 's.csv'), '--yes')).toBe(3);
  expect(await say('resolve', first, '--all', '--as', 'not-created', '--reason', 'asked', '--yes')).toBe(0);
  expect(await say('status', first)).toBe(0);
  expect(await say('config')).toBe(0);
  const files = everyFile(at);
  expect(files).toEqual(expect.arrayContaining(['in.results.csv', 'l.db', 'doubts.csv']));
  const texts = [
    ['the words', said],
    ...files.map((name) => [name, readFileSync(join(at, name), 'latin1')]),
  ] as const;
  for (const [where, text] of texts) {
    for (const secret of [...Object.values(SECRETS), encodeURIComponent(SECRETS.secret)]) {
      expect(text.includes(secret), `${secret} in ${where ?? ''}`).toBe(false);
    }
  }
  expect(said).not.toContain('\u001b');
  for (const name of files) {
    if (/\.(?:csv|db)$/.test(name) && !['in.csv', 's.csv', 'doubts.csv'].includes(name))
      expect(statSync(join(at, name)).mode & 0o077, name).toBe(0);
  }
});

async function saidOf(at: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const io = fakeIo(at, env);
  await program(args, io);
  return io.said.out;
}

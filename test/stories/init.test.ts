// init writes the config file, creates the ledger and runs doctor, with or without a terminal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { ledgerEnv, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { sandbox } from '../kit/sandbox.ts';

const config = (at: string): unknown => JSON.parse(readFileSync(join(at, 'paybatch.config.json'), 'utf8'));

it('init without a terminal takes all settings from the environment, and writes no secret', async () => {
  const service = await sandbox();
  const at = folder();
  const env = serviceEnv(service.url);
  const io = fakeIo(at, env);
  expect(await program(['init'], io)).toBe(0);
  expect(config(at)).toEqual({
    baseUrl: service.url,
    authUrl: service.url,
    clientId: env['PAYBATCH_CLIENT_ID'],
  });
  expect(io.said.asked).toEqual([]);
  expect(existsSync(join(at, '.local/state/paybatch/ledger.db'))).toBe(true);
  expect(io.said.out).toMatch(/^ok +settings/m);
  const text = readFileSync(join(at, 'paybatch.config.json'), 'utf8') + io.said.out + io.said.err;
  for (const secret of ['PAYBATCH_API_KEY', 'PAYBATCH_API_SECRET']) expect(text).not.toContain(env[secret]);
});

it('init without a terminal names all missing settings, and writes nothing', async () => {
  const at = folder();
  const io = fakeIo(at, { PAYBATCH_CLIENT_ID: 'me' });
  expect(await program(['init'], io)).toBe(2);
  expect(io.said.err).toContain(
    'set PAYBATCH_BASE_URL, PAYBATCH_AUTH_URL, or run paybatch init on a terminal',
  );
  expect(existsSync(join(at, 'paybatch.config.json'))).toBe(false);
});

it('init on a terminal repeats a question until the answer is valid', async () => {
  const service = await sandbox();
  const { PAYBATCH_API_KEY = '', PAYBATCH_API_SECRET = '' } = serviceEnv(service.url);
  const at = folder({ secret: PAYBATCH_API_SECRET });
  const given = ['http://api.example.com', service.url, service.url, 'me', join(at, 'secret')];
  const asked: string[] = [];
  const io = fakeIo(
    at,
    { PAYBATCH_API_KEY },
    {
      interactive: true,
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(given[asked.length - 1] ?? '');
      },
    },
  );
  await program(['init', '--ledger', join(at, 'l.db')], io);
  expect(config(at)).toEqual({
    ...{ baseUrl: service.url, authUrl: service.url, clientId: 'me' },
    ...{ apiSecretFile: join(at, 'secret'), ledger: join(at, 'l.db') },
  });
  expect(io.said.err).toContain('is not https');
  expect(asked).toHaveLength(5);
});

it('init overwrites no config file, and keeps an existing ledger', async () => {
  const service = await sandbox();
  const at = folder({ 'paybatch.config.json': '{}' });
  const env = ledgerEnv(at, service.url);
  expect(await program(['init'], fakeIo(at, env))).toBe(2);
  expect(config(at)).toEqual({});
  await program(['ledger', 'init'], fakeIo(at, env));
  writeFileSync(join(at, 'marker'), '');
  const io = fakeIo(at, env);
  expect(await program(['init', '--config', join(at, 'other.json')], io)).toBe(0);
  expect(io.said.err).toContain('already exists');
});

it('init writes no config file if the ledger cannot be created, so that it can be repeated', async () => {
  const service = await sandbox();
  const at = folder({ file: '' });
  const failed = { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(at, 'file/l.db') };
  expect(await program(['init'], fakeIo(at, failed))).not.toBe(0);
  expect(existsSync(join(at, 'paybatch.config.json'))).toBe(false);
  expect(await program(['init'], fakeIo(at, ledgerEnv(at, service.url)))).toBe(0);
});

it('init writes a relative path of the secret so that it begins at the folder of the config file', async () => {
  const service = await sandbox();
  const at = folder({ secret: serviceEnv(service.url)['PAYBATCH_API_SECRET'] ?? '' });
  mkdirSync(join(at, 'etc'));
  const env = { ...ledgerEnv(at, service.url), PAYBATCH_API_SECRET: '', PAYBATCH_API_SECRET_FILE: 'secret' };
  await program(['init', '--config', 'etc/p.json'], fakeIo(at, env));
  expect(JSON.parse(readFileSync(join(at, 'etc/p.json'), 'utf8'))).toMatchObject({
    apiSecretFile: '../secret',
  });
});

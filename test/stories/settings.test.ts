// Settings that keep payments safe: the path of the ledger, certificate checks, and passwords that are never printed.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { withoutPassword } from '../../src/cli/secrets.ts';
import { Settings } from '../../src/cli/settings.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { listening } from '../kit/http.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

async function said(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string; err: string; at: string }> {
  const at = folder({ 'in.csv': payouts(numbered(1)), ...files });
  const io = fakeIo(at, { ...serviceEnv('http://127.0.0.1:9'), ...env });
  const code = await program(
    args.map((arg) => arg.replace('in.csv', join(at, 'in.csv'))),
    io,
  );
  return { code, out: io.said.out, err: io.said.err, at };
}

const settingsOf = (env: Readonly<Record<string, string>>): Settings =>
  new Settings({}, fakeIo(folder(), { ...serviceEnv('http://127.0.0.1:9'), ...env }));

describe('the path of the ledger', () => {
  it.each([
    [['run', 'in.csv', '--ledger', 'l.db'], {}, 'relative path'],
    [['run', 'in.csv'], { PAYBATCH_LEDGER: 'state/l.db' }, 'relative path'],
    [['run', 'in.csv'], { PAYBATCH_LEDGER: '~/l.db' }, '~'],
    [['status', '--ledger', './l.db'], {}, 'relative path'],
  ] as const)(
    'is refused if it depends on the working directory or has a ~: %j %j',
    async (args, env, words) => {
      const { code, err, out } = await said(args, env);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(words);
      expect(err).toContain('absolute path');
    },
  );
  it('in a config file is relative to that file', async () => {
    const at = folder();
    mkdirSync(join(at, 'etc'));
    writeFileSync(join(at, 'etc/p.json'), '{"ledger": "state/l.db"}');
    const io = fakeIo(at, serviceEnv('http://127.0.0.1:9'));
    expect(await program(['status', '--config', join(at, 'etc/p.json')], io)).toBe(2);
    expect(io.said.err).toContain(join(at, 'etc/state/l.db'));
  });
});

describe('apiSecretFile', () => {
  const read = (env: Readonly<Record<string, string>>, secret?: string) => {
    const at = folder();
    mkdirSync(join(at, 'etc'));
    if (secret !== undefined) writeFileSync(join(at, 'etc/secret'), secret);
    writeFileSync(join(at, 'etc/p.json'), '{"apiSecretFile": "./secret"}');
    const io = fakeIo(at, { ...serviceEnv('http://127.0.0.1:9'), PAYBATCH_API_SECRET: '', ...env });
    return new Settings({ config: 'etc/p.json' }, io);
  };
  it('in a config file is relative to that file, and in the environment to the working directory', () => {
    expect(read({}, 's\n').apiSecret()).toBe('s');
    expect(read({ PAYBATCH_API_SECRET_FILE: 'etc/secret' }, 's\n').apiSecret()).toBe('s');
  });
  it.each([
    [{}, 'etc/p.json: "apiSecretFile": ./secret'],
    [{ PAYBATCH_API_SECRET_FILE: './none' }, 'PAYBATCH_API_SECRET_FILE: ./none'],
  ])('that cannot be read is reported with its source: %j', (env, place) => {
    expect(() => read(env).apiSecret()).toThrow(`${place}: the file does not exist`);
  });
  it('that every user can read is a warning of doctor', async () => {
    const at = folder();
    mkdirSync(join(at, 'etc'));
    writeFileSync(join(at, 'etc/secret'), 's', { mode: 0o644 });
    writeFileSync(join(at, 'etc/p.json'), '{"apiSecretFile": "secret"}');
    const io = fakeIo(at, { ...serviceEnv('http://127.0.0.1:9'), PAYBATCH_API_SECRET: '' });
    await program(['doctor', '--config', 'etc/p.json'], io);
    expect(io.said.out).toMatch(/^warning +settings +every user of this machine can read the file/m);
  });
});

it.each([[['config']], [['check', 'in.csv']], [['status']]])(
  'a config file that is a link to nothing is refused, because its guards would be missing: %j',
  async (args) => {
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    symlinkSync(join(at, 'gone.json'), join(at, 'paybatch.config.json'));
    const io = fakeIo(at);
    expect(await program(args, io)).toBe(2);
    expect(io.said.err).toContain('paybatch.config.json: ');
  },
);

describe('outer spaces', () => {
  it('are removed from settings, and a setting with only spaces is not set', async () => {
    const settings = settingsOf({
      PAYBATCH_CLIENT_ID: ' acme\t',
      PAYBATCH_API_KEY: ' k ',
      PAYBATCH_API_SECRET: ' s\n',
    });
    expect(settings.credentials()).toEqual({ clientId: 'acme', apiKey: 'k', apiSecret: 's' });
    const { code, err } = await said(['quote', 'in.csv'], { PAYBATCH_CLIENT_ID: ' ' });
    expect([code, err]).toEqual([2, expect.stringContaining('PAYBATCH_CLIENT_ID is not set')]);
  });
});

describe('wrong settings', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['ledger_path', { PAYBATCH_LEDGER: 'x.db' }, []],
    ['ledger_path', {}, ['--ledger', '~/x.db']],
    ['password_flag', {}, ['--ledger', 'postgres://u:pw@db/x']],
    ['tls', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, []],
    ['address', { HTTPS_PROXY: 'socks5://x' }, []],
  ])('are printed by config with the error code %s: %j %j', async (code, env, args) => {
    const config = await said(['config', '--json', ...args], env);
    expect(JSON.parse(config.out)).toMatchObject({ error: { code }, exitCode: 2, rate: { value: null } });
    expect(config.code).toBe(2);
    if (code !== 'tls') expect((await said(['check', 'in.csv', ...args], env)).code).toBe(2);
  });
  const wrong = {
    PAYBATCH_BASE_URL: 'http://pay.example',
    PAYBATCH_LEASE_SECONDS: 'long',
    PAYBATCH_PING: 'ftp://hooks.example/secret',
    PAYBATCH_API_KEY: 'k',
  };
  const config = { 'paybatch.config.json': '{"rate": "fast", "apiKey": "k", "checks": {"payeeChanged": 1}}' };
  const lines = [
    'PAYBATCH_BASE_URL: http://pay.example is not https; only a loopback address may use http',
    'PAYBATCH_LEASE_SECONDS: must be a number',
    'paybatch.config.json: "rate": must be a number',
    'PAYBATCH_PING: expected an https address (loopback may be http)',
    'paybatch.config.json: "checks.payeeChanged": must be "error" or "warning" or "off"',
    'paybatch.config.json: "apiKey": does not belong in a config file: set PAYBATCH_API_KEY',
  ];
  it('are printed in one list, whatever their source', async () => {
    const { code, err } = await said(['status'], wrong, config);
    expect(code).toBe(2);
    expect(err).toBe(`paybatch: 6 settings are wrong:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  });
  it('are reported by config, which also prints the valid settings', async () => {
    const { code, out, err } = await said(['config'], wrong, config);
    expect(code).toBe(2);
    expect(err).toBe(lines.map((line) => `paybatch: ${line}\n`).join(''));
    expect(out).toMatch(/^concurrency +default +8$/m);
    expect(out).not.toContain('secret');
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  it.each(['https://pay.example', 'http://localhost:9'])('is refused by quote: %s', async (at) => {
    const { code, err } = await said(['quote', 'in.csv'], { ...off, ...serviceEnv(at) });
    expect(code).toBe(2);
    expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
  });
  it('is refused by proxy', async () => {
    const { code, err } = await said(['proxy', '--to', 'https://pay.example'], off);
    expect([code, err]).toEqual([2, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0')]);
  });
  it('is refused by run, which then posts no notification and no ping', async () => {
    let posts = 0;
    const server = createServer((_, response) => response.end(String(++posts)));
    const hook = `http://127.0.0.1:${await listening(server)}/`;
    const args = ['run', 'in.csv', '--notify', hook, '--ping', hook, '--yes'];
    const { code, err } = await said(args, off);
    expect([code, posts]).toEqual([2, 0]);
    expect(err.match(/warning: --(?:notify|ping) .*NODE_TLS_REJECT_UNAUTHORIZED=0/g)).toHaveLength(2);
  });
});

describe('passwords', () => {
  it.each([
    ['https://user:p/w#x@host/p', 'https://user:********@host/p'],
    ['postgres://app:secret@db/x', 'postgres://app:********@db/x'],
    ['postgres://app@db/x', 'postgres://app@db/x'],
    ['postgres://db/x?password=secret&a=1', 'postgres://db/x?password=********&a=1'],
    ['user:secret@proxy:3128', 'user:********@proxy:3128'],
    ['https://host:8080/p', 'https://host:8080/p'],
    ['/var/lib/ledger.db', '/var/lib/ledger.db'],
  ])('are masked: %s is shown as %s', (text, shown) => {
    expect(withoutPassword(text)).toBe(shown);
  });
  it('are masked by config in every address', async () => {
    const { out, code } = await said(['config'], {
      PAYBATCH_BASE_URL: 'https://user:hunter2@pay.example',
      PAYBATCH_LEDGER: 'postgres://app:hunter2@db/x',
      HTTPS_PROXY: 'http://me:hunter2@proxy:3128',
      NO_PROXY: 'internal.example',
    });
    expect(code).toBe(2); // the address of the service must not have a password
    expect(out).not.toContain('hunter2');
    expect(out).toContain('http://me:********@proxy:3128');
    expect(out).toContain('internal.example');
  });
  it('are left out of the message about an invalid address', async () => {
    const { err, code } = await said(['quote', 'in.csv'], {
      PAYBATCH_BASE_URL: 'https://user:hunter2@host:port',
    });
    expect(code).toBe(2);
    expect(err).not.toContain('hunter2');
  });
});

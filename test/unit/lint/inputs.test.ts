// Inputs of lint: standard input, named files that are missing or can't be scanned, a baseline of an incomplete scan,
// and the hosts of the config file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { hostNamed } from '../../../src/lint/judge/endpoints.ts';
import { folder } from '../../kit/folder.ts';
import { command, fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";

async function lint(at: string, args: string[], input: Buffer | string = '') {
  return command(at, ['lint', ...args], {}, { readInput: () => Promise.resolve(Buffer.from(input)) });
}

const given = (at: string, name: string, input: Buffer | string, ...more: string[]) =>
  lint(at, ['-', '--stdin-filename', name, ...more], input);

describe('standard input', () => {
  it('needs --stdin-filename, which makes "-" optional', async () => {
    const at = folder();
    const { code, out } = await lint(at, ['--stdin-filename', 'a.js'], CALL);
    expect({ code, out }).toEqual({ code: 1, out: (await given(at, 'a.js', CALL)).out });
    expect((await lint(at, ['-'])).err).toMatch(/needs --stdin-filename NAME/);
  });

  it.each<[string, Buffer, number, RegExp]>([
    [
      'broken UTF-8',
      Buffer.from('// \xe9\xc3(\nexport const a = 1;', 'latin1'),
      2,
      /neither UTF-8 nor UTF-16/,
    ],
    ['broken UTF-8 with a finding', Buffer.from(`// \xe9\n${CALL}`, 'latin1'), 2, /neither UTF-8 nor UTF-16/],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x61]), 2, /not the UTF-16/],
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\ufeff${CALL}`, 'utf16le'),
      1,
      /a\.js\n {2}1:6 .*current-tenant/,
    ],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${CALL}`), 1, /a\.js\n {2}1:6 .*current-tenant/],
    ['a binary', Buffer.from([0, 1, 2, 3, 0, 0xff, 1, 2]), 0, /nothing was read \(skipped: 1 binary file\)/],
  ])('is read like a file: %s', async (_, input, code, words) => {
    const ran = await given(folder(), 'a.js', input);
    expect([ran.code, ran.out + ran.err]).toEqual([code, expect.stringMatching(words)]);
  });
  it('is read even if an ignore file or the config excludes its name, like a named file', async () => {
    const config = '{"lint":{"ignore":["gen/**"]}}';
    const at = folder({ '.gitignore': 'gen/\n', 'paybatch.config.json': config, 'gen/a.js': CALL });
    expect([(await given(at, 'gen/a.js', CALL)).code, (await lint(at, ['gen/a.js'])).code]).toEqual([1, 1]);
  });
});

describe('named files', () => {
  it.each(['lint', 'audit'])(
    'are refused by %s if a name is empty, as from a variable that is not set',
    async (name) => {
      const { code, err } = await command(folder({ 'a.js': CALL }), [name, '']);
      expect([code, err]).toEqual([2, expect.stringContaining('is a variable of the script not set?')]);
    },
  );
  it('are reported as an error if they are missing, also with --json', async () => {
    const { code, out } = await lint(folder(), ['none.js', '--json']);
    const error = { code: 'unreadable', message: expect.stringContaining('none.js: ') as string };
    expect([code, JSON.parse(out)]).toMatchObject([2, { error, exitCode: 2 }]);
  });
  const PICTURE = 'PNG\0\u0001\u0002\0\u0003';
  it('give exit code 0 and a note if all are binary, and 2 with a folder or a missing file', async () => {
    const at = folder({ 'a.png': PICTURE, 'b.png': PICTURE, 'sub/c.png': PICTURE });
    const ran = await lint(at, ['a.png', 'b.png', '--format', 'json']);
    expect([ran.code, ran.err]).toEqual([0, 'paybatch: nothing was read (skipped: 2 binary files)\n']);
    expect(JSON.parse(ran.out)).toMatchObject({ filesScanned: 0, skipped: { binary: 2 }, findings: [] });
    for (const paths of [['sub'], ['a.png', 'sub'], ['none.png'], ['a.png', 'none.png'], ['.']])
      expect((await lint(at, paths)).code, paths.join(' ')).toBe(2);
  });
  it('do not include lock files of any kind if a folder is named', async () => {
    const at = folder({ '.terraform.lock.hcl': `a = "/api/v1/current-tenant"\n`, 'a.js': 'x = 1;\n' });
    const ran = await lint(at, ['.', '--format', 'json']);
    expect(JSON.parse(ran.out)).toMatchObject({ filesScanned: 1, skipped: { lock: 1 } });
  });
});

describe('a baseline', () => {
  it('of an incomplete scan is written, with a warning and exit code 2', async () => {
    const at = folder({ 'a.js': CALL, 'b.js': `// \ufffd\n` });
    expect((await lint(at, ['.', '--write-baseline', 'whole.json'])).code).toBe(0);
    const ran = await lint(at, ['a.js', 'none.js', '--write-baseline', 'base.json']);
    expect([ran.code, ran.out]).toEqual([2, expect.stringMatching(/base\.json: 1 finding/)]);
    expect(ran.err).toMatch(
      /none\.js: could not be read[^]*base\.json was written without what could not be read/,
    );
    expect(existsSync(join(at, 'base.json'))).toBe(true);
  });
});

// The config file and addresses in sources name hosts of the service. Only the host names are compared.

describe('a host of the config file', () => {
  it.each([
    ['api.payments.example', 'api.payments.example'],
    ['API.Payments.Example', 'api.payments.example'],
    ['https://api.payments.example', 'api.payments.example'],
    ['https://u:p@api.payments.example:8443/api/v1/', 'api.payments.example'],
    [' api.payments.example ', 'api.payments.example'],
    ['*.payments.example', 'payments.example'],
    ['localhost:8080', 'localhost'],
    ['', undefined],
    ['https://', undefined],
    ['two words', undefined],
    ['*', undefined],
  ])('is read from %j as %j', (written, host) => {
    expect(hostNamed(written)).toBe(host);
  });
});

describe('lint.hosts', () => {
  const files = {
    'a.js': "fetch('https://API.Payments.Example:443/api/v1/current-tenant');\n",
    'b.js': "fetch('https://crm.example/api/v1/current-tenant');\n",
  };
  const found = async (hosts: readonly string[]): Promise<string[]> => {
    const at = folder({ ...files, 'paybatch.config.json': JSON.stringify({ lint: { hosts } }) });
    const io = fakeIo(at);
    await program(['lint', '.', '--format', 'json'], io);
    return (JSON.parse(io.said.out) as { findings: { path: string }[] }).findings.map(({ path }) => path);
  };
  it('excludes the calls of other hosts', async () => {
    expect(await found([])).toEqual(['a.js', 'b.js']);
    expect(await found(['api.payments.example'])).toEqual(['a.js']);
    expect(await found(['payments.example'])).toEqual(['a.js']);
  });
});

// The password of a ledger on Postgres comes from a pass file. If it is missing, the message says what to do.
import { chmodSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { postgresAddress } from '../../../src/ledger/postgres/address.ts';
import { HostMarks } from '../../../src/ledger/postgres/host-marks.ts';
import { passwordFor } from '../../../src/ledger/postgres/pass-file.ts';
import { NO_TIP } from '../../../src/ledger/records.ts';
import { paybatchProcess, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { listening } from '../../kit/http.ts';

const ASKED = { host: 'db.example', port: 5432, database: 'pay', user: 'ada' };

function passFile(text: string, mode = 0o600): string {
  const file = join(folder({ pgpass: text }), 'pgpass');
  chmodSync(file, mode);
  return file;
}
const found = (text: string, mode?: number, asked = ASKED): string =>
  passwordFor(asked, 'postgres://ada@db.example:5432/pay', { PGPASSFILE: passFile(text, mode) });

describe('a pass file', () => {
  it.each([
    ['db.example:5432:pay:ada:one', 'one'],
    ['# a comment: not a line\nother:5432:pay:ada:no\n*:*:*:ada:two\n*:*:*:*:three\n', 'two'],
    ['db.example:5432:pay:ada:a\\:b\\\\c\r\n', 'a:b\\c'],
    ['db.example:5432:pay:ada', undefined],
    ['db.example:5433:pay:ada:no', undefined],
  ])('with the text %j has the password %j', (text, password) => {
    if (password === undefined) expect(() => found(text)).toThrow('has no line for db.example:5432:pay:ada');
    else expect(found(text)).toBe(password);
  });

  it('is searched for localhost if the host is a socket', () => {
    expect(found('localhost:5432:*:*:one', 0o600, { ...ASKED, host: '/run/postgresql' })).toBe('one');
  });

  it('is refused if other users can read it, and reported if it is missing', () => {
    expect(() => found('*:*:*:*:secret', 0o644)).toThrow(
      /other users can read it.*PAYBATCH_LEDGER_PASSWORD.*chmod 600/,
    );
    expect(() => passwordFor(ASKED, 'L', { PGPASSFILE: '/nowhere/pgpass' })).toThrow(
      /pass file \/nowhere\/pgpass: .*does not exist/,
    );
    expect(() => passwordFor(ASKED, 'L', { HOME: folder({}) })).toThrow(
      'the ledger L asks for a password: none is set.',
    );
    expect(passwordFor(ASKED, 'L', { PGPASSWORD: 'env' })).toBe('env');
  });
});

/** A server that asks for the password in clear text, records it, and refuses every login. */
async function asking(): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      socket.once('data', (said: Buffer) => {
        heard.push(said.subarray(5, -1).toString());
        const fields = Buffer.from('SFATAL\0C28P01\0Mno\0\0');
        const head = Buffer.alloc(5, 'E');
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      });
    });
  });
  return { port: await listening(server), heard };
}

describe.runIf(Number(process.versions.node.split('.')[0]) >= 23)('a command with a pass file', () => {
  const worker = async (port: number, PGPASSFILE: string) =>
    paybatchProcess(folder({}), ['work', '--log-format', 'json'], {
      ...serviceEnv('http://127.0.0.1:1'),
      PAYBATCH_LEDGER: `postgres://ada@127.0.0.1:${port}/pay`,
      PGPASSFILE,
    });

  it('sends the password, and writes only JSON log lines to standard error', async () => {
    const { port, heard } = await asking();
    const { stderr } = await worker(port, passFile('*:*:*:ada:s3cret'));
    expect(heard[0]).toBe('s3cret');
    expect(stderr).not.toContain('Deprecation');
    expect(() =>
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).not.toThrow();
  });

  it('prints what to do if the pass file is missing', async () => {
    const { port } = await asking();
    const { code, stderr } = await worker(port, '/nowhere/pgpass');
    expect(code).toBe(2);
    expect(stderr).toMatch(/does not exist: check the path\. Set PAYBATCH_LEDGER_PASSWORD/);
    expect(stderr).not.toMatch(/SASL|Deprecation/);
  });

  it.each(['*:*:*:ada:wrong', ''])(
    'reports in doctor how to set a wrong or missing password (%j)',
    async (text) => {
      const { port } = await asking();
      const { stdout } = await paybatchProcess(folder({}), ['doctor', '--json'], {
        ...serviceEnv('http://127.0.0.1:1'),
        PAYBATCH_LEDGER: `postgres://ada@127.0.0.1:${port}/pay`,
        PGPASSFILE: passFile(text),
      });
      const { checks } = JSON.parse(stdout) as { checks: { name: string; message: string; fix: string }[] };
      const found = checks.find(({ name }) => name === 'ledger');
      expect(found?.message).toMatch(/password/);
      expect(found?.fix).toMatch(/PAYBATCH_LEDGER_PASSWORD/);
      expect(found?.fix).not.toContain('Bring back');
    },
  );
});

// A host that can't store its high-water mark of a ledger on Postgres doesn't use the ledger. Otherwise a restored
// backup would pass as the current ledger.

it('a state folder that can’t be created is reported, with what to do', () => {
  const at = folder({ file: 'in the way' });
  const state = join(at, 'file', 'paybatch');
  const address = postgresAddress('postgres://ada@127.0.0.1:1/x');
  const witness = new HostMarks(state, address);
  expect(() => {
    witness.begin('6fa459ea-ee8a-4ca4-894e-db77e160355e', NO_TIP, false);
  }).toThrow(/can't be written \(ENOTDIR\): .*paybatch\. Give it to the user .* XDG_STATE_HOME/);
  expect(existsSync(state)).toBe(false);
});

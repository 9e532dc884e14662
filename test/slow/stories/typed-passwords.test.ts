// A password in the wrong place: in a misspelt ledger address, in an address given to another flag, or instead of a
// file name. Whatever command reads it, no output contains it.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const PW = 'pw-0-only-here';
const ADDRESS = `postgres://ann:${PW}@127.0.0.1:1/books`;
const ENV = {
  PAYBATCH_BASE_URL: 'http://127.0.0.1:1',
  PAYBATCH_AUTH_URL: 'http://127.0.0.1:1',
  PAYBATCH_CLIENT_ID: 'c-0',
  PAYBATCH_API_KEY: 'k-0123456789',
  PAYBATCH_API_SECRET: 's-0123456789',
};
const TYPED = [
  ['run', ADDRESS],
  ['run', 'none.csv', '--map', ADDRESS],
  ['run', 'none.csv', '--max-amount', ADDRESS],
  ['run', 'none.csv', '--rate', ADDRESS],
  ['check', 'none.csv', '--kind', ADDRESS],
  ['status', `--ledger=${ADDRESS}`],
  ['status', `--leger=${ADDRESS}`],
  ['doctor', '--config', ADDRESS],
  ['doctor', '--ledger', ADDRESS],
  ['ledger', 'copy', '--from', ADDRESS, '--to', ADDRESS],
  ['api', 'createTransfer', '--data', ADDRESS],
];

async function said(args: readonly string[], env: Readonly<Record<string, string>> = ENV): Promise<string> {
  const io = fakeIo(folder({}), env);
  await program(args, io);
  const told = `${io.said.out}\n${io.said.err}\n${io.said.asked.join('\n')}`;
  expect(told.trim(), args.join(' ')).not.toBe('');
  return told;
}

describe('a password in the wrong place', () => {
  it.each(TYPED)('is not printed: %s %s %s', async (...args) => {
    expect(await said(args)).not.toContain(PW);
  });

  it.each([
    ADDRESS.replace('postgres', 'postgre'),
    ` ${ADDRESS}`,
    `"${ADDRESS}"`,
    `jdbc:postgresql://h/books?user=ann&password=${PW}`,
    `host=h user=ann password=${PW}`,
    `host=h user=ann password='${PW}'`,
    `host=h password = ${PW}`,
    `host=h pass=${PW}`,
    `host: h, password: ${PW}`,
    `PGPASSWORD=${PW} ${ADDRESS.replace(`:${PW}`, '')}`,
    `“${ADDRESS}”`,
    `//ann:${PW}@h/books`,
    `ann:${PW}@h/books`,
    ADDRESS.replace('//', '/'),
  ])('is not printed if the address in PAYBATCH_LEDGER is misspelt: %s', async (ledger) => {
    for (const args of [
      ['status'],
      ['config'],
      ['ledger', 'show'],
      ['ledger', 'init'],
      ['doctor'],
      ['status', '--json'],
    ]) {
      const told = await said(args, { ...ENV, PAYBATCH_LEDGER: ledger });
      expect(told, args.join(' ')).not.toContain(PW);
      if (args[0] === 'status' && !ledger.trim().startsWith('postgres:'))
        expect(told).toContain('is neither a ledger');
    }
  });

  it.each([
    [['doctor'], 'PAYBATCH_API_SECRET_FILE'],
    [['config'], 'PAYBATCH_API_SECRET_FILE'],
    [['run', 'x.csv', '--yes'], 'PAYBATCH_API_SECRET_FILE'],
    [['keygen', '--out', 'k.pem'], 'PAYBATCH_KEY_PASSPHRASE_FILE'],
  ])('is not printed by %s if it is set instead of the name of its file', async (args, name) => {
    const env = { ...ENV, PAYBATCH_API_SECRET: '', [name]: PW };
    expect(await said(args, env)).not.toContain(PW);
  });
});

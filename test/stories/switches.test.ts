// Flags without a value, and values that are empty: paybatch ignores nothing that was typed. `--dry-run=1` once paid.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program, readCommand } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

const NO_SWITCH = ['1', '0', 'yes', 'no', 'true', 'false', 'TRUE', 'maybe', '', 'true=true'];

async function refusal(...args: string[]): Promise<string> {
  try {
    await readCommand(args, fakeIo(folder({})));
  } catch (error) {
    return String(error);
  }
  return 'understood';
}

async function said(...args: string[]): Promise<{ code: number; out: string; err: string; at: string }> {
  const at = folder({ 'in.csv': payouts(numbered(2)) });
  const io = fakeIo(at);
  const code = await program(
    args.map((arg) => (arg === 'in.csv' ? join(at, arg) : arg)),
    io,
  );
  return { code, ...io.said, at };
}

describe('a flag that takes no value', () => {
  it.each(NO_SWITCH)('is refused with a value: --dry-run=%s', async (value) => {
    expect(await refusal('run', 'in.csv', `--dry-run=${value}`)).toContain(
      `--dry-run=${value}: this flag takes no value. Write --dry-run, or leave it out`,
    );
  });
  it('may be given twice, and does not take the next word as its value', async () => {
    expect((await said('run', 'in.csv', '--dry-run', '--dry-run')).code).toBe(0);
    expect(await refusal('run', 'in.csv', '--dry-run', 'true')).toContain('unexpected argument "true"');
  });
  it('with a value prints one line and exits 2, and nothing is written', async () => {
    const { code, out, err, at } = await said('run', 'in.csv', '--dry-run=1');
    expect([code, out, err]).toEqual([
      2,
      '',
      'paybatch: --dry-run=1: this flag takes no value. Write --dry-run, or leave it out\n',
    ]);
    expect(existsSync(join(at, 'in.results.csv'))).toBe(false);
  });
  it('is neither the value of the flag before it nor a flag after --', async () => {
    expect(await refusal('run', 'in.csv', '--results', '--yes')).toContain('--results needs a value');
    const io = fakeIo(folder({}));
    expect(await program(['run', 'in.csv', '--', '--dry-run'], io)).toBe(2);
    expect(io.said.err).toContain('unexpected argument "--dry-run"');
  });
  it.each(['--no-dry-run=1', '--no-yes', '--dryrun=1', '-dry-run=1', '--Dry-Run=1', '--dry_run=1'])(
    'is refused in another spelling: %s',
    async (flag) => {
      expect(await refusal('run', 'in.csv', flag)).toMatch(/unknown flag|unexpected argument/);
    },
  );
});

describe('a flag that takes a value', () => {
  it.each([
    [['--ledger', ''], '--ledger: its value is empty; is a variable of the script not set?'],
    [['--ledger='], '--ledger: its value is empty'],
    [['--ledger'], '--ledger needs a value'],
    [['--ledger', '/a', '--ledger', '/b'], '--ledger is given twice'],
  ])('is refused with %j: %s', async (flags, words) => {
    expect(await refusal('run', 'in.csv', ...flags)).toContain(words);
  });
  it('may take several words, and may be repeated', async () => {
    expect(await refusal('ledger', 'verify', '--against', 'a', 'b', '--against', 'c', '--json')).toBe(
      'understood',
    );
    expect(await refusal('ledger', 'verify', 'a', 'b')).toContain('unexpected argument "b"');
  });
});

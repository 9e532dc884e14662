// Flags that are on or off, and values that are empty: nothing that was typed is passed over. `--dry-run=1` once paid.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { program, understood } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

const OWN = ['help', 'version'].map((flag) => ['run', flag] as const);
const SWITCHES = COMMANDS.flatMap(({ command }) =>
  Object.entries(command.flags)
    .filter(([, { type }]) => type === 'boolean')
    .map(([flag]) => [command.name, flag] as const),
);
const TAKING = COMMANDS.flatMap(({ command }) =>
  Object.entries(command.flags)
    .filter(([, { type }]) => type !== 'boolean')
    .map(([flag]) => [command.name, flag] as const),
);
const NO_SWITCH = ['1', '0', 'yes', 'no', 'on', 'off', 'TRUE', 'False', 'maybe', '', 'true ', 'true=true'];

/** Words that the command needs come from its own definition. */
function words(name: string): string[] {
  const command = COMMANDS.find(({ command }) => command.name === name)?.command;
  return Object.values(command?.words ?? {}).map((word) =>
    word.type === 'choice' ? (word.of[0] ?? '') : 'in.csv',
  );
}

async function refusal(...args: string[]): Promise<string> {
  try {
    await understood(
      args.flatMap((word, at) => (at === 0 ? word.split(' ') : [word])),
      [],
      fakeIo(folder({})),
    );
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

describe('a switch', () => {
  it('is in the table of more than one command', () => expect(SWITCHES.length).toBeGreaterThan(100));
  it.each([...SWITCHES, ...OWN])('of %s, --%s, takes no value but true and false', async (name, flag) => {
    for (const value of NO_SWITCH)
      expect(await refusal(name, ...words(name), `--${flag}=${value}`)).toContain(
        `--${flag}=${value}: this flag takes no value. Say --${flag}, or leave it out`,
      );
    expect(await refusal(name, `--${flag}=1`, ...words(name))).toContain(`--${flag}=1: this flag`);
    expect(await refusal(`--${flag}=1`, name, ...words(name))).toContain(`--${flag}=1: this flag`);
    for (const value of ['true', 'false'])
      expect(await refusal(name, ...words(name), `--${flag}=${value}`)).not.toContain('this flag takes');
  });
  it('is what its true or false says', async () => {
    const dry = await said('run', 'in.csv', '--dry-run=true');
    expect([dry.code, /^Checked .*in\.csv: 2 rows/.test(dry.out)]).toEqual([0, true]);
    const live = await said('run', 'in.csv', '--dry-run=false');
    expect(live.code).toBe(2); // it goes on to what a run needs, and a check doesn't
    expect(live.err).toContain('PAYBATCH_BASE_URL is not set');
    expect((await said('check', 'in.csv', '--quiet=true')).out).toBe('');
    expect(JSON.parse((await said('run', 'nowhere.csv', '--json=true')).out)).toMatchObject({ exitCode: 2 });
  });
  it('may be said twice, but not once on and once off', async () => {
    expect((await said('run', 'in.csv', '--dry-run', '--dry-run=true')).code).toBe(0);
    for (const [one, other] of [
      ['--dry-run', '--dry-run=false'],
      ['--dry-run=false', '--dry-run'],
    ] as const)
      expect((await said('run', 'in.csv', one, other)).err).toBe(
        'paybatch: --dry-run is given twice: once on, once off\n',
      );
  });
  it.each(['true', 'false'])('takes no word behind it: %s', async (word) => {
    const { code, err } = await said('run', 'in.csv', '--dry-run', word);
    expect([code, err]).toEqual([
      2,
      `paybatch: --dry-run ${word}: this flag takes no value (a file of that name is ./${word})\n`,
    ]);
  });
  it('is one line, exit 2, and nothing is written', async () => {
    const { code, out, err, at } = await said('run', 'in.csv', '--dry-run=1');
    expect([code, out, err]).toEqual([
      2,
      '',
      'paybatch: --dry-run=1: this flag takes no value. Say --dry-run, or leave it out\n',
    ]);
    expect(existsSync(join(at, 'in.results.csv'))).toBe(false);
  });
  it('is no value of the flag before it, and no word behind --', async () => {
    expect(await refusal('run', 'in.csv', '--results', '--yes')).toContain('--results needs a value');
    const io = fakeIo(folder({}));
    expect(await program(['run', 'in.csv', '--', '--dry-run'], io)).toBe(2);
    expect(io.said.err).toContain('unexpected argument "--dry-run"');
  });
  it.each(['--no-dry-run=1', '--no-yes', '--dryrun=1', '-dry-run=1', '--Dry-Run=1', '--dry_run=1'])(
    'is not taken for another: %s',
    async (flag) => {
      expect(await refusal('run', 'in.csv', flag)).toMatch(/unknown flag|unexpected argument/);
    },
  );
});

describe('a flag that takes a value', () => {
  it.each(TAKING)('of %s, --%s, takes no empty one', async (name, flag) => {
    for (const typed of [[`--${flag}=`], [`--${flag}`, '']])
      expect(await refusal(name, ...words(name), ...typed)).toMatch(
        new RegExp(`--${flag}( |:|.*needs a value)`),
      );
  });
  it('says why it may be empty', async () => {
    expect((await said('run', 'in.csv', '--sandbox', '--ledger', '')).err).toBe(
      'paybatch: --ledger: its value is empty; is a variable of the script not set?\n',
    );
  });
});

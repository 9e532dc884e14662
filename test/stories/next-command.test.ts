// Every command that a message names can be pasted: it has the --config and the --ledger of the command that printed
// it. Without them it would read another ledger, and report that there is no such run.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { completing, givenFlags } from '../../src/cli/next-command.ts';
import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const commands = COMMANDS;
const flagsOf = new Map(commands.map(({ name, flags }) => [name, flags]));

describe('a command in a message', () => {
  const both = completing({ config: 'etc/pay.json', ledger: '/var/l.db' }, '/srv', commands);
  it.each([
    ['see paybatch doubts', 'see paybatch doubts --config /srv/etc/pay.json --ledger /var/l.db'],
    [
      'then: paybatch resolve R --line 4 --as created',
      'then: paybatch resolve --config /srv/etc/pay.json --ledger /var/l.db R --line 4 --as created',
    ],
    [
      '(paybatch ledger verify shows more)',
      '(paybatch ledger verify --config /srv/etc/pay.json --ledger /var/l.db shows more)',
    ],
    ['paybatch plan show P', 'paybatch plan show --config /srv/etc/pay.json --ledger /var/l.db P'],
    [
      'Make a plan (paybatch plan) and',
      'Make a plan (paybatch plan --config /srv/etc/pay.json --ledger /var/l.db) and',
    ],
    ['paybatch approve P --key K', 'paybatch approve --config /srv/etc/pay.json P --key K'],
    ['See paybatch run --help', 'See paybatch run --help'],
    ['paybatch ledger copy --from A --to B', 'paybatch ledger copy --from A --to B'],
    ['an earlier paybatch wrote it', 'an earlier paybatch wrote it'],
    ['paybatch: run 1 ended', 'paybatch: run 1 ended'],
    ['paybatch ledger init --ledger /x stays', 'paybatch ledger init --ledger /x stays'],
    ['paybatch doubts --config /x is as it was', 'paybatch doubts --config /x is as it was'],
  ])('gets the flags of the command line if it has them: %s', (text, expected) => {
    expect(both(text)).toBe(expected);
  });
  it('has its flags quoted for a shell, and gets no flag that was not given', () => {
    const odd = completing({ config: "/srv/it's here/$x.json" }, '/', commands);
    expect(odd('paybatch doubts')).toBe(String.raw`paybatch doubts --config '/srv/it'\''s here/$x.json'`);
    expect(completing({}, '/', commands)('paybatch doubts')).toBe('paybatch doubts');
  });
  it('gets no --ledger that has a password', () => {
    const ledger = 'postgres://me:secret@db/x';
    expect(completing({ ledger }, '/', commands)('paybatch doubts')).toBe('paybatch doubts');
  });
  it.each([
    [['run', 'x', '--config', 'a'], { config: 'a', ledger: undefined }],
    [['run', '--config=a', '--ledger=/b', 'x'], { config: 'a', ledger: '/b' }],
    [['run', 'x', '--config'], { config: undefined, ledger: undefined }],
    [['run', 'x', '--config='], { config: undefined, ledger: undefined }],
    [['run', 'x', '--sandbox'], { config: undefined, ledger: undefined }],
  ])('takes its flags from the command line %j', (args, expected) => {
    expect(givenFlags(args)).toEqual(expected);
  });
});

/** Commands in a text that lack one of these flags, although they accept it. */
function incomplete(text: string, flags: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(/\bpaybatch ([a-z]+)\b([^\n"'`]*)/g)].flatMap(([whole, name = '', rest = '']) => {
    const taken = flagsOf.get(name);
    if (!taken || rest.startsWith(' --help') || rest.startsWith(' copy')) return [];
    const lacks = Object.entries(flags).some(
      ([flag, value]) => taken[flag] !== undefined && !whole.includes(`--${flag} ${value}`),
    );
    return lacks ? [whole] : [];
  });
}

/** One folder with the config and the ledger, and another as the working directory. */
async function night(more: object = {}) {
  const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 3 }] });
  const etc = folder({ 'pay.json': JSON.stringify({ ledger: 'own.db', maxInDoubt: 50, ...more }) });
  const at = folder({
    'in.csv': payouts([...numbered(6), { reference: 'bad', receiverAmount: 'x' }]),
    'empty.csv': payouts([]),
    'more.csv': payouts([{ reference: 'new', receiverAmount: '77' }]),
  });
  const flags = { config: join(etc, 'pay.json') };
  const later = () => Date.now() + 11 * 60_000;
  const say = async (line: string, given: Readonly<Record<string, string>> = flags) => {
    const io = fakeIo(at, serviceEnv(service.url), { now: later, columns: 1000 });
    const more = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
    const words = line.split(' ').map((word) => (/\.(csv|json|plan)$/.test(word) ? join(at, word) : word));
    const code = await program([...words, ...more], io);
    return { code, text: io.said.out + io.said.err };
  };
  return { at, etc, flags, say };
}

describe('a run with --config', () => {
  it('has its --config in every command that it and later commands print', async () => {
    const { at, say, flags } = await night();
    const said: string[] = [];
    const lines = [
      ['run in.csv --concurrency 1', 3],
      ['run in.csv', 3],
      ['run empty.csv', 0],
      ['run in.csv --json', 3],
      ['check in.csv --history', 3],
      ['doubts', 0],
      ['doctor', 0],
      ['ledger show', 0],
      ['status', 0],
      ['status nothing', 2],
      ['report last', 0],
      ['report last --format md', 0],
      ['resolve last --line 5', 2],
      ['resolve last --line 99 --as not-created --reason x', 2],
      ['resolve last --line 7 --as not-created --reason x', 2],
      ['resolve', 2],
      ['results last', 3],
      ['stop last', 2],
      ['plan in.csv --out p.plan', 1],
      ['plan more.csv --out p.plan --alike-ok', 0],
      ['plan show p.plan', 0],
      ['run in.csv --max-invalid 0', 2],
      ['ledger init', 2],
    ] as const;
    for (const [line, expected] of lines) {
      const { code, text } = await say(line);
      if (line !== 'doctor') expect([line, code, text]).toEqual([line, expected, text]);
      expect(incomplete(text, flags), line).toEqual([]);
      said.push(text);
    }
    for (const file of readdirSync(at).filter((name) => /results|retry/.test(name)))
      expect(incomplete(readFileSync(join(at, file), 'utf8'), flags), file).toEqual([]);
    // The texts do name such commands.
    for (const name of ['resolve', 'doubts', 'reconcile', 'status', 'run'])
      expect(said.join('\n'), name).toContain(`paybatch ${name} --config ${flags.config}`);
    expect(readFileSync(join(at, 'in.results.csv'), 'utf8')).toContain(
      `paybatch resolve --config ${flags.config}`,
    );
  });
  it('is found by a printed command that is pasted in another folder', async () => {
    const { say } = await night();
    await say('run in.csv');
    const { text } = await say('doubts');
    const [, line = ''] = /^ {2}paybatch (reconcile.*)$/m.exec(text) ?? [];
    const elsewhere = folder({ 'bank.csv': 'id,amount\n' });
    mkdirSync(join(elsewhere, 'sub'));
    writeFileSync(join(elsewhere, 'paybatch.config.json'), '{}');
    const io = fakeIo(elsewhere, { PAYBATCH_BASE_URL: 'http://127.0.0.1:1' });
    await program(line.replace('FILE', join(elsewhere, 'bank.csv')).split(' '), io);
    expect(io.said.err).not.toContain('has no run');
  });
});

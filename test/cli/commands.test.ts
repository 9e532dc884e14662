// The command line itself: what is asked for wrongly gets one clear sentence, examples work, completion fits its shell.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { program, understood } from '../../src/cli/program.ts';
import { SCHEMA_NAMES } from '../../src/interface/openapi.ts';
import { BIN, ROOT } from '../support/cli.ts';
import { folder } from '../support/folder.ts';
import { inDoubt } from '../support/in-doubt.ts';
import { fakeIo } from '../support/io.ts';

async function said(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo(folder({ 'in.csv': 'reference\n' }));
  const code = await program(args, io);
  return { code, out: io.said.out, err: io.said.err };
}

describe('a wrong command line', () => {
  it.each([
    [['check', '-'], "standard input can't be read"],
    [['run', '-'], "standard input can't be read"],
    [
      ['check', 'in.csv', '--concurrency', 'abc'],
      '--concurrency "abc": expected a whole number from 1 to 1000',
    ],
    [['check', 'in.csv', '--concurrency', '0'], 'from 1 to 1000'],
    [['check', 'in.csv', '--rate', '-1'], '--rate'],
    [['check', 'in.csv', '--timeout', 'soon'], '--timeout "soon": expected a number above 0'],
    [
      ['check', 'in.csv', '--kind', 'payout'],
      '--kind payout: one of payouts, customers (did you mean payouts?)',
    ],
    [['check', 'in.csv', '--expect-count', '1.5'], '--expect-count "1.5": expected a whole number'],
    [['check', 'in.csv', '--max-amount', 'GBPP=100'], 'there is no currency GBPP (did you mean GBP?)'],
    [['check', 'in.csv', '--max-amount', 'gbp=1', '--max-amount', 'GBP=2'], 'GBP is given twice'],
    [['status', '--status', 'indoubt'], '--status indoubt: one of created'],
    [['status', '--status', 'indoubt'], 'did you mean in_doubt?'],
    [['completion', 'ksh'], 'shell ksh: one of bash, zsh, fish (did you mean zsh?)'],
    [['completion', 'tcsh'], 'shell tcsh: one of bash, zsh, fish\n'],
    [['check', 'in.csv', '--max-amount', 'gpb=1'], 'there is no currency gpb (did you mean GBP?)'],
    [['check', 'in.csv', '--max-amount', 'XYZ=1'], 'there is no currency XYZ\n'],
    [['check', 'in.csv', 'b'], 'unexpected argument "b". See paybatch check --help'],
    [['check'], 'check <file>: an argument is missing. See paybatch check --help'],
    [['check', 'in.csv', '--results'], '--results needs a value. See paybatch check --help'],
    [['audit'], 'audit: name a file or folder'],
    [['lint'], 'lint: name a file or folder'],
  ] as const)('%j', async (args, expected) => {
    const { code, err, out } = await said(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('help', () => {
  it.each(COMMANDS.map(({ command }) => [command.name]))(
    '%s has examples and shows choices',
    async (name) => {
      const { code, out } = await said(name, '--help');
      expect(code).toBe(0);
      expect(out).toContain(`paybatch ${name}`);
      expect(out).toContain('Examples:');
    },
  );
  it('names the values of a choice', async () => {
    expect((await said('run', '--help')).out).toContain('[choices: "payouts", "customers"]');
    expect((await said('audit', '--help')).out).toContain('"html"');
    expect((await said('audit', '--help')).out).not.toContain('sarif');
  });
  it('offers every schema that there is', () => {
    const spec = COMMANDS.find(({ command }) => command.name === 'spec')?.command.flags['json-schema'];
    expect(spec && 'of' in spec ? spec.of : []).toEqual([...SCHEMA_NAMES, 'config', 'profile']);
  });
});

/** As a shell would cut it; what goes into a file is the shell's. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ >>? \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

/** Those that need no run, no service and no end by a signal. */
const RUNNABLE = COMMANDS.flatMap(({ command }) => command.examples.map(({ line }) => line)).filter(
  (line) => line.includes('samples/') || ['api', 'spec', 'lint --rules'].includes(line),
);

describe('the examples of the help', () => {
  it.each(RUNNABLE)('paybatch %s', async (line) => {
    const at = folder();
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
    const io = fakeIo(at, process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] });
    const code = await program(line.split(' '), io);
    expect([0, 1], io.said.err).toContain(code);
    expect(io.said.err).not.toContain('paybatch: ');
  });
});

describe('every example of the help', () => {
  it.each(COMMANDS.map(({ command }) => [command.name, command.examples] as const))(
    '%s has two, and each is understood',
    async (name, examples) => {
      expect(examples.length).toBeGreaterThanOrEqual(2);
      for (const { line } of examples) {
        const words = wordsOf(line);
        const cut = words.includes('--') ? words.indexOf('--') : words.length;
        expect(words[0]).toBe(name);
        await understood(words.slice(0, cut), words.slice(cut + 1), fakeIo(folder()));
      }
    },
  );
});

describe('completion', () => {
  it('is for the shell that is named', async () => {
    expect((await said('completion', 'zsh')).out).toContain('#compdef paybatch');
    expect((await said('completion', 'bash')).out).toContain('complete -o bashdefault');
    expect((await said('completion')).out).toContain('complete -o bashdefault');
    const fish = fakeIo(folder(), { SHELL: '/usr/bin/fish' });
    await program(['completion'], fish);
    expect(fish.said.out).toContain('complete -c paybatch');
  });
  const offered = async (words: readonly string[], env: Record<string, string> = {}): Promise<string[]> => {
    const io = fakeIo(folder(), env);
    expect(await program(['--get-yargs-completions', 'paybatch', ...words], io)).toBe(0);
    return io.said.out.split('\n').slice(0, -1);
  };
  it.each([
    [['sta'], ['status']],
    [
      ['run', '--ex'],
      ['--expect-count', '--expect-total'],
    ],
    [['run', 'in.csv', '--expect-count', '3', '--expect-c'], []],
    [['run', 'in.csv', '--max-total', 'GBP=1', '--max-t'], ['--max-total']],
    [['check', '--fun'], ['--funds']],
    [
      ['report', 'last', '--format', ''],
      ['html', 'md', 'json', 'csv'],
    ],
    [['report', 'last', '--format', 'j'], ['json']],
    [['report', 'last', '--format=j'], ['--format=json']],
    [['report', 'last', '--format', '=', 'j'], ['json']],
    [
      ['report', 'last', '--format', '='],
      ['html', 'md', 'json', 'csv'],
    ],
    [['spec', '--json-schema', 'prof'], ['profile']],
    [
      ['api', 'createT'],
      ['createTransfer', 'createTrade'],
    ],
    [['api', '--yes', 'createCu'], ['createCustomer']],
    [['api', '--data', 'createT'], []],
    [['ledger', 'ver'], ['verify']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['status', 'la'], ['last']],
    [['check', ''], []],
    [['nothing', ''], []],
    [['rehearse', '--', 'np'], []],
  ])('%j: %j', async (words, expected) => {
    expect((await offered(words)).sort()).toEqual([...expected].sort());
  });
  it('shows what each does where the shell can', async () => {
    expect(await offered(['sta'], { SHELL: '/bin/zsh' })).toEqual([
      'status:list the runs in the ledger, or the rows of one',
    ]);
    expect(await offered(['sta'], { SHELL: 'fish' })).toEqual([
      'status\tlist the runs in the ledger, or the rows of one',
    ]);
  });
  it('knows the runs of the ledger', async () => {
    const { say, runId } = await inDoubt();
    const { out } = await say(['--get-yargs-completions', 'paybatch', 'resolve', '']);
    expect(out.split('\n')).toEqual(['last', runId, '']);
    expect((await say(['--get-yargs-completions', 'paybatch', 'resolve', '--from', ''])).out).toBe('');
  });
  it.skipIf(spawnSync('bash', ['-c', 'true']).status !== 0)('is taken by bash', async () => {
    const { out } = await said('completion', 'bash');
    const shown = spawnSync(
      'bash',
      [
        '-c',
        `paybatch() { "${process.execPath}" "${BIN}" "$@"; }\n${out}\nCOMP_WORDS=(paybatch report last --format = c more) COMP_CWORD=5\n_paybatch_completions; echo "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: folder() } },
    );
    expect([shown.stdout, shown.stderr]).toEqual(['csv\n', '']);
  });
});

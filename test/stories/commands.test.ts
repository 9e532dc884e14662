// The command line: a mistake gets one clear line, help has examples, completion works in its shell, and the manual
// fits a terminal.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { markdownText, pageOf, topicNames } from '../../src/cli/manual.ts';
import { program } from '../../src/cli/program.ts';
import { BIN, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { command, fakeIo } from '../kit/io.ts';

async function said(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return command(folder({ 'in.csv': 'reference\n' }), args);
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
    [['check', 'in.csv', '--max-amount', 'GBPP=100'], 'GBPP is not a known currency (did you mean GBP?)'],
    [['check', 'in.csv', '--max-amount', 'gbp=1', '--max-amount', 'GBP=2'], 'GBP is given twice'],
    [['status', '--status', 'indoubt'], '--status indoubt: one of valid, quoted, created'],
    [['status', '--status', 'indoubt'], 'did you mean in_doubt?'],
    [['completion', 'ksh'], 'shell ksh: one of bash, zsh, fish (did you mean zsh?)'],
    [['lint', '.', '--rule', 'transfer-amounts'], 'did you mean transfer-amount?)'],
    [['completion', 'tcsh'], 'shell tcsh: one of bash, zsh, fish\n'],
    [['check', 'in.csv', '--max-amount', 'gpb=1'], 'gpb is not a known currency (did you mean GBP?)'],
    [['check', 'in.csv', '--max-amount', 'XYZ=1'], 'XYZ is not a known currency\n'],
    [['check', 'in.csv', '--accept', 'foo:3'], '--accept foo:3'],
    [['run', 'in.csv', '--sandbox', '--accept', 'payeeChanged:0'], '--accept payeeChanged:0'],
    [['check', 'in.csv', 'b'], 'unexpected argument "b". See paybatch check --help'],
    [['check'], 'check FILE: an argument is missing. See paybatch check --help'],
    [['check', 'in.csv', '--results'], '--results needs a value. See paybatch check --help'],
    [['run', 'in.csv', '-y'], 'unknown flag -y. See paybatch run --help'],
    [['run', 'in.csv', '-q'], 'unknown flag -q. See paybatch run --help'],
    [['ledger', 'shw'], 'ledger shw: one of init, show, verify, export, backup, copy (did you mean show?)'],
    [['ledger'], 'paybatch: ledger: one of init, show'],
    [['plan', 'show'], 'plan show PLAN: an argument is missing'],
    [['plan', 'a.csv', 'b.csv'], 'unexpected argument "b.csv"'],
    [['help', 'in-dubt'], 'in-dubt is neither a topic nor a command (did you mean in-doubt?)'],
    [['--verson'], 'unknown flag --verson (did you mean --version?). See paybatch --help'],
    [['audit'], 'audit PATHS...: an argument is missing'],
    [['run', '--plan', 'p', '--kind', 'payouts'], 'run: --plan and --kind exclude each other'],
    [['run', 'in.csv', '--detach', '--sandbox'], 'run: --detach and --sandbox exclude each other'],
    [['run', 'in.csv', '--dry-run', '--ping', 'x'], 'run: --dry-run and --ping exclude each other'],
    [['run', 'in.csv', '--balance', 'GBP=1'], 'run: --balance needs --sandbox'],
    [['resolve', '--from', 'f.csv', '--line', '2'], 'resolve: --from and --line exclude each other'],
    [['resolve', 'last', '--line', '2', '--all'], 'resolve: --line and --all exclude each other'],
    [['approve', 'p', '--key', 'k', '--reject'], 'approve: --reject needs --reason'],
    [['lint'], 'lint: name a file or folder'],
  ] as const)('is refused with one line: %j', async (args, expected) => {
    const { code, err, out } = await said(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('the help of a command', () => {
  it.each(COMMANDS.map(({ name }) => [name]))(
    'has examples, names the page on exit codes and fits 100 columns: %s',
    async (name) => {
      const { code, out } = await said(...name.split(' '), '--help');
      expect(code).toBe(0);
      expect(out).toContain(`paybatch ${name}`);
      expect(out).toMatch(/\n\nExamples\n(?: {2}# .*\n {2}paybatch .*\n)+$/);
      expect(out).toContain('paybatch help exit-codes\n');
      for (const line of out.split('\n'))
        expect(line.length <= 100 || line.startsWith('  paybatch'), line).toBe(true);
    },
  );
});

it('ledger --help ends with two examples', async () => {
  const { code, out } = await said('ledger', '--help');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/\n\nExamples\n(?: {2}# .*\n {2}paybatch ledger .*\n){2}$/),
  ]);
});

it('lint --rule checks only the named rules, even those that the config file turns off', async () => {
  const body = { customerId: 'c', receiverAmount: 1, amount: 1, destination: { externalAccountId: 'e' } };
  const files = {
    'a.http': `POST /api/v1/transfers\n\n${JSON.stringify(body)}\n\n###\nGET /api/v1/current-tenant\n`,
    'paybatch.config.json': JSON.stringify({ lint: { rules: { 'transfer-amount': 'off' } } }),
  };
  const found = async (...args: string[]): Promise<string[]> => {
    const io = fakeIo(folder(files));
    await program(['lint', 'a.http', '--format', 'json', ...args], io);
    const { findings } = JSON.parse(io.said.out) as { findings: { rule: string }[] };
    return findings.map(({ rule }) => rule);
  };
  expect(await found()).toEqual(['current-tenant-endpoint']);
  expect(await found('--rule', 'transfer-amount')).toEqual(['transfer-amount']);
  expect(await found('--rule', 'transfer-amount', '--rule', 'current-tenant-endpoint')).toHaveLength(2);
  expect(await found('--rule', 'customer-removed-field')).toEqual([]);
});

describe('completion', () => {
  it('is printed for the named shell', async () => {
    expect((await said('completion', 'zsh')).out).toContain('compdef _paybatch paybatch');
    expect((await said('completion', 'bash')).out).toContain('complete -o bashdefault');
    expect((await said('completion', 'fish')).out).toContain('complete -c paybatch');
  });
  const offered = async (words: readonly string[], env: Record<string, string> = {}): Promise<string[]> => {
    const io = fakeIo(folder(), env);
    expect(await program(['--completions', 'paybatch', ...words], io)).toBe(0);
    return io.said.out.split('\n').slice(0, -1);
  };
  it.each([
    [['sta'], ['status']],
    [
      ['run', '--ex'],
      ['--expect-count', '--expect-total'],
    ],
    [['quote', '--fun'], ['--funds']],
    [['check', '--fun'], []],
    [['fun'], []],
    [['plan', 'sh'], ['show']],
    [
      ['report', 'last', '--format', ''],
      ['html', 'md', 'json', 'csv'],
    ],
    [['report', 'last', '--format', 'j'], ['json']],
    [['spec', '--json-schema', 'prof'], ['profile']],
    [['api', '--data', 'createT'], []],
    [['ledger', 'ver'], ['verify']],
    [['status', 'la'], []],
    [['check', ''], []],
    [['completion', 'z'], ['zsh']],
    [['help', 'in-'], ['in-doubt']],
    [['help', 'recon'], ['reconcile']],
    [['nothing', ''], []],
    [['rehearse', '--', 'np'], []],
  ])('offers for %j: %j', async (words, expected) => {
    expect((await offered(words)).sort()).toEqual([...expected].sort());
  });
  /** Runs a completion in the real shell. Tests skip a shell that this machine lacks. */
  const inShell = async (shell: 'bash' | 'zsh' | 'fish', before: string, after: string): Promise<unknown> => {
    const { out } = await said('completion', shell);
    const args = { bash: [], zsh: ['-f'], fish: ['--no-config'] }[shell];
    const { stdout, stderr } = spawnSync(shell, [...args, '-c', `${before}\n${out}\n${after}`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder() },
    });
    return [stdout.trimEnd().split('\n'), stderr];
  };
  const missing = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status !== 0;
  const own = `paybatch() { "${process.execPath}" "${BIN}" "$@"; }`;
  it.skipIf(missing('bash')).each([
    [['report', 'last', '--format', 'c', 'more'], 4, ['csv']],
    [['ledger', 'ver'], 2, ['verify']],
  ])('works in bash: %j', async (words, at, expected) => {
    const ask = `COMP_WORDS=(paybatch ${words.join(' ')}) COMP_CWORD=${at}\n_paybatch; echo "\${COMPREPLY[@]}"`;
    expect(await inShell('bash', own, ask)).toEqual([expected, '']);
  });
  it.skipIf(missing('zsh')).each([
    [['report', 'last', '--format', 'c'], ['csv']],
    [['ledger', 'ver'], ['verify']],
    [['check', 'in'], ['files']],
  ])('is offered by zsh, and files without candidates: %j', async (words, expected) => {
    // In place of the functions that only an interactive shell has.
    const stubs =
      'compinit() { : }; compdef() { : }; compadd() { print -l -- ${@:2} }; _files() { print files }';
    const ask = `words=(paybatch ${words.join(' ')}) CURRENT=${words.length + 1}; _paybatch`;
    const autoload = 'autoload() { : }';
    expect(await inShell('zsh', `${own}\n${autoload}; ${stubs}`, ask)).toEqual([expected, '']);
  });
  it.skipIf(missing('fish')).each([
    ['report last --format c', ['csv']],
    ['ledger ', ['backup', 'copy', 'export', 'init', 'show', 'verify']],
    ['check samples/payouts-w', ['samples/payouts-with-mistakes.csv']],
  ])('is offered by fish, and files without candidates: %s', async (line, expected) => {
    const definition = `function paybatch; "${process.execPath}" "${BIN}" $argv; end`;
    expect(await inShell('fish', definition, `complete -C 'paybatch ${line}'`)).toEqual([expected, '']);
  });
});

it('work refuses a ledger in a file, and its message does not suggest ledger init', async () => {
  const at = folder();
  const io = fakeIo(at, { ...serviceEnv('http://127.0.0.1:9'), PAYBATCH_LEDGER: join(at, 'l.db') });
  expect(await program(['work'], io)).toBe(2);
  expect(io.said.err).toContain('several hosts need a ledger on Postgres');
  expect(io.said.err).not.toContain('ledger init');
});

describe('the manual', () => {
  it.each(topicNames())('has no Markdown and fits 80 columns, except commands to copy: %s', async (name) => {
    const io = fakeIo(folder(), {}, { columns: 80 });
    expect(await program(['help', name], io)).toBe(0);
    const long = io.said.out.split('\n').filter((line) => line.length > 80 && !line.startsWith('    '));
    expect(long).toEqual([]);
    expect(io.said.out).not.toMatch(/\*\*|<!--|\]\(/);
  });
  it('prints code words in quotes, and prints a link as the command that shows the page', () => {
    const page =
      'Write `created` into `--as`: see [in-doubt](in-doubt.md).\n\n| `status` |\n| --- |\n| `valid` |\n';
    expect(markdownText(page, 80)).toBe(
      'Write "created" into --as: see "paybatch help in-doubt".\n\nstatus\nvalid\n',
    );
  });
  it.each(topicNames())(
    'uses the name of a page as the text of its link, because a terminal prints a command: %s',
    (name) => {
      const links = [...pageOf(name).matchAll(/\[([^\]]+)\]\(([a-z-]+)\.md\)/g)];
      for (const [, shown, page] of links) expect(shown).toBe(page);
    },
  );
  it('has a page for each command', () => {
    const missing = COMMANDS.filter((command) => command.name !== 'help').filter(
      ({ manual = '' }) => !topicNames().includes(manual),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
  it('is listed by paybatch help, with every command', async () => {
    const { out, code } = await said('help');
    expect(code).toBe(0);
    for (const name of topicNames()) expect(out).toContain(`  ${name} `);
    for (const command of COMMANDS) expect(out).toContain(`  ${command.name.split(' ')[0]} `);
    expect(out).not.toContain('  funds ');
  });
});

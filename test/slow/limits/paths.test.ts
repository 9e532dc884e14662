// Whatever names a file or a folder, on any command line: what can't be one (a folder, a device, a pipe that nobody fills, a
// file without end, a link that leads nowhere) is refused at once, and is no defect. The cases are made from what commands say
// of their words and flags.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Command, Flag, PathUse, Word } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, office } from '../../kit/plans.ts';

/** A command line that comes as far as reading what its flags name. `WORD` and the like stand for its own words. */
type Line = (at: string) => readonly string[];

const LINES: Readonly<Record<string, Line>> = {
  run: () => ['payouts.csv', '--yes'],
  check: () => ['payouts.csv'],
  quote: () => ['payouts.csv'],
  map: () => ['payouts.csv'],
  funds: () => ['payouts.csv'],
  plan: () => ['more.csv', '--out', 'new.plan', '--alike-ok'],
  approve: () => ['p.plan', '--key', 'Bea.key', '--yes'],
  keygen: () => ['--out', 'new.key'],
  work: () => ['--until-empty'],
  results: () => ['last'],
  stop: () => ['last'],
  status: () => ['last'],
  report: () => ['last'],
  doubts: () => [],
  resolve: () => ['last', '--line', '2', '--as', 'not-created', '--reason', 'r'],
  reconcile: () => ['last', '--statement', 'statement.csv'],
  'plan show': () => ['p.plan'],
  'plan diff': () => ['p.plan', 'p.plan'],
  'ledger init': () => [],
  'ledger show': () => [],
  'ledger verify': () => [],
  'ledger export': () => ['last', '--out', 'run.zip'],
  'ledger backup': (at) => ['--to', join(at, 'moved.db')],
  'ledger copy': (at) => ['--from', join(at, 'l.db'), '--to', join(at, 'moved.db')],
  help: () => [],
  api: () => [
    'createTrade',
    '--data',
    '{"sourceCurrency":"USDC","destinationCurrency":"USDCT","amount":5}',
    '--yes',
  ],
  limits: () => [],
  doctor: () => [],
  selftest: () => ['--kills', '1'],
  config: () => [],
  lint: () => ['payouts.csv', '--no-cache'],
  migrate: () => ['payouts.csv', '--out', 'out'],
  audit: () => ['payouts.csv'],
  rehearse: () => [],
  proxy: () => ['--to', 'http://127.0.0.1:9'],
  spec: () => [],
  sandbox: () => [],
  init: (at) => {
    rmSync(join(at, 'new.json'), { force: true });
    return ['--config', 'new.json'];
  },
  completion: () => ['bash'],
};
/** Where another line is needed to come to it. */
const FLAG_LINES: Readonly<Record<string, Line>> = {
  'run --plan': () => [],
  'api --file': () => ['uploadTransferDocument'],
  'resolve --from': () => [],
};
/** Flags that are used in another way than elsewhere: the file is made. */
const USES: Readonly<Record<string, PathUse>> = { 'init --config': 'written' };
/** What has to stand behind all flags. */
const TAILS: Readonly<Record<string, readonly string[]>> = { rehearse: ['--', 'true'] };
const WORD_LINES: Readonly<Record<string, (value: string) => readonly string[]>> = {
  'plan file': (value) => [value, '--out', 'new.plan'],
  'plan diff one': (value) => [value, 'p.plan'],
  'plan diff other': (value) => ['p.plan', value],
  'ledger export run': (value) => [value, '--out', 'run.zip'],
  'approve plan': (value) => [value, '--key', 'Bea.key', '--yes'],
  'migrate paths': (value) => [value, '--out', 'out'],
};

const LONG = 'n'.repeat(300);
const ODD = [
  'folder',
  'pipe',
  '/dev/zero',
  'huge',
  'nowhere',
  'nowhere/in',
  'more.csv/in',
  LONG,
  'dangling',
] as const;
type Odd = string;

/** What each use may well take: a folder is a tree, an output makes what is not there. */
const FINE: Readonly<Record<PathUse, readonly Odd[]>> = {
  small: [],
  '@small': [],
  file: ['huge'],
  tree: ['folder', 'huge'],
  folder: ['folder', 'nowhere', 'nowhere/in'],
  written: ['nowhere', 'huge', 'dangling'],
  ledger: ['nowhere', 'nowhere/in', 'more.csv/in', LONG, 'huge', 'dangling'],
};
interface Case {
  readonly name: string;
  readonly use: PathUse;
  readonly args: (at: string, value: string) => readonly string[];
}

const flagCase = (command: Command, flag: string, { type, ...rest }: Flag): Case[] => {
  if (type !== 'string' && type !== 'list') return [];
  const name = `${command.name} --${flag}`;
  const use = USES[name] ?? ('path' in rest ? rest.path : undefined);
  if (use === undefined) return [];
  const line = FLAG_LINES[name] ?? LINES[command.name];
  if (line === undefined) throw new Error(`${command.name} is new: give it a line above`);
  const given = (at: string): readonly string[] => {
    const own = line(at);
    const before = own.indexOf(`--${flag}`);
    return before < 0 ? own : own.toSpliced(before, 2);
  };
  return [
    {
      name,
      use,
      args: (at, value) => [
        ...command.name.split(' '),
        ...given(at),
        `--${flag}`,
        use === '@small' ? `@${value}` : use === 'ledger' ? resolve(at, value) : value,
        ...(TAILS[command.name] ?? []),
      ],
    },
  ];
};
const wordCase = (command: Command, word: string, { type, ...rest }: Word): Case[] => {
  if (type === 'choice') return [];
  const use = 'path' in rest ? rest.path : undefined;
  if (use === undefined) return [];
  const name = `${command.name} ${word}`;
  const line = WORD_LINES[name] ?? ((value: string) => [value]);
  return [
    {
      name,
      use,
      args: (_, value) => [...command.name.split(' '), ...line(value)],
    },
  ];
};
/** Its folder alone is used, for processes that are killed there. */
const UNTRIED: ReadonlySet<string> = new Set(['selftest --ledger']);

const LIST = COMMANDS.map(
  ({ command }) =>
    [
      command.name,
      [
        ...Object.entries(command.words).flatMap(([name, word]) => wordCase(command, name, word)),
        ...Object.entries(command.flags)
          .filter(([name, { hidden }]) => hidden !== true && !UNTRIED.has(`${command.name} --${name}`))
          .flatMap(([name, flag]) => flagCase(command, name, flag)),
      ],
    ] as const,
).filter(([, cases]) => cases.length > 0);

/** Variables and settings that name a file, each with a command that reads it. */
const NAMED: Readonly<
  Record<string, (at: string, value: string) => { args: string[]; env: Record<string, string> }>
> = {
  PAYBATCH_API_SECRET_FILE: (_, value) => ({
    args: ['api', 'listAccounts'],
    env: { PAYBATCH_API_SECRET: '', PAYBATCH_API_SECRET_FILE: value },
  }),
  PAYBATCH_KEY_PASSPHRASE_FILE: (_, value) => ({
    args: ['keygen', '--out', 'new.key'],
    env: { PAYBATCH_KEY_PASSPHRASE: '', PAYBATCH_KEY_PASSPHRASE_FILE: value },
  }),
  'apiSecretFile of a config file': (at, value) => {
    writeFileSync(join(at, 'c.json'), JSON.stringify({ apiSecretFile: value }));
    return { args: ['api', 'listAccounts', '--config', 'c.json'], env: { PAYBATCH_API_SECRET: '' } };
  },
  'a lookup of an import profile': (at, value) => {
    const lookup = { file: value, key: 'reference', columns: { a: 'memo' } };
    writeFileSync(join(at, 'm.json'), JSON.stringify({ columns: {}, lookups: [lookup] }));
    return { args: ['check', 'payouts.csv', '--map', 'm.json'], env: {} };
  },
};

/** Opened, some of these would hold the whole process for ever, and every timer in it. */
function watched(at: string): void {
  const script = `sleep 120; echo "still in: $(cat '${at}/now')" >&2; kill -9 ${process.pid}`;
  const watchdog = spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  onTestFinished(() => void process.kill(-(watchdog.pid ?? 0)));
  // The seconds that a pipe is waited for pass at once.
  const waits = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  onTestFinished(() => waits.mockRestore());
}

/** A folder with one of each that is no file, a run to be spoken of, and a plan for those who approve. */
async function ground(command: string) {
  const one = command === 'approve' ? await approvedPlan() : await office();
  const { at } = one;
  writeFileSync(
    join(at, 'payouts.csv'),
    payouts(numbered(2).map((row) => ({ ...row, reference: `P${row.reference}`, documents: 'doc.pdf' }))),
  );
  writeFileSync(join(at, 'more.csv'), payouts(numbered(2).map((row) => ({ ...row, documents: 'doc.pdf' }))));
  writeFileSync(join(at, 'doc.pdf'), 'doc');
  writeFileSync(join(at, 'statement.csv'), 'id,reference\nT-1,R-1\n');
  mkdirSync(join(at, 'folder'));
  execFileSync('mkfifo', [join(at, 'pipe')]);
  writeFileSync(join(at, 'huge'), '');
  truncateSync(join(at, 'huge'), 3_000_000_000);
  symlinkSync(join(at, 'not-made'), join(at, 'dangling'));
  const before = process.cwd();
  process.chdir(at);
  onTestFinished(() => process.chdir(before));
  if (command !== 'approve') await one.say(['run', 'payouts.csv', '--yes']);
  watched(at);
  return one;
}

/** Of no use to the command, and not read. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'check --ledger',
  'config --ledger',
  'keygen --config',
  'plan --results',
  'proxy --config',
]);

/** They go on until they are told to end. */
const WAIT: ReadonlySet<string> = new Set(['sandbox', 'proxy', 'work']);
const ENDS = { onSignal: (end: (signal: string) => void) => void setTimeout(end, 5, 'SIGTERM') };

/** One ground for all of a command: making it takes longer than they do. */
it.each(LIST)('%s', async (command, cases) => {
  const { at, say } = await ground(command);
  for (const { name, use, args } of cases)
    for (const odd of ODD.filter((one) => !FINE[use].includes(one))) {
      const line = args(at, odd);
      writeFileSync(join(at, 'now'), line.join(' '));
      const { code, out, err } = await say(line, WAIT.has(command) ? ENDS : {});
      const where = { line, code, said: out + err };
      expect(where.said, JSON.stringify(where)).not.toMatch(/defect/);
      // Metrics that can't be written change no exit code.
      if (!PASSED_OVER.has(name) && !name.endsWith('--metrics-file'))
        expect(where).toEqual({ ...where, code: expect.toBeOneOf([1, 2]) as number });
    }
});

describe('a setting that names a file', () => {
  it.each(Object.entries(NAMED))('%s', async (name, make) => {
    const { at, say } = await ground('');
    for (const odd of ODD) {
      const { args, env } = make(at, odd);
      writeFileSync(join(at, 'now'), `${name} ${odd}`);
      const { code, err } = await say(args, { env });
      expect({ name, odd, code, err }).toEqual({
        name,
        odd,
        code: 2,
        err: expect.not.stringMatching(/defect/) as string,
      });
    }
  });
});

// Every argument and flag that names a file or a folder. A path that can't be used (a folder, a device, a huge file, a
// dangling link) is refused at once, and not as a defect. An input can't be a pipe. A small file can, and paybatch
// waits for it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, office } from '../../kit/plans.ts';

type Use = 'small' | 'file' | 'tree' | 'folder' | 'written' | 'replaced' | 'ledger';

/** `?`: the unusable path. Each flag is tried with one of the commands that have it. */
const CASES: Readonly<Record<string, readonly (readonly [use: Use, line: string])[]>> = {
  run: [
    ['file', 'run ? --yes'],
    ['small', 'run payouts.csv --yes --map ?'],
    ['folder', 'run payouts.csv --yes --documents-dir ?'],
    ['small', 'run --plan ?'],
    ['written', 'run payouts.csv --yes --results ?'],
    ['written', 'run payouts.csv --yes --metrics-file ?'],
    ['ledger', 'run payouts.csv --yes --ledger @?'],
    ['small', 'run payouts.csv --yes --config ?'],
  ],
  check: [
    ['file', 'check ?'],
    ['written', 'check payouts.csv --results ?'],
  ],
  map: [
    ['file', 'map ?'],
    ['written', 'map payouts.csv --out ?'],
  ],
  plan: [
    ['file', 'plan ? --out new.plan'],
    ['replaced', 'plan more.csv --alike-ok --out ?'],
    ['small', 'plan show ?'],
    ['small', 'plan diff ? p.plan'],
  ],
  approve: [
    ['small', 'approve ? --key Bea.key --yes'],
    ['small', 'approve p.plan --yes --key ?'],
    ['written', 'keygen --out ?'],
  ],
  inspect: [
    ['ledger', 'status last --ledger @?'],
    ['written', 'results last --out ?'],
    ['written', 'report last --out ?'],
    ['file', 'resolve --from ?'],
    ['file', 'reconcile last --statement ?'],
    ['small', 'reconcile last --statement statement.csv --map ?'],
  ],
  ledger: [
    ['file', 'ledger verify ?'],
    ['file', 'ledger verify --against ?'],
    ['written', 'ledger export last --out ?'],
    ['small', 'ledger export last --out run.zip --input ?'],
    ['written', 'ledger backup --to ?'],
    ['ledger', 'ledger copy --to @moved.db --from @?'],
  ],
  migration: [
    ['tree', 'lint ?'],
    ['small', 'lint payouts.csv --baseline ?'],
    ['written', 'lint payouts.csv --write-baseline ?'],
    ['small', 'lint payouts.csv --observed ?'],
    ['tree', 'migrate ? --out out'],
    ['folder', 'migrate payouts.csv --out ?'],
    ['file', 'migrate payouts.csv --out out --todo ?'],
    ['tree', 'audit ?'],
    ['written', 'audit payouts.csv --out ?'],
    ['small', 'audit payouts.csv --since ?'],
  ],
  api: [
    ['small', 'api createTrade --yes --data =?'],
    ['file', 'api uploadTransferDocument --file ?'],
    ['replaced', 'init --config ?'],
  ],
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

/** The paths that each use accepts: a tree may be a folder, an output may not exist yet. */
const FINE: Readonly<Record<Use, readonly Odd[]>> = {
  small: ['pipe'],
  file: ['huge'],
  tree: ['folder', 'huge'],
  folder: ['folder', 'nowhere', 'nowhere/in'],
  written: ['nowhere', 'huge', 'dangling'],
  // An existing file is read before it is replaced.
  replaced: ['nowhere', 'huge', 'dangling', 'pipe'],
  ledger: ['nowhere', 'nowhere/in', 'more.csv/in', LONG, 'huge', 'dangling'],
};
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

/** Kills this process after 120 s: opening some of these paths would block it for ever, with every timer in it. */
function watched(at: string): void {
  const script = `sleep 120; echo "still in: $(cat '${at}/now')" >&2; kill -9 ${process.pid}`;
  const watchdog = spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  onTestFinished(() => void process.kill(-(watchdog.pid ?? 0)));
}

/** A folder with all unusable paths, and with a run in the ledger or, for `approve`, an approved plan. */
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

/** A word that begins with `@` becomes an absolute path. `=` at the beginning becomes `@`. */
const typed = (line: string, at: string, odd: string): string[] =>
  line
    .split(' ')
    .map((word) => word.replace('?', odd))
    .map((word) => (word.startsWith('@') ? resolve(at, word.slice(1)) : word.replace(/^=/, '@')));

/** All cases of a command share one folder: it takes longer to make than the cases take to run. */
it.each(Object.entries(CASES))('every unusable path is refused: %s', async (command, cases) => {
  const { at, say } = await ground(command);
  for (const [use, line] of cases)
    for (const odd of ODD.filter((one) => !FINE[use].includes(one))) {
      const args = typed(line, at, odd);
      writeFileSync(join(at, 'now'), args.join(' '));
      const { code, out, err } = await say(args);
      const where = { args, code, said: out + err };
      expect(where.said, JSON.stringify(where)).not.toMatch(/defect/);
      // A metrics file that can't be written doesn't change the exit code.
      if (!line.includes('--metrics-file'))
        expect(where).toEqual({ ...where, code: expect.toBeOneOf([1, 2]) as number });
    }
});

describe('a setting that names a file', () => {
  it.each(Object.entries(NAMED))('is refused if its path is unusable: %s', async (name, make) => {
    const { at, say } = await ground('');
    for (const odd of ODD.filter((one) => one !== 'pipe')) {
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

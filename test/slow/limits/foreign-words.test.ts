// Foreign text on command lines, in profiles, plans, statements, sheets and settings, through every command: none of it steers a
// terminal, begins a line for a build runner, or is called a defect. Said through the same door as in a process of its own.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { screened, shellQuoted } from '../../../src/files/plain.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const EVIL =
  'e\u001b[31m\u001b]52;c;aGk=\u0007v\u202e\u2066i\u009b2J\u0085l\r\n::error file=x::pwned\n##[error]pwned\n##vso[task]pwned\r::warning::pwned\n=cmd|x;+1\t@y';
const NAME = `::error file=y::pwned${EVIL}`.replaceAll('/', '');
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]|\r(?!\n)/;
const COMMAND = /^\s*(::[a-z-]+( |::)|##\[|##vso\[)/m;

it('on every way in', { timeout: 120_000 }, async () => {
  const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
  const cell = (t: string) => `"${t.replaceAll('"', '""')}"`;
  const at = folder({
    'in.csv': payouts(numbered(3).map((r) => ({ ...r, memo: EVIL, 'x-note': EVIL }))),
    'st.csv': `id,reference,memo,amount,currency,state\n${cell(EVIL)},${cell(EVIL)},${cell(EVIL)},${cell(EVIL)},${cell(EVIL)},${cell(EVIL)}\nT-1,R-1,${cell(EVIL)},10.00,GBP,done\n`,
    'evil.csv': `${cell(EVIL)};b\n${cell(EVIL)};${cell(EVIL)}\n`,
    'look.csv': `k,${cell(EVIL)}\n${cell(EVIL)},x\n${cell(EVIL)},y\n`,
    'prof.json': JSON.stringify({
      columns: { [EVIL]: 'memo' },
      constants: { purposeOfPayment: EVIL },
      lookups: [{ file: 'look.csv', key: EVIL, fileKey: 'k', columns: { [EVIL]: 'customerId' } }],
    }),
    'prof2.json': JSON.stringify({
      columns: { [EVIL]: 'memo' },
      constants: { [EVIL]: 'x' },
      stopAt: `(${EVIL}`,
      encoding: EVIL,
      decimal: EVIL,
    }),
    'c.json': JSON.stringify({
      approvers: [{ name: EVIL, publicKey: EVIL }],
      payee: EVIL,
      requireApproval: { environments: [EVIL], from: { [EVIL]: 1 } },
    }),
    'bad.plan': JSON.stringify({ format: EVIL, plan: { file: EVIL, [EVIL]: EVIL } }),
    'bad.zip': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(EVIL)]),
    'dd.csv': `run,line,reference,amount,currency,as,transferId,reason\n${cell(EVIL)},${cell(EVIL)},${cell(EVIL)},1,GBP,${cell(EVIL)},${cell(EVIL)},${cell(EVIL)}\n`,
    'dd2.csv': `run,line,reference,amount,currency,as,transferId,reason\nlast,2,R-1,10.00,GBP,created,${cell(EVIL)},${cell(EVIL)}\n`,
    [NAME]: payouts(numbered(1)),
  });
  const env = {
    ...serviceEnv(service.url),
    PAYBATCH_KEY_PASSPHRASE: 'x',
    PAYBATCH_HOST: EVIL,
    PAYBATCH_WHAT: EVIL,
  };
  const led = ['--ledger', 'l.db'];
  const lines: string[][] = [
    ['run', 'in.csv', '--yes', '--batch-id', EVIL, ...led],
    ['run', 'in.csv', '--yes', ...led],
    ['run', NAME, '--yes', ...led],
    ['status', ...led],
    ['status', 'last', ...led],
    ['status', 'last', '--json', ...led],
    ...['md', 'json', 'html', 'csv'].map((f) => ['report', 'last', '--format', f, ...led]),
    ['report', 'last', '--format', 'csv', '--columns', EVIL, ...led],
    ['plan', 'in.csv', '--out', 'p.plan', '--by', EVIL, '--alike-ok', ...led],
    ['plan', 'in.csv', '--out', 'q.plan', '--by', 'x', '--alike-ok', ...led],
    ['plan', 'show', 'bad.plan'],
    ['plan', 'show', 'q.plan'],
    ['plan', 'diff', 'q.plan', 'bad.plan'],
    ['approve', 'bad.plan', '--key', 'k.key'],
    ['keygen', '--out', NAME],
    ['keygen', '--out', `no/${NAME}`],
    ['ledger', 'show', ...led],
    ['ledger', 'verify', 'bad.zip', ...led],
    ['ledger', 'verify', '--against', 'evil.csv', ...led],
    ['ledger', 'export', 'last', '--out', 'run.zip', ...led],
    ['ledger', 'backup', '--to', NAME, ...led],
    ['ledger', EVIL],
    ['ledger', 'show', '--ledger', `/${EVIL}/x`],
    ['ledger', 'show', '--ledger', `postgres://${EVIL}@h/x`],
    ['doubts', ...led],
    ['doubts', '--csv', ...led],
    ['doubts', '--json', ...led],
    ['reconcile', 'last', '--statement', 'st.csv', ...led],
    ['reconcile', 'last', '--statement', 'evil.csv', ...led],
    ['resolve', '--from', 'dd.csv', '--yes', ...led],
    ['resolve', '--from', 'dd2.csv', '--yes', ...led],
    [
      'resolve',
      'last',
      '--line',
      '2',
      '--as',
      'created',
      '--transfer-id',
      EVIL,
      '--reason',
      EVIL,
      '--yes',
      ...led,
    ],
    [
      'resolve',
      'last',
      '--line',
      '2',
      '--as',
      'not-created',
      '--sure',
      '--by',
      EVIL,
      '--reason',
      EVIL,
      '--yes',
      ...led,
    ],
    ['status', 'last', ...led],
    ['report', 'last', '--format', 'md', ...led],
    ['map', 'evil.csv'],
    ['map', 'in.csv'],
    ['check', 'evil.csv', '--map', 'prof.json'],
    ['check', 'evil.csv', '--map', 'prof2.json'],
    ['check', 'in.csv', '--sheet', EVIL],
    ['check', 'in.csv', '--delimiter', EVIL],
    ['config', '--config', 'c.json'],
    ['run', 'in.csv', '--yes', '--config', 'c.json', ...led],
    ['doctor', '--config', 'c.json', ...led],
    ['doctor', ...led],
    ['funds', 'in.csv', ...led],
    ['check', 'in.csv', '--expect-total', EVIL],
    ['check', 'in.csv', '--max-invalid', EVIL],
    ['check', 'in.csv', '--kind', EVIL],
    ['run', 'in.csv', '--notify', EVIL, '--yes', ...led],
    ['run', 'in.csv', '--metrics-file', `${EVIL}/x`, '--yes', ...led],
    ['proxy', '--to', EVIL],
    ['sandbox', '--fault', EVIL],
    ['sandbox', '--clock', EVIL],
    ['rehearse', '--clock', EVIL, '--', 'true'],
    ['rehearse', '--', 'printf', '%s', 'x'],
    ['completion', EVIL],
    ['spec', '--json-schema', EVIL],
    ['api', 'getCustomer', '--set', `id=${EVIL}`],
    ['api', 'createTransfer', '--set', EVIL],
    ['lint', '.', '--rule', EVIL],
    ['lint', '.', '--as-of', EVIL],
    ['audit', '.', '--cutoff', EVIL],
    ['migrate', 'evil.csv', '--out', 'out'],
    ['migrate', 'in.csv', '--out', 'out', '--todo', 'dd.csv'],
    ['limits', '--rate', EVIL, ...led],
    ['stop', EVIL, ...led],
    ['results', EVIL, ...led],
    [`--${EVIL}`],
    ['run', `--${EVIL}`],
    ['--completions', 'paybatch', 'status', ''],
  ];
  const before = process.cwd();
  process.chdir(at);
  onTestFinished(() => process.chdir(before));
  for (const line of lines) {
    const said = { out: '', err: '' };
    const io = fakeIo(at, env, {
      out: (text) => void (said.out += screened(text)),
      err: (text) => void (said.err += screened(text)),
    });
    await program(
      line.map((word) => (word === 'l.db' ? join(at, word) : word)),
      io,
    );
    const where = JSON.stringify(line);
    expect({ where, text: said.err }).toEqual({ where, text: expect.not.stringMatching(/defect/) });
    for (const text of [said.err, ...(line.includes('html') ? [] : [said.out])]) {
      const found = UNSEEN.exec(text) ?? COMMAND.exec(text);
      const around = found && text.slice(Math.max(0, found.index - 80), found.index + 40);
      expect({ where, around }).toEqual({ where, around: null });
    }
  }
  for (const name of readdirSync(at).filter((one) => /\.(results\.csv|retry\.txt)$/.test(one)))
    expect(readFileSync(join(at, name), 'utf8')).not.toMatch(UNSEEN);
});

it('a word of a command to be typed is one line, and the same word to a shell', () => {
  for (const word of [EVIL, NAME, "it's", '\u{1f600}\u200bx', 'a\\b\n$(id)`id`"', '\u{e0001}']) {
    expect(shellQuoted(word)).not.toMatch(UNSEEN);
    expect(shellQuoted(word)).not.toContain('\n');
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const echoed = execFileSync('bash', ['-c', `printf %s ${shellQuoted(word)}`], { env }).toString('utf8');
    expect(echoed).toBe(word);
  }
});

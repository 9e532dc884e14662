// Commands of an engineer on call who has only the ledger, and the guards of the config file.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { ledgerEnv, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { command, fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

type Env = Readonly<Record<string, string>>;

async function said(at: string, args: readonly string[], env: Env) {
  return command(at, args, env);
}

/** A ledger with one row in doubt. */
async function night(clientId?: string, ledger = 'l.db', at = folder({ 'in.csv': payouts(numbered(2)) })) {
  const service = await sandbox({ faults: [{ kind: '500-before', operation: 'createTransfer', first: 1 }] });
  const env: Env = {
    ...serviceEnv(service.url),
    PAYBATCH_LEDGER: join(at, ledger),
    ...(clientId && { PAYBATCH_CLIENT_ID: clientId }),
  };
  const { code } = await said(at, ['run', join(at, 'in.csv'), '--yes'], env);
  return { at, env, code, bare: { PAYBATCH_LEDGER: join(at, ledger) } };
}

describe('a ledger with one environment', () => {
  it('can be read without an address of the service', async () => {
    const { at, bare, code } = await night();
    expect(code).toBe(3);
    const looks = ['status', 'status last', 'report last --format md', 'doubts', 'results last'];
    for (const args of looks.map((line) => line.split(' '))) {
      const { code: read, out, err } = await said(at, args, bare);
      expect({ args, read, err }).toEqual({ args, read: expect.any(Number) as number, err: '' });
      expect([0, 3]).toContain(read);
      expect(out).not.toBe('');
    }
  });
  it('still counts as that after a run with a mistyped client id was refused', async () => {
    const { at, env, bare } = await night();
    const mistyped = { ...env, PAYBATCH_CLIENT_ID: 'mistyped' };
    expect((await said(at, ['run', join(at, 'in.csv'), '--yes'], mistyped)).code).toBe(2);
    for (const args of [['status'], ['doubts'], ['results', 'last']]) {
      const { code, out, err } = await said(at, args, bare);
      expect([code, err]).toEqual([args[0] === 'results' ? 3 : 0, '']);
      expect(out).toMatch(/in.doubt/i);
    }
  });
  it('needs the address of the service for resolve', async () => {
    const { at, bare } = await night();
    const { code, err } = await said(
      at,
      ['resolve', 'last', '--all', '--as', 'not-created', '--reason', 'x', '--yes'],
      bare,
    );
    expect(code).toBe(2);
    expect(err).toContain('PAYBATCH_BASE_URL is not set');
  });
  it('has a row in doubt, for which doubts exits 3 only with --exit-code', async () => {
    const { at, bare } = await night();
    expect((await said(at, ['doubts'], bare)).code).toBe(0);
    expect((await said(at, ['doubts', '--exit-code'], bare)).code).toBe(3);
    expect((await said(at, ['doubts', '--exit-code', '--json'], bare)).code).toBe(3);
  });
});

it('status accepts a ledger without runs, and refuses one that is missing or was removed', async () => {
  const at = folder();
  const bare = { PAYBATCH_LEDGER: join(at, 'l.db') };
  const none = await said(at, ['status'], bare);
  expect(none.code).toBe(2);
  expect(none.err).toContain('there is no ledger at');
  expect((await said(at, ['ledger', 'init'], bare)).code).toBe(0);
  expect((await said(at, ['status'], bare)).code).toBe(0);
  // Its high-water mark is still there. A new ledger would have no record of earlier payments.
  rmSync(join(at, 'l.db'));
  expect((await said(at, ['status'], bare)).err).toContain('is gone, but its high-water mark');
});

describe('guards in the config', () => {
  const guarded = async (guards: object, args: readonly string[] = [], content = payouts(numbered(2))) => {
    const at = folder({ 'in.csv': content, 'paybatch.config.json': JSON.stringify({ guards }) });
    return said(at, ['check', join(at, 'in.csv'), ...args], {});
  };
  it.each([
    [{ minCount: 3 }, 2],
    [{ minCount: 2 }, 0],
    [{ maxInvalid: 0 }, 0],
    [{ maxAmount: { GBP: '9.99' } }, 2],
    [{ maxAmount: { gbp: 10 } }, 0],
    [{ maxTotal: { GBP: '19.99' } }, 2],
    [{ maxTotal: { EUR: '100' } }, 2],
    [{ maxAmount: { XYZ: '1' } }, 2],
    [{ maxAmount: { GBP: '1e3' } }, 2],
    [{ least: 3 }, 2],
  ])('with %j make check exit %i', async (guards, code) => {
    expect((await guarded(guards)).code).toBe(code);
  });
  it('are replaced only by the flag of the same guard', async () => {
    const guards = { minCount: 3, maxAmount: { GBP: '1' } };
    expect((await guarded(guards, ['--min-count', '1', '--max-amount', 'GBP=10'])).code).toBe(0);
    expect((await guarded(guards, ['--min-count', '1'])).code).toBe(2);
  });
  it('on amounts print no message for a file of customers', async () => {
    const customers = 'reference,firstName\nC-1,Ada\n';
    expect((await guarded({ maxAmount: { GBP: '1' } }, [], customers)).err).not.toContain('no amounts');
  });
  it('are shown by config', async () => {
    const guards = { minCount: 3, maxInvalid: '5%', maxAmount: { gbp: 10 } };
    const at = folder({ 'paybatch.config.json': JSON.stringify({ guards }) });
    const { out } = await said(at, ['config', '--json'], {});
    expect(JSON.parse(out)).toMatchObject({
      'guards.minCount': { value: 3, source: 'paybatch.config.json' },
      'guards.maxInvalid': { value: '5%' },
      'guards.maxAmount': { value: { GBP: '10' } },
    });
  });
  it.each([[['config']], [['doctor']], [['status']], [['check', 'in.csv']]])(
    'that no run accepts are refused with their keys by %j',
    async (args) => {
      const guards = { maxAmount: { XXQ: '1' }, maxTotal: { GBP: '1', gbp: '2' }, maxInvalid: 'x' };
      const at = folder({ 'paybatch.config.json': JSON.stringify({ guards }) });
      const { code, out, err } = await said(at, args, {});
      expect(code).toBe(args[0] === 'doctor' ? 1 : 2);
      for (const flaw of [
        '"guards.maxAmount": XXQ=1: XXQ is not a known currency',
        '"guards.maxTotal": GBP is given twice',
        '"guards.maxInvalid": x: expected a number of rows, or a percentage such as 5%',
      ])
        expect(out + err).toContain(`paybatch.config.json: ${flaw}`);
    },
  );
});

it('a config file may be a pipe, because run reads it once', async () => {
  const service = await sandbox();
  const at = folder({ 'in.csv': payouts(numbered(1)) });
  const pipe = join(at, 'config');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const { spawn } = await import('node:child_process');
  const writer = spawn('sh', ['-c', 'echo "{}" >"$PIPE"'], { env: { PIPE: pipe } });
  const env = ledgerEnv(at, service.url);
  const { code } = await said(at, ['run', join(at, 'in.csv'), '--yes', '--config', pipe], env);
  writer.kill();
  expect(code).toBe(0);
});

describe('a user without a home folder', () => {
  it.each([
    [['check', 'in.csv'], {}, 0],
    [['ledger', 'init'], {}, 2],
    [['ledger', 'init'], { PAYBATCH_LEDGER: 'AT/state/l.db' }, 0],
    [['ledger', 'init'], { XDG_STATE_HOME: 'AT/state' }, 0],
  ] as const)('runs %j with %j: exit %i', async (args, env, code) => {
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    mkdirSync(join(at, 'state'));
    const own = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace('AT', at)]),
    );
    // A relative HOME is not a home folder, as for a user whom the system does not know.
    const { code: ended, err } = await said(
      at,
      args.map((arg) => arg.replace('in.csv', join(at, 'in.csv'))),
      { HOME: '.', ...own },
    );
    expect(ended).toBe(code);
    if (code === 2)
      for (const name of ['HOME', 'XDG_STATE_HOME', 'PAYBATCH_LEDGER']) expect(err).toContain(name);
  });
});

it('status refuses a ledger with two environments if no address is set', async () => {
  const first = await night();
  writeFileSync(join(first.at, 'two.csv'), payouts(numbered(1, { memo: 'other' })));
  await said(first.at, ['run', join(first.at, 'two.csv'), '--yes'], {
    ...first.env,
    PAYBATCH_BASE_URL: (await sandbox()).url,
    PAYBATCH_AUTH_URL: first.env['PAYBATCH_AUTH_URL'] ?? '',
  });
  const { code, err } = await said(first.at, ['status'], first.bare);
  expect(code).toBe(2);
  expect(err).toContain('the ledger holds 2 environments');
});

describe('status RUN on a terminal', () => {
  it('prints one line for each row', async () => {
    const { at, bare } = await night();
    const io = fakeIo(at, bare, { outTerminal: true, columns: 100 });
    expect(await program(['status', 'last'], io)).toBe(0);
    const lines = io.said.out.split('\n');
    expect(lines.filter((line) => /^ *[23] +R-/.test(line))).toHaveLength(2);
  });
});

it('the report of a second run that paid nothing has the cost of the batch', async () => {
  const service = await sandbox();
  const at = folder({ 'in.csv': payouts(numbered(2)) });
  const env = ledgerEnv(at, service.url);
  const costs: unknown[] = [];
  for (let night = 0; night < 2; night++) {
    expect((await said(at, ['run', join(at, 'in.csv'), '--yes'], env)).code).toBe(0);
    const { out } = await said(at, ['report', 'last', '--format', 'json'], env);
    const { cost } = JSON.parse(out) as { cost: unknown[] };
    costs.push(cost);
  }
  expect(costs[0]).toMatchObject([{ rows: 2 }]);
  expect(costs[1]).toEqual(costs[0]);
});

it('results prints the rows of a ledger file in the columns of the results file', async () => {
  const { at, bare } = await night();
  const { code, out } = await said(at, ['results', 'last'], bare);
  expect(code).toBe(3);
  const [head = ''] = out.split('\n');
  expect(head).toMatch(
    /^line,reference,status,transferId,quoteId,documentIds,httpStatus,attempts,errorCode,errorMessage,/,
  );
  expect(head).toMatch(/environment,ledgerId,ledgerSequence,ledgerHead$/);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')[2])
      .sort(),
  ).toEqual(['created', 'in_doubt', 'status']);
  const file = join(at, 'out.csv');
  expect((await said(at, ['results', 'last', '--out', file, '--json'], bare)).code).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe(out);
  const foreign = await said(at, ['results', 'last', '--out', join(at, 'in.csv')], bare);
  expect(foreign.code).toBe(2);
});

// Small words that people stumbled over: each says the one thing that is wrong, the cause first, and what to do.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { readSmallFile, SmallFileError } from '../../src/files/small-file.ts';
import { loadDriver } from '../../src/ledger/postgres/driver.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo, paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { office } from '../kit/plans.ts';

async function said(at: string, env: Record<string, string>, ...args: string[]) {
  const io = fakeIo(at, env);
  const code = await program(args, io);
  return { code, ...io.said };
}

describe('an amount', () => {
  it.each([
    ['abc', 'must be a plain decimal'],
    ['0.00', 'must be above zero'],
  ])('%s is wrong in one way: %s', async (receiverAmount, text) => {
    const at = folder({ 'in.csv': payouts([{ ...numbered(1)[0], receiverAmount }]) });
    const { code, err } = await said(at, {}, 'check', join(at, 'in.csv'));
    expect([code, err.match(/receiverAmount/g)?.length]).toEqual([1, 1]);
    expect(err).toContain(text);
  });
});

describe('a word behind --', () => {
  it('is no flag, whatever it begins with', async () => {
    const at = folder({ '--odd.csv': payouts(numbered(2)) });
    const { code, stdout, stderr } = await paybatch(at, ['check', '--', '--odd.csv']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Checked --odd.csv: 2 rows');
    expect(existsSync(join(at, '--odd.check.csv'))).toBe(true);
    expect((await said(at, {}, 'check', '--', '--odd.csv', 'more')).err).toContain(
      'unexpected argument "more"',
    );
  });
});

describe('settings that are missing', () => {
  it('name the file that a secret may stand in', async () => {
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    const { code, err } = await said(at, {}, 'run', join(at, 'in.csv'));
    expect(code).toBe(2);
    expect(err).toContain(
      'PAYBATCH_API_SECRET is not set: API secret (or name a file that holds it in PAYBATCH_API_SECRET_FILE)',
    );
  });
});

describe('an identity provider that is not there', () => {
  it('is what is said first, before what each row makes of it', async () => {
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    const env = { ...serviceEnv('http://127.0.0.1:9'), PAYBATCH_LEDGER: join(at, 'l.db') };
    const { err } = await said(at, env, 'run', join(at, 'in.csv'), '--timeout', '1');
    const first = err.split('\n').find((line) => line.includes('warn'));
    expect(first).toMatch(/the identity provider gave no token; rows ask again.*refuses the connection/);
  });
});

describe('a run of rows that were all used before', () => {
  it('says that it paid nothing', async () => {
    const one = await office();
    expect((await one.say(['run', join(one.at, 'in.csv')])).code).toBe(0);
    const text = payouts(numbered(4)).trimEnd().split('\n');
    writeFileSync(join(one.at, 'other.csv'), `${text.join('\n')}\n\n`);
    const again = await one.say(['run', join(one.at, 'other.csv'), '--alike-ok']);
    expect([again.code, again.err]).toEqual([0, again.err]);
    expect(again.out).toMatch(/duplicate +4/);
    expect(again.out).toContain('Paid by this run: nothing.');
  });
});

describe('a run of rows of which some were paid under another file', () => {
  it('counts these, too, where it says what earlier runs paid', async () => {
    const one = await office();
    const rows = numbered(4);
    writeFileSync(join(one.at, 'few.csv'), payouts(rows.slice(0, 1)));
    expect((await one.say(['run', join(one.at, 'few.csv')])).code).toBe(0);
    expect((await one.say(['run', join(one.at, 'in.csv')])).code).toBe(0);
    const again = await one.say(['run', join(one.at, 'in.csv')]);
    expect([again.code, again.err]).toEqual([0, again.err]);
    expect(again.out).toContain('duplicate');
    expect(again.out).toMatch(
      /Paid by this run: nothing\. Paid by earlier runs: 4 rows \(1 of them by another file\), 40\.00 /,
    );
  });
});

describe('a run that was halted by its doubts', () => {
  it.each([
    [4, 'begins where it stopped', true],
    [2, 'has nothing left, where every row is in doubt', false],
  ])('of %i rows %s', async (count, _, goesOn) => {
    const one = await office({ faults: [{ kind: '500-after', operation: 'createTransfer', every: 1 }] });
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(count)));
    const flags = ['--concurrency', '1', '--max-in-doubt', '2'];
    const { code, out } = await one.say(['run', join(one.at, 'in.csv'), ...flags]);
    expect(code).toBe(3);
    expect(out).toMatch(/in_doubt +2/);
    expect(out.includes('continues where this run stopped')).toBe(goesOn);
  });
});

describe('rows that a check across runs refuses', () => {
  it('are not told to be corrected alone, by the run and by its report', async () => {
    const one = await office();
    one.configure({ checks: { firstPayment: 'error' } });
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(2)));
    const { code, out } = await one.say(['run', join(one.at, 'in.csv')]);
    expect(code).toBe(1);
    expect(out).toContain(
      '2 rows differ from earlier payments, as the reasons say. Find out whether they are right; a row that is right needs no correction. This command accepts and sends it:\n',
    );
    const command = /paybatch run .*?(\S+in\.csv) (--accept firstPayment:2 --accept firstPayment:3)/.exec(
      out,
    );
    expect(command?.[1]).toBe(join(one.at, 'in.csv'));
    const accepted = await one.say(['run', join(one.at, 'in.csv'), ...(command?.[2] ?? '').split(' ')]);
    expect(accepted.code).toBe(0);
    expect(accepted.out).toMatch(/created +2/);
  });
});

describe('a pipe that stands for a file', () => {
  it('is waited for until somebody writes it, and named when nobody does', async () => {
    const at = folder();
    const pipe = join(at, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readSmallFile(pipe, 1_000, 30)).toThrow(SmallFileError);
    expect(() => readSmallFile(pipe, 1_000, 30)).toThrow('is a pipe that nobody filled');
    // It opens the pipe when it has started, at the earliest: some time after it is read.
    const writer = spawn('sh', ['-c', 'printf settings > pipe'], { cwd: at, stdio: 'ignore' });
    expect(readSmallFile(pipe, 1_000, 20_000)).toBe('settings');
    writer.kill();
    const { code, err } = await said(at, {}, 'config', '--config', 'none.json');
    expect([code, err]).toEqual([2, expect.stringContaining('none.json')]);
  });
});

describe('a Node that is too old for Postgres', () => {
  it('says which one it is, and what works with it', async () => {
    await expect(loadDriver('20.20.2')).rejects.toThrow(
      'needs Node 22.12 or later, and this is Node 20.20.2: use a later one, or a ledger in a file, which works with this one',
    );
  });
});

describe('a header of another program', () => {
  it('is told once how an import profile is drafted, by a command that can be typed', async () => {
    const at = folder({ 'Sage run 46.csv': 'Ref,Supplier,Sort Code,Amount\n1,A,2,3\n' });
    const { code, err } = await said(at, {}, 'check', join(at, 'Sage run 46.csv'));
    expect(code).toBe(2);
    expect(err.match(/paybatch map '\/[^']*\/Sage run 46\.csv' drafts an import profile/g)).toHaveLength(1);
  });
  it('is told nothing of it where one column alone is wrong', async () => {
    const text = payouts(numbered(1)).replace('memo', 'nemo');
    const at = folder({ 'in.csv': text });
    const { err } = await said(at, {}, 'check', join(at, 'in.csv'));
    expect(err).toContain('unknown column "nemo"');
    expect(err).not.toContain('paybatch map');
  });
});

describe('two files at once, as a shell\u2019s * gives them', () => {
  it('are told to be one at a time', async () => {
    const at = folder({ 'a.csv': payouts(numbered(1)), 'b.csv': payouts(numbered(1)) });
    const { code, err } = await said(at, {}, 'check', 'a.csv', 'b.csv');
    expect(code).toBe(2);
    expect(err).toContain('unexpected argument "b.csv": check takes one file at a time');
  });
});

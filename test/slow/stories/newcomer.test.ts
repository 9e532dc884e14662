// What somebody reads who has never seen the command before, or only its log: each line says what is, and what to do.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { ledgerEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { inDoubt } from '../../kit/in-doubt.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { sheetOf } from '../../unit/batch/imports/workbook.ts';

async function said(files: Record<string, string | Buffer>, ...args: string[]) {
  const at = folder(files);
  const io = fakeIo(at);
  const code = await program(
    args.map((arg) => (arg in files ? join(at, arg) : arg)),
    io,
  );
  return { code, out: io.said.out, err: io.said.err.replaceAll(`${at}/`, '') };
}

describe('commands that only read', () => {
  it.each([['status'], ['doubts'], ['report', 'last'], ['config', '--config', 'none.json'], ['lint', 'x']])(
    'do not say that nothing was sent, nor name a flag that they lack: %s %s',
    async (...args) => {
      const { code, err } = await said({}, ...args);
      expect(code).toBe(2);
      expect(err).not.toMatch(/nothing was sent|add --sandbox/i);
    },
  );
  it('those that send do, and name it where they have it', async () => {
    const { err } = await said({ 'in.csv': payouts(numbered(1)) }, 'run', 'in.csv');
    expect(err).toContain('settings are missing or wrong:');
    expect(err).toContain('add --sandbox');
  });
});

describe('a header with hardly a known column', () => {
  const table = payouts(numbered(1));
  it.each([
    ['a title above it', `Payments, November 2026\n${table}`, 'drafts an import profile'],
    ['bars', table.replaceAll(',', '|'), 'drafts an import profile'],
    ['what separates the cells', `sep=;\n${table.replaceAll(',', ';')}`, 'delete it'],
  ])('says which way: %s', async (_, text, what) => {
    const { code, err } = await said({ 'in.csv': text }, 'check', 'in.csv');
    expect([code, err]).toEqual([2, expect.stringContaining(what)]);
  });
});

describe('a column that is not there', () => {
  it('is said once, and not as so many empty cells', async () => {
    const rows = payouts(numbered(30)).split('\n');
    const at = rows[0]?.split(',').indexOf('receiverAmount') ?? -1;
    const text = rows.map((row) => row.split(',').toSpliced(at, 1).join(',')).join('\n');
    const { code, err } = await said({ 'in.csv': text }, 'check', 'in.csv');
    expect(code).toBe(1);
    expect(err.match(/receiverAmount: the file does not have this column: it is required/g)).toHaveLength(1);
    expect(err).not.toContain('is missing');
  });
});

const NOT_TEXT = 'contains a NUL character: it is not CSV text, or it is UTF-16 without a byte order mark';

describe('a file whose content is not CSV', () => {
  it.each([
    ['bytes', Buffer.from(Array.from({ length: 4096 }, (__, i) => (i * 167) % 256)), NOT_TEXT],
    ['UTF-16', Buffer.from(payouts([{ memo: 'Müller' }]), 'utf16le'), NOT_TEXT],
    [
      'a workbook',
      sheetOf(['a'], ['b']),
      'its format is ZIP or Excel, not a table of text: save the table as',
    ],
  ])('%s called .csv is named as what it is', async (_, bytes, what) => {
    const { code, err } = await said({ 'in.csv': bytes }, 'check', 'in.csv');
    expect([code, err]).toEqual([2, expect.stringMatching(/in\.csv(?::1)?: /)]);
    expect(err).toContain(what);
  });
});

it('migrate does not send somebody with a workbook to the ending that it has', async () => {
  const { code, err } = await said({ 'a.xlsx': sheetOf(['a'], ['b']) }, 'migrate', 'a.xlsx', '--out', 'out');
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      'a.xlsx: its format is ZIP or Excel, not a table of text: save the table as "CSV UTF-8"',
    ),
  ]);
});

it('ledger show calls a row by what a person said of it, and not planned', async () => {
  const { say } = await inDoubt();
  await say(['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'r']);
  const { out } = await say(['ledger', 'show']);
  expect(out).toContain('1 resolved as not created');
  expect(out).toContain('2 in doubt');
  expect(out).not.toContain('planned');
});

describe('the twin of a retry file', () => {
  const GOOD_ROWS = numbered(2);
  const bad = [
    { reference: 'B-1', customerId: 'x', receiverAmount: '-1' },
    { reference: '=B-2', receiverAmount: '5' },
  ];
  async function ran(rows = [...GOOD_ROWS, ...bad]) {
    const service = await sandbox({
      faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 }],
    });
    const at = folder({ 'in.csv': payouts(rows) });
    const run = async (...more: string[]) => {
      const io = fakeIo(at, ledgerEnv(at, service.url));
      const code = await program(['run', join(at, 'in.csv'), '--concurrency', '1', ...more], io);
      return { code, out: io.said.out.replaceAll(`${at}/`, '') };
    };
    return { at, service, run, twin: join(at, 'in.retry.txt') };
  }

  it('has the reason of each of its rows, in its order, for people and for their owner alone', async () => {
    const { run, at, twin } = await ran();
    const { out } = await run();
    expect(out).toContain(
      'in.retry.csv contains the 3 rows that this run did not pay (reasons: in.retry.txt):',
    );
    const text = readFileSync(twin, 'utf8').replace(/run \S+\)/, 'run RUN)');
    expect(text).toMatch(
      /^3 rows of in\.csv not paid \(run RUN\), and the reasons\.\nin\.retry\.csv contains these rows in the same order\.\nCorrect or remove each invalid or rejected row, as its reason asks\.\nIf all rejected rows have the same reason, first check the settings \(paybatch doctor .*\)\.\nIf you correct a row, do not change its reference, or it can be paid twice\.\nChange it only if the reason below is about the reference\. Then remove the row from the original file, too\.\nThen run in\.retry\.csv with the same flags\.\n\nline 2 {2}R-1 {2}10\.00 GBP {2}rejected {2}HTTP 422\n {4}\S/,
    );
    expect(text).toMatch(
      /\nline 4 {2}B-1 {2}GBP {2}invalid\n {4}4:2: customerId: "x" must be.*; 4:9: receiverAmount: .*\n/,
    );
    expect(text).toMatch(/\nline 5 {2}'=B-2 .*\n {4}5:1: reference: /);
    expect(statSync(twin).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(at, 'in.retry.csv'), 'utf8').split('\n')).toHaveLength(5);
  });
});

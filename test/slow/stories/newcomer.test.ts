// Messages for a person who has never used paybatch, or reads only its log: each says what is wrong and what to do.
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

describe('an error message', () => {
  it.each([['status'], ['doubts'], ['report', 'last'], ['config', '--config', 'none.json'], ['lint', 'x']])(
    'of a command that only reads mentions neither sending nor --sandbox: %s %s',
    async (...args) => {
      const { code, err } = await said({}, ...args);
      expect(code).toBe(2);
      expect(err).not.toMatch(/nothing was sent|add --sandbox/i);
    },
  );
  it('of run without settings suggests --sandbox', async () => {
    const { err } = await said({ 'in.csv': payouts(numbered(1)) }, 'run', 'in.csv');
    expect(err).toContain('settings are missing or wrong:');
    expect(err).toContain('add --sandbox');
  });
});

describe('a header with almost no known column', () => {
  const table = payouts(numbered(1));
  it.each([
    ['a title line above it', `Payments, November 2026\n${table}`, 'drafts an import profile'],
    ['cells separated by bars', table.replaceAll(',', '|'), 'drafts an import profile'],
    ['a line sep=; above it', `sep=;\n${table.replaceAll(',', ';')}`, 'delete it'],
  ])('is refused with a hint: %s', async (_, text, what) => {
    const { code, err } = await said({ 'in.csv': text }, 'check', 'in.csv');
    expect([code, err]).toEqual([2, expect.stringContaining(what)]);
  });
});

describe('a missing required column', () => {
  it('is reported once, and not as an empty cell of each row', async () => {
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
    ['binary data', Buffer.from(Array.from({ length: 4096 }, (__, i) => (i * 167) % 256)), NOT_TEXT],
    ['UTF-16 without a byte order mark', Buffer.from(payouts([{ memo: 'Müller' }]), 'utf16le'), NOT_TEXT],
    [
      'a workbook',
      sheetOf(['a'], ['b']),
      'its format is ZIP or Excel, not a table of text: save the table as',
    ],
  ])('is refused with a message that names its format: %s', async (_, bytes, what) => {
    const { code, err } = await said({ 'in.csv': bytes }, 'check', 'in.csv');
    expect([code, err]).toEqual([2, expect.stringMatching(/in\.csv(?::1)?: /)]);
    expect(err).toContain(what);
  });
});

it('migrate refuses a workbook and asks for it as CSV', async () => {
  const { code, err } = await said({ 'a.xlsx': sheetOf(['a'], ['b']) }, 'migrate', 'a.xlsx', '--out', 'out');
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      'a.xlsx: its format is ZIP or Excel, not a table of text: save the table as "CSV UTF-8"',
    ),
  ]);
});

it('ledger show counts a resolved row as resolved, not as planned', async () => {
  const { say } = await inDoubt();
  await say(['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'r']);
  const { out } = await say(['ledger', 'show']);
  expect(out).toContain('1 resolved as not created');
  expect(out).toContain('2 in doubt');
  expect(out).not.toContain('planned');
});

describe('the text file next to a retry file', () => {
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

  it('has the reason for each row, in the same order, and only its owner can read it', async () => {
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

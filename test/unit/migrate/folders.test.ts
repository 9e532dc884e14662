// Folders that are migrated: what is passed over is named, what was written before is no input, and where a file went is said.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const OLD = payouts(numbered(2)).replace('receiverAmount', 'amount');

async function say(at: string, ...args: string[]) {
  const io = fakeIo(at);
  return { code: await program(args, io), out: io.said.out.replaceAll(/\s+/g, ' '), err: io.said.err };
}

it('a workbook is named, by migrate, lint and audit', async () => {
  const at = folder({ 'data/pay.csv': OLD, 'data/reports/nov.xlsx': 'x', 'data/b.ods': 'x' });
  const { err } = await say(at, 'migrate', 'data', '--out', 'out');
  expect(err).toBe(
    'paybatch: data/b.ods, data/reports/nov.xlsx: workbooks are not migrated; save their sheets as CSV and migrate those\n',
  );
  for (const command of ['lint', 'audit'])
    expect((await say(at, command, 'data', '--as-of', '2026-06-01')).out).toContain(
      'workbooks (data/b.ods, data/reports/nov.xlsx: save their sheets as CSV)',
    );
  const one = folder({ 'reports/nov.xlsx': 'x', 'reports/pay.csv': OLD });
  expect((await say(one, 'lint', '.', '--no-cache')).out).toContain('1 workbook (reports/nov.xlsx:');
});

it('into the same folder: the new name is said, and is no input of the next time', async () => {
  const at = folder({ 'data/pay.csv': OLD, 'alone/pay.migrated.csv': OLD });
  const args = ['--amount-is-receiver-amount', '--out', 'data'];
  const first = await say(at, 'migrate', 'data', ...args);
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/pay\.csv as pay\.migrated\.csv \(the input stays as it is\), what was dropped/),
  ]);
  const names = readdirSync(join(at, 'data')).sort();
  expect(names).toContain('pay.migrated.csv');
  const again = await say(at, 'migrate', 'data', ...args);
  expect([again.code, readdirSync(join(at, 'data')).sort()]).toEqual([0, names]);
  // Beside no other, it is an input as any.
  expect((await say(at, 'migrate', 'alone', '--check')).out).toContain('pay.migrated.csv payouts 2');
});

it('a record may have any number of what is dropped', { timeout: 60_000 }, async () => {
  const documents = Array.from({ length: 200_000 }, () => 'OwnershipChart');
  const at = folder({ 'in.json': JSON.stringify([{ businessLegalName: 'n', documents }]) });
  const { code, err } = await say(at, 'migrate', 'in.json', '--kind', 'customers', '--out', 'out');
  expect([code, err]).toEqual([1, '']);
  expect(readFileSync(join(at, 'out/in.dropped.csv'), 'utf8').split('\n')).toHaveLength(200_002);
});

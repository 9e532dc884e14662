// Folders that are migrated: what is passed over is named, what was written before is no input, and where a file went is said.

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
  expect(err).toBe('paybatch: data: 2 workbooks skipped: save their sheets as CSV\n');
  for (const command of ['lint', 'audit'])
    expect((await say(at, command, 'data', '--as-of', '2026-06-01')).out).toContain(
      'workbooks (data/b.ods, data/reports/nov.xlsx: save their sheets as CSV)',
    );
  const one = folder({ 'reports/nov.xlsx': 'x', 'reports/pay.csv': OLD });
  expect((await say(one, 'lint', '.')).out).toContain('1 workbook (reports/nov.xlsx:');
});

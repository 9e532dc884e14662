// Equal rows without references are separate payments: each is paid, with a warning.

import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';

async function said(file: string, ...args: string[]) {
  const at = folder({ 'in.csv': file, 'statement.pdf': '%PDF-1.4 x' });
  const io = fakeIo(at);
  const [command = 'check', ...more] = args;
  const code = await program([command, join(at, 'in.csv'), ...more], io);
  return { code, err: io.said.err.replaceAll(`${at}/`, '') };
}

const three = [...numbered(2), { memo: 'row 1', receiverAmount: '10.0' }, { memo: ' ROW  1' }];

describe('equal rows of one file', () => {
  it('get one warning with the first two lines and the number of rows, in check and run', async () => {
    const text =
      'in.csv:4: warning: the row "10 GBP" has the same content as line 2. Without references, each is a separate payout, and both are paid. If one is a mistake, remove it\n';
    expect(await said(payouts(three.slice(0, 3), BARE))).toEqual({ code: 0, err: text });
    const run = await said(payouts(three.slice(0, 3), BARE), 'run', '--sandbox');
    expect(run.err).toContain(text);
    const many = payouts(
      Array.from({ length: 7 }, () => ({ memo: 'x' })),
      BARE,
    );
    expect((await said(many)).err).toMatch(
      /^in\.csv:3: warning: .* has the same content as line 2\. .*\(6 rows, first here\)\n$/,
    );
  });

  it('are equal whatever their spelling, but not if their documents differ', async () => {
    expect((await said(payouts(three, BARE))).err).toContain('(2 rows');
    const documents = ['statement.pdf', ''].map((name) => ({ memo: 'x', documents: name }));
    expect((await said(payouts(documents, BARE))).err).toBe('');
  });
});

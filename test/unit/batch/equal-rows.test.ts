// Rows without references that say the same: each is paid, as the file asks for, and it is said. On one thread and in
// threads alike.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { check } from '../../../src/batch/check.ts';
import { RunControl } from '../../../src/batch/input/control.ts';
import { RowThreads } from '../../../src/batch/input/row-threads.ts';
import { program } from '../../../src/cli/program.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { COLUMNS, customers, numbered, numberedCustomers,payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const bare = COLUMNS.filter((name) => name !== 'reference');

async function said(file: string, ...args: string[]) {
  const at = folder({ 'in.csv': file, 'statement.pdf': '%PDF-1.4 x' });
  const io = fakeIo(at);
  const [command = 'check', ...more] = args;
  const code = await program([command, join(at, 'in.csv'), ...more], io);
  return { code, err: io.said.err.replaceAll(`${at}/`, '') };
}

const three = [...numbered(2), { memo: 'row 1', receiverAmount: '10.0' }, { memo: ' ROW  1' }];

describe('rows that say the same', () => {
  it('are one warning with both lines and how many there are, in check and run', async () => {
    const text =
      'in.csv:4: warning: the row "10 GBP" says the same as line 2: without references each is a payout of its own and both are paid. Remove one if it is there by mistake\n';
    expect(await said(payouts(three.slice(0, 3), bare))).toEqual({ code: 0, err: text });
    const run = await said(payouts(three.slice(0, 3), bare), 'run', '--sandbox');
    expect(run.err).toContain(text);
    const many = payouts(
      Array.from({ length: 7 }, () => ({ memo: 'x' })),
      bare,
    );
    expect((await said(many)).err).toMatch(
      /^in\.csv:3: warning: .* says the same as line 2: .*\(6 rows, first here\)\n$/,
    );
  });

  it('whatever their spelling, and not where the documents differ', async () => {
    expect((await said(payouts(three, bare))).err).toContain('(2 rows');
    const documents = ['statement.pdf', ''].map((name) => ({ memo: 'x', documents: name }));
    expect((await said(payouts(documents, bare))).err).toBe('');
  });

  it('are not spoken of where references tell them apart, nor in a wrong row', async () => {
    expect((await said(payouts(numbered(3, { memo: 'x' })))).err).toBe('');
    const wrong = payouts(
      [
        { memo: 'x', receiverAmount: '-1' },
        { memo: 'x', receiverAmount: '-1' },
      ],
      bare,
    );
    expect((await said(wrong)).err).not.toContain('says the same');
  });

  it('of customers, too', async () => {
    const twice = numberedCustomers(2, { businessLegalName: 'Same Ltd' });
    expect((await said(customers(twice, ['reference']))).err).toContain(
      'the row "Same Ltd" looks like the customer on line 2: without references each is a customer of its own',
    );
  });

  it('in a retry file are told apart by what they are tied to', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'quoteTransfer' }] });
    const at = folder({ 'in.csv': payouts([{ memo: 'x' }, { memo: 'x' }], bare) });
    const io = fakeIo(at, { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(at, 'l.db') });
    await program(['run', join(at, 'in.csv'), '--halt-after', '1'], io);
    const second = fakeIo(at);
    await program(['check', join(at, 'in.retry.csv')], second);
    expect(second.said.err).toBe('');
  });
});

it('a file in threads gives the same warnings', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({
    memo: `m ${at % 20}`,
    receiverAmount: String(1 + (at % 5)),
  }));
  const at = folder();
  const file = join(at, 'in.csv');
  writeFileSync(file, payouts(rows, bare));
  const warnings = async (threads: boolean): Promise<unknown> => {
    const io = fakeIo(at);
    const thread = new URL('../../../dist/batch/check-thread.js', import.meta.url);
    let found: unknown;
    await check(
      {
        file,
        results: join(at, 'out.csv'),
        retry: join(at, 'retry.csv'),
        profile: DEFAULT_PROFILE,
        useDeveloperFunds: false,
        documentsDir: at,
        guards: { expectTotal: new Map(), maxAmount: new Map(), maxTotal: new Map() },
        clock: io,
        ...(threads && {
          threads: {
            fromBytes: 0,
            pieceBytes: 4096,
            start: (setup) => new RowThreads(thread, 2, file, { setup, runId: 'x' }),
          },
        }),
      } as Parameters<typeof check>[0],
      {
        log: { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined },
        checked: (_, list) => (found = list),
      },
      new RunControl(),
      'x',
    );
    return found;
  };
  expect(await warnings(true)).toEqual(await warnings(false));
  expect(await warnings(false)).not.toEqual([]);
});

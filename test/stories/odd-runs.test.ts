// Unusual runs: alikeDays 0, a ledger other than the pinned one, a stop with rows in doubt, and placeholders as ids.
// The tests count transfers at the service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { ledgerEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { command, fakeIo } from '../kit/io.ts';
import { BARE, numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

async function place(config: object = {}) {
  const service = await sandbox();
  const at = folder({ 'paybatch.config.json': JSON.stringify(config) });
  const run = async (text: string, ...more: string[]) => {
    writeFileSync(join(at, 'in.csv'), text);
    return command(at, ['run', join(at, 'in.csv'), ...more], ledgerEnv(at, service.url));
  };
  return { service, at, run };
}

it('alikeDays 0 pays equal rows with new references, but holds rows without references', async () => {
  const { service, run } = await place({ alikeDays: 0 });
  await run(payouts(numbered(3)));
  const renamed = numbered(3).map((row) => ({ ...row, reference: `N-${row['reference'] ?? ''}` }));
  expect((await run(payouts(renamed))).code).toBe(0);
  expect((await run(payouts(numbered(3), BARE))).err).toContain('possible duplicate');
  expect(service.store.transfers).toHaveLength(6);
});

it('a ledger other than the pinned one needs --accept-ledger, which pays nothing twice', async () => {
  const { service, at, run } = await place();
  const file = payouts(numbered(2));
  await run(file);
  const pinned = { ledgerId: '00000000-0000-4000-8000-000000000000' };
  writeFileSync(join(at, 'paybatch.config.json'), JSON.stringify(pinned));
  expect(await run(file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is required: it is a different ledger') as string,
  });
  expect((await run(file, '--accept-ledger')).code).toBe(0);
  const io = fakeIo(at, ledgerEnv(at, service.url));
  await program(['ledger', 'show'], io);
  expect(io.said.out).toContain('Accepted  1 time although it was refused (--accept-ledger)');
  expect(service.store.transfers).toHaveLength(2);
});

it('a run stopped by --max-in-doubt prints what to find out, and that the same command continues', async () => {
  const { service, run } = await place();
  service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
  const { code, out } = await run(payouts(numbered(4)), '--max-in-doubt', '1');
  expect(code).toBe(3);
  expect(out).toContain('the limit --max-in-doubt 1 was reached');
  expect(out).toContain('\n1. Find out why the service does not respond properly');
  expect(out).toContain('Run the same command again: it continues');
});

it('resolve refuses the placeholders of the help as an id or a reason', async () => {
  const { service, at, run } = await place();
  service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
  await run(payouts(numbered(1)));
  const resolve = async (id: string, reason: string) => {
    const io = fakeIo(at, ledgerEnv(at, service.url));
    const words = ['--line', '2', '--as', 'created', '--transfer-id', id, '--reason', reason, '--yes'];
    return [await program(['resolve', 'last', ...words], io), io.said.err] as const;
  };
  for (const id of ['ID', 'TRANSFER_ID', '<transfer-id>'])
    expect(await resolve(id, 'seen')).toEqual([2, expect.stringContaining('is a placeholder: write the id')]);
  expect(await resolve('t-1', '...')).toEqual([2, expect.stringContaining('is a placeholder: write how')]);
  expect((await resolve('t-1', 'seen on the statement'))[0]).toBe(0);
});

// A reference that was paid, spelt with other signs: whatever else the row says, whoever pays is told of the other run and row.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { setUpApi, TRANSFER } from '../../kit/api.ts';
import { place } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const OTHER = '9b2c3d4e-1111-4111-8111-0123456789ab';

async function paidAs(first: string, second: string) {
  const service = await sandbox();
  const { at, say } = await place(service);
  const run = async (name: string, row: Readonly<Record<string, string>>) => {
    writeFileSync(join(at, name), payouts(numbered(1, row)));
    return say(['run', join(at, name), '--quiet']);
  };
  await run('may.csv', { reference: first, receiverAmount: '10.00', memo: 'May' });
  const changed = { receiverAmount: '12.00', memo: 'paid again', 'destination.externalAccountId': OTHER };
  return {
    ...(await run('june.csv', { reference: second, ...changed })),
    paid: service.store.transfers.length,
  };
}

describe('a reference that was paid for another account and amount', () => {
  it.each([
    ['INV-1100', 'INV1100'],
    ['inv1100', 'INV/1100'],
    ['RE-2026-0007', 'RE 2026/0007'],
    ['2026-10', '2026/10'],
    ['B12.3', 'B-12-3'],
    ['RE-2024/1100', 'RE2024/1100'],
    ['INV:1100', 'INV-1100'],
  ])('%s is said with --quiet, spelt as %s', async (first, second) => {
    const { code, err, paid } = await paidAs(first, second);
    expect([code, paid]).toEqual([0, 2]);
    expect(err).toMatch(
      /june\.csv:2:1: warning: reference "[^"]+" is spelt like that of line 2 of run \S+, which was paid on \S+, 10\.00 GBP: if it is the same, take this row out/,
    );
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
  it.each([
    ['INV-12', 'INV-13'],
    ['RE-1-12', 'RE-11-2'],
    ['RE-1-12', 'RE-112'],
    ['2026-10', '202610'],
    ['RENT-A', 'RENTA'],
    ['2026/10-1', '202610-1'],
    ['RENT-2026-05', 'RENT-2026-06'],
    ['A-1', 'B-1'],
  ])('%s and %s are two, and nothing is said', async (first, second) => {
    expect(await paidAs(first, second)).toMatchObject({ code: 0, err: '', paid: 2 });
  });
  it('is said by a single call', async () => {
    const { service, api } = await setUpApi();
    await api([...TRANSFER, '--yes', '--reference', 'INV-7']);
    const other = ['createTransfer', '--set', 'receiverAmount=77', '--yes', '--reference', 'INV7'];
    const { code, err } = await api(other);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('the reference is spelt like that of line 1 of run'),
    ]);
    expect(service.store.transfers).toHaveLength(2);
  });
});

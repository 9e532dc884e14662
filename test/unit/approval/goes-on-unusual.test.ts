// A plan that goes on after it was stopped: what its own first rows have paid is no earlier payment for the rest.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { payouts } from '../../kit/payouts.ts';
import { office } from '../../kit/plans.ts';

const CHECKS = { amountUnusual: 'error', payeeChanged: 'error', firstPayment: 'off', totalUnusual: 'off' };
const OTHER = '0a0b0c0d-1111-4222-8333-444455556666';

it('is not held up by its own payments', async () => {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: true, checks: CHECKS, payee: 'x-payee' });
  const row = (n: number, more: object = {}) => ({
    reference: `P-${n}`,
    memo: `part ${n}`,
    'x-payee': 'Supplier',
    ...more,
  });
  const rows = [1, 2, 3, 4, 5, 6].map((n) => row(n));
  const unusual = row(7, { receiverAmount: '5000.00', reference: 'P-7' });
  const moved = row(8, { 'destination.externalAccountId': OTHER });
  const columns = [...(payouts([]).split('\n')[0] ?? '').split(','), 'x-payee'];
  writeFileSync(join(one.at, 'in.csv'), payouts([...rows, unusual, moved], columns));
  const made = await one.plan();
  expect(made.code, made.err).toBe(0);
  expect((await one.approve('Ada')).code).toBe(0);
  one.service.faults.add({ kind: '500-after', operation: 'createTransfer', every: 6 });
  expect((await one.run('--concurrency', '1', '--max-in-doubt', '1')).code).toBe(3);
  one.service.faults.clear();
  const paid = one.service.store.transfers;
  expect(paid).toHaveLength(6);
  const word = ['resolve', 'last', '--line', '7', '--as', 'created', '--transfer-id', paid.at(-1)?.id ?? ''];
  expect((await one.say([...word, '--reason', 'seen there', '--yes'])).code).toBe(0);
  const rest = await one.run();
  expect(rest.code, rest.out + rest.err).toBe(0);
  expect(one.service.store.transfers).toHaveLength(8);
});

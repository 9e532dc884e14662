// What differs between a row and what was sent under its reference: values of payouts, and of a memo or a customer only names.
import { describe, expect, it } from 'vitest';

import { differsText } from '../../../src/batch/plan/differs.ts';

describe('what differs', () => {
  const payout = { receiverAmount: '1', destination: { currency: 'EUR' } };
  it.each<[string, unknown, unknown, string]>([
    ['nothing', payout, { ...payout, receiverAmount: '1.0', memo: '' }, ''],
    ['what was not there', payout, { ...payout, customerId: 'c' }, 'customerId (was none, here "c")'],
    ['a memo beside its tag', { ...payout, memo: 'a pb-0123456789' }, { ...payout, memo: 'a' }, ''],
    ['approval', { ...payout, requireApproval: true }, payout, 'requireApproval'],
    ['bytes that nobody knows', undefined, payout, ''],
  ])('%s', (_, sent, body, text) => expect(differsText('payouts', sent, body)).toBe(text));
  it('counts what is beyond four', () => {
    const fields = ['a', 'b', 'c', 'd', 'e', 'f'];
    const record = (value: string) => Object.fromEntries(fields.map((name) => [name, value]));
    expect(differsText('customers', { registeredAddress: record('x') }, record('y'))).toBe(
      'registeredAddress.a, registeredAddress.b, registeredAddress.c, registeredAddress.d and 8 more',
    );
  });
});

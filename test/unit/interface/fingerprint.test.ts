import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type PayoutFields, payoutFingerprint } from '../../../src/interface/fingerprint.ts';
import { ACCOUNT, CUSTOMER, WALLET } from '../../kit/payouts.ts';

const fields: PayoutFields = {
  customerId: CUSTOMER,
  source: { currency: 'USDC', network: 'ethereum', walletId: WALLET },
  destination: { currency: 'GBP', externalAccountId: ACCOUNT },
  purposeOfPayment: 'PaymentForGoods',
  receiverAmount: '10.00',
  memo: 'Café 7',
};
const own = payoutFingerprint(fields);

describe("a payment's fingerprint", () => {
  const same: [string, Partial<PayoutFields>][] = [
    ['another spelling of the amount', { receiverAmount: ' 10' }],
    ['decomposed letters and spaces around them', { memo: ' Cafe\u0301 7 ' }],
    ['a memo with spaces that nobody counts', { memo: 'Café  7' }],
    ['a memo with characters that nobody sees', { memo: 'Ca\u200bfé\u00a07\u00ad' }],
    ['a memo in capitals, or wide', { memo: 'CAFÉ ７' }],
    ['a purpose in small letters', { purposeOfPayment: 'paymentforgoods' }],
    ['an id in capitals', { customerId: CUSTOMER.toUpperCase() }],
    ['a currency in small letters', { destination: { currency: 'gbp', externalAccountId: ACCOUNT } }],
  ];
  it.each(same)('stays the same with %s', (_, more) => {
    expect(payoutFingerprint({ ...fields, ...more })).toBe(own);
  });

  const other: [string, Partial<PayoutFields>][] = [
    ['amount', { receiverAmount: '100' }],
    ['memo', { memo: 'Café 8' }],
    ['customer', { customerId: WALLET }],
    ['account', { destination: { currency: 'GBP', externalAccountId: WALLET } }],
    ['purpose', { purposeOfPayment: 'Other' }],
  ];
  it.each(other)('changes with the %s', (_, more) => {
    expect(payoutFingerprint({ ...fields, ...more })).not.toBe(own);
  });

  it('differs when the same text is in another field', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        const memo = payoutFingerprint({ memo: text });
        expect(payoutFingerprint({ purposeOfPayment: text })).not.toBe(memo);
      }),
    );
  });
});

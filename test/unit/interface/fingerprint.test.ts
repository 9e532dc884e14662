import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type PayoutFields,
  payoutFingerprint,
  storedFingerprint,
} from '../../../src/interface/fingerprint.ts';
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
const storedBody = (more: string): string =>
  `{"memo":"Caf\u00e9 7",${more}"customerId":"${CUSTOMER}","receiverAmount":10.0,"purposeOfPayment":"PaymentForGoods","source":{"walletId":"${WALLET}","network":"ethereum","currency":"USDC"},"destination":{"externalAccountId":"${ACCOUNT}","currency":"GBP"}}`;

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

  it('tells fields apart, wherever the text stands', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        const memo = payoutFingerprint({ memo: text });
        expect(payoutFingerprint({ purposeOfPayment: text })).not.toBe(memo);
      }),
    );
  });

  it('of a stored body is that of the row, whatever the body says of documents, funds or approval', () => {
    for (const more of ['', '"useDeveloperFunds":true,"documents":["x"],', '"requireApproval":false,']) {
      expect(storedFingerprint('payouts', storedBody(more))).toBe(own);
    }
  });

  it('of a body that is not JSON, not an object or of an unknown kind is empty', () => {
    for (const [kind, body] of [
      ['payouts', '{'],
      ['payouts', '[1]'],
      ['payouts', '7'],
      ['', '{}'],
    ] as const) {
      expect(storedFingerprint(kind, body)).toBe('');
    }
  });
});

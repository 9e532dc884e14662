// What a customer or a trade looks like: too narrow creates twice, too broad refuses two honest ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bodyFingerprint } from '../../../src/interface/body-fingerprint.ts';
import { storedFingerprint } from '../../../src/interface/fingerprint.ts';

type Fields = Readonly<Record<string, unknown>>;

const customer = (body: Fields): string => bodyFingerprint('customers', body);
const trade = (body: Fields): string => bodyFingerprint('trades', body);

const ACME: Fields = {
  businessLegalName: 'Acme Ltd',
  businessTradeName: 'Acme',
  website: 'https://acme.example',
  incorporationDate: '2019-04-01',
  countryOfIncorporation: 'GB',
  registeredAddress: { street1: '1 Quay', postalCode: '0123', city: 'Hull', country: 'GB' },
  contactPerson: { firstName: 'Ada', phoneNumber: '+442079460958', email: 'ada@acme.example' },
  businessIndustries: ['VirtualDigitalGoods', 'Retail'],
  customerJurisdictions: ['DE', 'FR'],
  email: 'pay@acme.example',
};

describe('the fingerprint of a customer', () => {
  it('is versioned text of one length', () => {
    expect(customer(ACME)).toMatch(/^f2:[0-9a-f]{64}$/);
    expect(storedFingerprint('customers', JSON.stringify(ACME))).toBe(customer(ACME));
    expect(trade(ACME)).not.toBe(customer(ACME));
  });

  it.each<[string, Fields]>([
    ['a list in another order', { customerJurisdictions: ['FR', 'DE'] }],
    ['a value twice in a list', { customerJurisdictions: ['DE', 'FR', 'DE'] }],
    ['industries in another order', { businessIndustries: ['Retail', 'VirtualDigitalGoods'] }],
    ['a column of false', { withLivenessCheck: false }],
    ['a column of true: how it is looked at is not who it is', { withLivenessCheck: true }],
    ['empty values', { a: null, b: '', c: [], d: {}, e: { f: null, g: [''] }, h: [{}], i: { j: false } }],
    ['terms accepted anew', { termsOfServiceAcceptance: { date: '2026-05-01T00:00:00Z', ipAddress: '::1' } }],
    ['what release 1.32 asks for', { naicsCode: '513210', companySourceOfWealth: 'BusinessProfits' }],
    ['volumes', { transactionBreakdown: { estimatedMonthlyVolumeUsd: 'Usd500kTo1m' } }],
    ['a purpose', { accountPurpose: 'Payouts', businessModel: 'Games' }],
    ['another case, and spaces', { businessLegalName: ' ACME  Ltd', email: 'Pay@Acme.example' }],
    ['an address of the web with a slash', { website: 'https://acme.example/' }],
    [
      'a postcode without its zero',
      { registeredAddress: { ...(ACME['registeredAddress'] as Fields), postalCode: '123' } },
    ],
    [
      'a phone number with spaces',
      { contactPerson: { ...(ACME['contactPerson'] as Fields), phoneNumber: '+44 (20) 7946-0958' } },
    ],
  ])('stays the same with %s', (_, more) => {
    expect(customer({ ...ACME, ...more })).toBe(customer(ACME));
  });

  it.each<[string, Fields]>([
    ['another name', { businessLegalName: 'Acme II Ltd' }],
    ['another country in a list', { customerJurisdictions: ['DE', 'IT'] }],
    ['one country fewer', { customerJurisdictions: ['DE'] }],
    ['another industry', { businessIndustries: ['Retail'] }],
    ['another place', { registeredAddress: { ...(ACME['registeredAddress'] as Fields), city: 'York' } }],
    ['another day', { incorporationDate: '2019-04-02' }],
    ['another address of mail', { email: 'pay@acme-two.example' }],
  ])('changes with %s, where it has no number', (_, more) => {
    expect(customer({ ...ACME, ...more })).not.toBe(customer(ACME));
  });

  it('is told by name and number where it has one, whatever else was corrected', () => {
    for (const field of ['taxIdentificationNumber', 'companyRegistrationNumber']) {
      const known = { ...ACME, [field]: '012-345 678' };
      const print = customer(known);
      for (const more of [
        { email: 'new@acme.example', customerJurisdictions: ['IT'], website: undefined },
        { businessLegalName: 'ACME Ltd.' },
        { [field]: '12345678' }, // as a spreadsheet saves it
        { [field]: '012345678' },
      ])
        expect(customer({ ...known, ...more })).toBe(print);
      expect(customer({ ...known, businessLegalName: 'Acme Trading Ltd' })).not.toBe(print);
      expect(customer({ ...known, [field]: '012-345 679' })).not.toBe(print);
    }
    // Both numbers, and one of them gone: the tax office's counts.
    const both = { ...ACME, taxIdentificationNumber: 'GB123456', companyRegistrationNumber: '998877' };
    expect(customer({ ...both, companyRegistrationNumber: '' })).toBe(customer(both));
  });

  it.each(['n/a', 'TBD', '0', '00000000', '-', 'none', '12'])('takes %j for no number', (none) => {
    const one = { businessLegalName: 'Acme Ltd', taxIdentificationNumber: none };
    expect(customer({ ...one, email: 'a@acme.example' })).not.toBe(
      customer({ ...one, email: 'b@acme.example' }),
    );
  });

  it('of a body without anything of who it is, is of all that it says', () => {
    expect(customer({ naicsCode: '513210' })).not.toBe(customer({ naicsCode: '513211' }));
    expect(customer({})).toMatch(/^f2:/);
  });

  it('is the same for lists in any order, and only then', () => {
    const countries = fc.uniqueArray(fc.constantFrom('DE', 'FR', 'IT', 'GB', 'US', 'PT'), { minLength: 1 });
    const shuffled = countries.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, countries, ([list, other], strange) => {
        const of = (codes: readonly string[]): string =>
          customer({ ...ACME, transactionOriginCountries: codes });
        expect(of(other)).toBe(of(list));
        const isSame = new Set([...list, ...strange]).size === list.length && strange.length === list.length;
        expect(of(strange) === of(list)).toBe(isSame);
      }),
    );
  });
});

describe('the fingerprint of a trade', () => {
  const SWAP: Fields = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: '500' };

  it.each<[string, Fields]>([
    ['nothing', {}],
    ['an amount as a number', { amount: 500 }],
    ['an amount with a point', { amount: '500.0' }],
    ['an amount with an exponent', { amount: '5e2' }],
    ['a currency in small letters', { sourceCurrency: 'usdc' }],
    ['empty values', { a: null, b: '', c: [], d: {}, e: { f: null }, g: [{}] }],
    ['false', { urgent: false, hedge: 'false', legs: { first: false } }],
    ['zero', { fee: 0, slippage: '0.00' }],
  ])('stays the same with %s', (_, more) => {
    expect(trade({ ...SWAP, ...more })).toBe(trade(SWAP));
  });

  it.each<[string, Fields]>([
    ['another amount', { amount: '501' }],
    ['the other direction', { sourceCurrency: 'USDCT', destinationCurrency: 'USDC' }],
    ['a field that says yes', { urgent: true }],
    ['a note', { note: 'April' }],
    ['a number', { fee: 1 }],
  ])('changes with %s', (_, more) => {
    expect(trade({ ...SWAP, ...more })).not.toBe(trade(SWAP));
  });

  it('keeps the order of lists, and not that of fields', () => {
    const pair = (...pair: string[]): string => trade({ pair, amount: 5 });
    expect(pair('USDC', 'USDCT')).not.toBe(pair('USDCT', 'USDC'));
    expect(trade({ amount: 5, pair: { to: 'USDCT', from: 'USDC' } })).toBe(
      trade({ pair: { from: 'USDC', to: 'USDCT' }, amount: '5' }),
    );
    expect(storedFingerprint('trades', '{"pair":{"to":"USDCT","from":"USDC"},"amount":5.00,"x":false}')).toBe(
      trade({ pair: { from: 'USDC', to: 'USDCT' }, amount: 5 }),
    );
  });
});

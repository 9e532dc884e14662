import { describe, expect, it } from 'vitest';

import { minorUnits } from '../../../src/interface/currencies.ts';
import { DEPRECATIONS } from '../../../src/interface/deprecations.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../../src/interface/endpoints.ts';
import { DEFAULT_PROFILE, PROFILE, profileSchema } from '../../../src/interface/profile.ts';
import { transferSchema } from '../../../src/interface/transfer.ts';

describe('the interface of section 4', () => {
  it('has fifteen endpoints, each method and path once', () => {
    expect(ENDPOINT_IDS).toHaveLength(15);
    expect(new Set(ENDPOINT_IDS.map((id) => `${ENDPOINTS[id].method} ${ENDPOINTS[id].path}`)).size).toBe(15);
  });
  it('lets nothing that creates or moves something be repeated', () => {
    const notRepeatable = ENDPOINT_IDS.filter((id) => !ENDPOINTS[id].repeatable);
    expect(notRepeatable.sort()).toEqual([
      'createCustomer',
      'createTrade',
      'createTransfer',
      'updateWebhookConfig',
    ]);
  });
});

describe('the transfer of 2.3', () => {
  const good = { receiverAmount: '12.50' };
  it('takes IDs of any version, in both cases', () => {
    for (const customerId of [
      '00000000-0000-0000-0000-000000000000',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ]) {
      expect(transferSchema.safeParse({ ...good, customerId }).success).toBe(true);
    }
  });
});

describe('the deprecations of section 9', () => {
  const count = (rule: string): number => DEPRECATIONS.filter((entry) => entry.rule === rule).length;
  it('holds each of them', () => {
    expect(count('customer-removed-field')).toBe(10);
    expect(count('customer-removed-breakdown-field')).toBe(18);
    expect(count('onboarding-removed-document-type')).toBe(6);
    expect(count('current-tenant-endpoint')).toBe(4);
    expect(count('customer-unclear-field')).toBe(2);
    expect(count('transfer-amount')).toBe(2);
  });
  it('names the per-channel fields as section 2.1 does', () => {
    const names = DEPRECATIONS.filter((entry) => entry.where === 'customer-breakdown').map(
      (entry) => entry.what,
    );
    expect(names).toContain('stablecoinTxCountMonthly');
    expect(names).not.toContain('incomingStablecoinTxCountMonthly');
    expect(names).toContain('outgoingInternationalWireAvgUsdValue');
  });
});

describe('currencies', () => {
  // As ISO 4217's list one has them, those that libraries get wrong among them.
  it.each([
    ...([
      ['GBP', 2],
      ['JPY', 0],
      ['KWD', 3],
      ['ISK', 0],
      ['HUF', 2],
      ['UGX', 0],
      ['CLF', 4],
    ] as const),
    ...([
      ['CLP', 0],
      ['MGA', 2],
      ['IQD', 3],
      ['USDC', 6],
      ['USDCT', 6],
      ['DOGE', 18],
    ] as const),
  ])('%s has %i digits', (code, digits) => expect(minorUnits(code)).toBe(digits));
});

describe('the profile', () => {
  it('has defaults that its own schema accepts', () => {
    expect(profileSchema.safeParse(DEFAULT_PROFILE).success).toBe(true);
  });
  it('gives each entry what is open, a section and a reason', () => {
    for (const entry of Object.values(PROFILE)) {
      expect(entry.open).toMatch(/\(\d(\.\d)?\)$/);
      expect(entry.why.length).toBeGreaterThan(10);
    }
  });
});

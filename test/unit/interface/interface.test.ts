import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { minorUnits } from '../../../src/interface/currencies.ts';
import {
  cutoffDay,
  dayAfter,
  firstRefusedDay,
  isRefused,
  refusedFromMs,
} from '../../../src/interface/cutoff.ts';
import { DEPRECATIONS, MISSING_STATEMENTS } from '../../../src/interface/deprecations.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../../src/interface/endpoints.ts';
import { removedCustomerField } from '../../../src/interface/file-kind.ts';
import { DEFAULT_PROFILE, PROFILE, profileSchema } from '../../../src/interface/profile.ts';
import { RULE_IDS, ruleOf, RULES_BY_WORK } from '../../../src/interface/rules.ts';
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

// The catalogue and the dates: separate facts, each said once.

const CUTOFF = cutoffDay(2026);

describe('the dates of a rule', () => {
  it.each([
    ['transition', { kind: 'transition' }, '2026-10-30', '2026-10-31'],
    ['a date of its own', { kind: 'date', firstRefusedDay: '2026-03-31' }, '2026-03-30', '2026-03-31'],
    ['not stated', { kind: 'not-stated' }, null, null],
  ] as const)('%s', (_, end, last, first) => {
    expect(firstRefusedDay(end, CUTOFF)).toBe(first);
    if (last !== null) expect(isRefused(end, last, CUTOFF)).toBe(false);
    expect(isRefused(end, first ?? '2099-01-01', CUTOFF)).toBe(first !== null);
  });
  it('count on over months and leap days', () => {
    expect([dayAfter('2028-02-28'), dayAfter('2026-12-31'), dayAfter('2026-03-31', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-03-30',
    ]);
    expect(new Date(refusedFromMs(2026)).toISOString()).toBe('2026-10-31T00:00:00.000Z');
  });
});

describe('the catalogue', () => {
  it('has each rule with its words, and an order of work without a tie', () => {
    for (const rule of RULE_IDS) {
      const { flags, how, task, uses, message } = ruleOf(rule);
      for (const words of [flags, how, task]) expect(words.length).toBeGreaterThan(10);
      for (const use of uses) {
        const words = message(use.what, use, { last: '5 May 2031', isOver: true });
        expect(words).toMatch(/\w{4}/);
        expect(words).not.toMatch(/is accepted|30 October/);
      }
    }
    expect(RULES_BY_WORK.map((rule) => ruleOf(rule).order)).toEqual(RULE_IDS.map((_, i) => i + 1));
    expect(new Set([...DEPRECATIONS, MISSING_STATEMENTS].map(({ rule }) => rule))).toEqual(new Set(RULE_IDS));
  });
  it('names no replacement that the specification does not state', () => {
    const stated = /^(receiverAmount|a document ID|\/api\/v1\/developer.*)$/;
    for (const { replacement, what } of DEPRECATIONS)
      if (replacement !== null) expect(replacement, what).toMatch(stated);
    for (const rule of RULE_IDS.filter((id) => id.startsWith('customer-'))) {
      for (const use of ruleOf(rule).uses) {
        expect(ruleOf(rule).message(use.what, use, { last: '30 October', isOver: false })).not.toMatch(
          /\buse \w|businessIndustries|accountFunding/,
        );
      }
    }
  });
  it('is the only place that knows the last day', () => {
    const src = join(import.meta.dirname, '../../../src');
    const holders = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && /'10-30'/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(holders).toEqual(['interface/cutoff.ts']);
  });
});

it('a removed document type is known in any spelling of its column', () => {
  for (const field of ['documents.AmlPolicy', 'documents.amlpolicy', 'Documents.AMLPolicy'])
    expect(removedCustomerField(field)?.code).toBe('document_type_ended');
  expect(removedCustomerField('documents.BankStatements')).toBeUndefined();
});

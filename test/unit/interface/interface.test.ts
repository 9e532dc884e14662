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
  it('has fifteen endpoints, no two with the same method and path', () => {
    expect(ENDPOINT_IDS).toHaveLength(15);
    expect(new Set(ENDPOINT_IDS.map((id) => `${ENDPOINTS[id].method} ${ENDPOINTS[id].path}`)).size).toBe(15);
  });
  it('marks the creation of customers, trades and transfers, and webhook updates, as not repeatable', () => {
    const notRepeatable = ENDPOINT_IDS.filter((id) => !ENDPOINTS[id].repeatable);
    expect(notRepeatable.sort()).toEqual([
      'createCustomer',
      'createTrade',
      'createTransfer',
      'updateWebhookConfig',
    ]);
  });
});

describe('the transfer body (section 2.3)', () => {
  const good = { receiverAmount: '12.50' };
  it('accepts a UUID of any version, in lower or upper case', () => {
    for (const customerId of [
      '00000000-0000-0000-0000-000000000000',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ]) {
      expect(transferSchema.safeParse({ ...good, customerId }).success).toBe(true);
    }
  });
});

describe('the list of deprecations (section 9)', () => {
  const count = (rule: string): number => DEPRECATIONS.filter((entry) => entry.rule === rule).length;
  it('has as many entries for each rule as the specification', () => {
    expect(count('customer-removed-field')).toBe(10);
    expect(count('customer-removed-breakdown-field')).toBe(18);
    expect(count('onboarding-removed-document-type')).toBe(6);
    expect(count('current-tenant-endpoint')).toBe(4);
    expect(count('customer-unclear-field')).toBe(2);
    expect(count('transfer-amount')).toBe(2);
  });
});

describe('the minor units of currencies', () => {
  // The values of ISO 4217, list one. Libraries get some of these currencies wrong.
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

describe('the service profile', () => {
  it('has defaults that its schema accepts', () => {
    expect(profileSchema.safeParse(DEFAULT_PROFILE).success).toBe(true);
  });
  it('names for each setting what is left open, the section, and a reason', () => {
    for (const entry of Object.values(PROFILE)) {
      expect(entry.open).toMatch(/\(\d(\.\d)?\)$/);
      expect(entry.why.length).toBeGreaterThan(10);
    }
  });
});

// The rules and their dates. Each fact is stated in one place.

const CUTOFF = cutoffDay(2026);

describe('the dates of a rule', () => {
  it.each([
    ['transition', { kind: 'transition' }, '2026-10-30', '2026-10-31'],
    ['a separate date', { kind: 'date', firstRefusedDay: '2026-03-31' }, '2026-03-30', '2026-03-31'],
    ['no stated end', { kind: 'not-stated' }, null, null],
  ] as const)('follow from its kind of end: %s', (_, end, last, first) => {
    expect(firstRefusedDay(end, CUTOFF)).toBe(first);
    if (last !== null) expect(isRefused(end, last, CUTOFF)).toBe(false);
    expect(isRefused(end, first ?? '2099-01-01', CUTOFF)).toBe(first !== null);
  });
  it('are counted across months, years and leap days', () => {
    expect([dayAfter('2028-02-28'), dayAfter('2026-12-31'), dayAfter('2026-03-31', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-03-30',
    ]);
    expect(new Date(refusedFromMs(2026)).toISOString()).toBe('2026-10-31T00:00:00.000Z');
  });
});

describe('the catalogue of rules', () => {
  it('has the texts of each rule, and a unique place for it in the order of work', () => {
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
  it('names only replacements that the specification states', () => {
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
  it('takes the last day from interface/cutoff.ts, the only file that contains it', () => {
    const src = join(import.meta.dirname, '../../../src');
    const holders = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && /'10-30'/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(holders).toEqual(['interface/cutoff.ts']);
  });
});

it('a removed document type is recognized in any letter case of its column', () => {
  for (const field of ['documents.AmlPolicy', 'documents.amlpolicy', 'Documents.AMLPolicy'])
    expect(removedCustomerField(field)?.code).toBe('document_type_ended');
  expect(removedCustomerField('documents.BankStatements')).toBeUndefined();
});

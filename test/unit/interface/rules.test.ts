// The catalogue and the dates: separate facts, each said once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  cutoffDay,
  dayAfter,
  firstRefusedDay,
  isRefused,
  refusedFromMs,
} from '../../../src/interface/cutoff.ts';
import { DEPRECATIONS, MISSING_STATEMENTS } from '../../../src/interface/deprecations.ts';
import { RULE_IDS, ruleOf, RULES_BY_WORK } from '../../../src/interface/rules.ts';

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
      const { flags, how, task, doing, uses, message } = ruleOf(rule);
      for (const words of [flags, how, task, doing]) expect(words.length).toBeGreaterThan(10);
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

// Possible duplicates (rule 2 of the contract): the pure function that decides, for single cases and as laws.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type Candidate,
  DAY_MS,
  duplicateOf,
  isExportAnew,
  type OwnFile,
} from '../../../src/batch/plan/duplicates.ts';
import type { LedgerMatch, RowRecord } from '../../../src/ledger/ledger.ts';

const NOW = Date.parse('2026-06-30T00:00:00Z');
const FILE: OwnFile = { runId: 'own', runs: new Set(), named: new Set() };
const RULES = { nowMs: NOW, alikeDays: 3 };

const candidate = (reference: string, batchId = 'b'): Candidate => ({
  row: { kind: 'payouts', reference },
  key: { key: 'k', batchId, content: 'c', fingerprint: 'c', target: 't', sequence: 0 },
});

function match(days: number, more: Partial<RowRecord> = {}, by: LedgerMatch['by'] = 'content'): LedgerMatch {
  const row: RowRecord = {
    ...{ key: 'other', reference: 'R', content: 'c', fingerprint: 'c', runId: 'r', batchId: 'x', line: 2 },
    ...{
      target: '',
      sequence: 0,
      currency: 'GBP',
      amount: '1',
      state: 'created',
      byPerson: false,
      createdId: 't',
    },
    ...{ updatedAt: new Date(NOW - days * DAY_MS), doubtEntry: null },
    ...more,
  };
  return { key: 'k', by, row };
}

const kindOf = (reference: string, one: LedgerMatch, file = FILE, rules = RULES): string | undefined =>
  duplicateOf(candidate(reference), [one], file, rules)?.kind;

describe('a possible duplicate', () => {
  it.each([
    [
      'is a row without a reference, equal to a payment 30 days ago',
      '',
      match(30, { reference: 'R' }),
      'same_content',
    ],
    [
      'is a row with a reference, equal to a payment without one 30 days ago',
      'A',
      match(30, { reference: null }),
      'same_content',
    ],
    [
      'is not a row without a reference, equal to a payment 31 days ago',
      '',
      match(31, { reference: 'R' }),
      undefined,
    ],
    [
      'is a row without a reference, equal to a row in doubt of any age',
      '',
      match(900, { state: 'in_doubt', reference: null }),
      'same_content',
    ],
    ['is a row equal to a payment under another reference 3 days ago', 'A', match(3), 'recent'],
    ['is not a row equal to a payment under another reference 4 days ago', 'A', match(4), undefined],
    [
      'is a row with the account and amount of a row in doubt of any age',
      'A',
      match(900, { state: 'in_doubt' }, 'target'),
      'in_doubt',
    ],
    [
      'is a row with the account and amount of a row that was in doubt and paid 30 days ago',
      'A',
      match(30, { doubtEntry: 1 }, 'target'),
      'in_doubt',
    ],
    [
      'is not a row with the account and amount of a row that was in doubt and paid 31 days ago',
      'A',
      match(31, { doubtEntry: 1 }, 'target'),
      undefined,
    ],
    ['is not a row that only has a similar reference', 'A', match(0, {}, 'reference'), undefined],
    ['is not a row equal to another row of its run', 'A', match(0, { runId: 'own' }), undefined],
    [
      'is not a row equal to another row of its batch, both with references',
      'A',
      match(0, { batchId: 'b' }),
      undefined,
    ],
    [
      'is a row equal to another row of its batch that has no reference',
      'A',
      match(0, { batchId: 'b', reference: null }),
      'same_content',
    ],
  ])('%s', (_, reference, one, expected) => {
    expect(kindOf(reference, one)).toBe(expected);
  });

  it('is a row equal to a row of its named batch, unless a run of the same bytes sent that row', () => {
    const named = { ...FILE, named: new Set(['b']) };
    expect(kindOf('A', match(0, { batchId: 'b' }), named)).toBe('recent');
    expect(kindOf('A', match(0, { batchId: 'b' }), { ...named, runs: new Set(['r']) })).toBeUndefined();
  });

  it('is not a row equal to a payment under another reference if alikeDays is 0', () => {
    expect(kindOf('A', match(0), FILE, { ...RULES, alikeDays: 0 })).toBeUndefined();
  });

  const states = fc.constantFrom('created' as const, 'sending' as const, 'in_doubt' as const);
  const matches = fc
    .record({
      days: fc.integer({ min: 0, max: 400 }),
      state: states,
      reference: fc.constantFrom('R', null),
      by: fc.constantFrom('content' as const, 'target' as const),
      doubted: fc.boolean(),
      batchId: fc.constantFrom('b', 'x'),
    })
    .map(({ days, state, reference, by, doubted, batchId }) => {
      const doubtEntry = doubted || state === 'in_doubt' ? 1 : null;
      return match(days, { state, reference, batchId, doubtEntry }, by);
    });

  it('is any row that matches a row of another batch that is in doubt or being sent', () => {
    fc.assert(
      fc.property(matches, fc.constantFrom('', 'A'), (one, reference) => {
        fc.pre(one.row.state !== 'created' && one.row.batchId !== 'b');
        expect(['same_content', 'in_doubt']).toContain(kindOf(reference, one));
      }),
    );
  });

  it('stays a possible duplicate when the row has more matches', () => {
    fc.assert(
      fc.property(
        matches,
        fc.array(matches, { maxLength: 5 }),
        fc.constantFrom('', 'A'),
        (one, more, reference) => {
          const alone = kindOf(reference, one);
          fc.pre(alone !== undefined);
          const found = duplicateOf(candidate(reference), [...more, one], FILE, RULES);
          expect(found).toBeDefined();
          if (alone !== 'recent') expect(found?.kind).not.toBe('recent');
        },
      ),
    );
  });

  it('counts towards an export made anew even if it is held because of another match', () => {
    const bare = match(1, { reference: null });
    const isRecent = (...found: LedgerMatch[]): boolean | undefined =>
      duplicateOf(candidate('A'), found, FILE, RULES)?.isRecent;
    expect([isRecent(bare, match(1)), isRecent(bare, match(9)), isRecent(bare)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isRecent(match(0, { state: 'in_doubt', doubtEntry: 1 }, 'target'), match(1))).toBe(true);
  });

  it('makes the file an export made anew if at least half of the rows repeat recent payments', () => {
    expect([0, 1, 2, 3].map((recent) => isExportAnew(recent, 4))).toEqual([false, false, true, true]);
  });
});

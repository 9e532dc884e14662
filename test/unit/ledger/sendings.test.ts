// The sendings of a row, from its entries: which one it stands for, whose word is whose, and what a row was whose word by an earlier
// release kept less.
import { describe, expect, it } from 'vitest';

import type { EntryData, LedgerEntry } from '../../../src/ledger/records.ts';
import { isCalledFree, lastAttemptAt, resolvedFor, resolvedNow } from '../../../src/ledger/resolution.ts';
import { calledFree, isCalled, sendingsIn } from '../../../src/ledger/sendings.ts';
import type { EntryType } from '../../../src/ledger/state.ts';
import { after, AT } from '../../kit/ledger.ts';

type Told = [EntryType, Partial<LedgerEntry>?];

const told = (...entries: Told[]): LedgerEntry[] =>
  entries.map(([type, more], at) => ({
    ...{
      number: at + 1,
      type,
      resend: false,
      at: after(at),
      runId: 'a',
      line: 2,
      body: null,
      bodyHash: null,
    },
    ...{ idempotencyKey: null, idempotencyHeader: null, httpStatus: null, answer: null, by: null, data: {} },
    ...more,
  }));
const data = (more: EntryData): Partial<LedgerEntry> => ({ data: more });
const run = (runId: string): Partial<LedgerEntry> => ({ runId });

/** 1 to 3: sent and called not created; 4 and 5: sent again and refused. */
const REFUSED: Told[] = [
  ['intent'],
  ['in_doubt'],
  ['resolved_not_created'],
  ['intent', run('b')],
  ['rejected'],
];

describe('of a row that was called not created, sent again and refused', () => {
  it('the called one is free to be doubted, and the last is what it stands for', () => {
    const { all, current } = sendingsIn(told(...REFUSED));
    expect(all.map(isCalled)).toEqual([true, false]);
    expect(current?.intent.number).toBe(4);
    expect(calledFree(all).map(({ intent }) => intent.number)).toEqual([1]);
  });
  it.each([{}, { sending: 1 }])('it stands for the first once that is in doubt again (%j)', (more) => {
    const entries = told(...REFUSED, ['corrected_in_doubt', data(more)]);
    const { all, current } = sendingsIn(entries);
    expect([current?.intent.number, all.map(isCalled), isCalledFree(entries)]).toEqual([
      1,
      [false, false],
      false,
    ]);
    expect(lastAttemptAt(entries)).toEqual(AT);
    expect([resolvedFor(entries, 'a', AT), resolvedNow(entries)]).toEqual([null, null]);
    const settled = [...entries, ...told(['resolved_created', data({ createdId: 'T' })])];
    for (const word of [resolvedFor(settled, 'a', AT), resolvedNow(settled)])
      expect(word).toMatchObject({ as: 'created', createdId: 'T' });
    expect(resolvedFor(settled, 'b', AT)).toBeNull();
    const again = [...entries, ...told(['resolved_not_created'])];
    expect([isCalledFree(again), resolvedNow(again)]).toMatchObject([true, { as: 'not-created' }]);
  });
  it('and not once one since may have paid', () => {
    for (const last of ['in_doubt', 'created'] as const)
      expect(isCalledFree(told(...REFUSED, ['intent'], [last]))).toBe(false);
    expect(isCalledFree(told(['intent'], ['rejected']))).toBe(false);
  });
});

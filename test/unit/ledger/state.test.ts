import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LedgerError } from '../../../src/ledger/ledger.ts';
import {
  ASIDE,
  type EntryType,
  fold,
  type FoldEntry,
  type Life,
  mayFollow,
  next,
  TRANSITIONS,
  UNKNOWN_ROW,
} from '../../../src/ledger/state.ts';
import { after, intent, openedLedger, outcome, resolution, runRow } from '../../kit/ledger.ts';

const TYPES = Object.keys(TRANSITIONS) as EntryType[]; // the table's own keys

describe("a row's life", () => {
  const walk = fc.array(fc.record({ type: fc.constantFrom(...TYPES), resend: fc.boolean() }), {
    maxLength: 16,
  });

  it('is created by the service once and for all; in doubt, only a person, a resend or a late answer goes on', () => {
    fc.assert(
      fc.property(walk, (entries) => {
        let life: Life = UNKNOWN_ROW;
        for (const entry of entries) {
          if (!mayFollow(life, entry)) {
            expect(() => next(life, entry)).toThrow(/can't take/);
            continue;
          }
          if (ASIDE.includes(entry.type)) {
            expect(next(life, entry)).toEqual(life);
            continue;
          }
          expect(life.state === 'created' && !life.byPerson).toBe(false);
          if (life.state === 'in_doubt') {
            const late = ['intent', 'created', 'rejected', 'failed'].includes(entry.type) && entry.resend;
            expect(entry.type.startsWith('resolved') || late).toBe(true);
          }
          if (life.state === 'created') expect(entry.type).toMatch(/^corrected/);
          life = next(life, entry);
        }
      }),
    );
  });

  it('leaves a correction to a row that was not sent again', () => {
    const doubted: FoldEntry[] = [{ type: 'intent' }, { type: 'in_doubt' }];
    const mistaken: FoldEntry[] = [...doubted, { type: 'resolved_not_created' }];
    expect(fold([...mistaken, { type: 'corrected_created' }])).toEqual({ state: 'created', byPerson: true });
    expect(() => fold([...mistaken, { type: 'intent' }, { type: 'corrected_created' }])).toThrow(
      /can't take/,
    );
    expect(() => fold([...doubted, { type: 'corrected_created' }])).toThrow(/can't take/);
    expect(() => fold([{ type: 'intent' }, { type: 'created' }, { type: 'corrected_not_created' }])).toThrow(
      /can't take/,
    );
  });
});

type Step = EntryType | 'resend';

describe('the state that the store keeps', () => {
  it('equals the fold over the entries that it wrote, whatever comes', async () => {
    const one = openedLedger();
    let rows = 0;
    // No host of a ledger in a file is given up while it lives: there is nothing to contradict.
    const own = TYPES.filter((type) => !ASIDE.includes(type));
    const step = fc.constantFrom<Step>(...own, 'resend');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const key = `p:r:${++rows}`;
        for (const name of steps) {
          await apply(key, name).catch((error: unknown) => {
            expect(error).toBeInstanceOf(LedgerError);
          });
          const entries = await one.entries(key);
          const known = await one.row(key);
          const life = fold(entries);
          expect({ state: known?.state ?? 'planned', byPerson: known?.byPerson ?? false }).toEqual(life);
        }
      }),
      { numRuns: 60 },
    );

    function apply(key: string, name: Step): Promise<unknown> {
      if (name === 'intent' || name === 'resend') {
        return one.intend(intent('a', { key, resend: name === 'resend' }));
      }
      if (name.startsWith('resolved') || name.startsWith('corrected')) {
        const as = name.endsWith('not_created') ? 'not-created' : 'created';
        const correct = name.startsWith('corrected');
        return one.resolve(resolution(as, { key, correct, at: after(60), createdId: `t-${rows}-${name}` }));
      }
      const type = name as 'created' | 'rejected' | 'failed' | 'in_doubt'; // what is left of the types
      return one.record(outcome('a', type, { key, createdId: `t-${rows}` }), runRow({ key, sequence: rows }));
    }
  });
});

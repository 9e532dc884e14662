import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LedgerError } from '../../../src/ledger/ledger.ts';
import { earliestNotCreated, LATE_EXECUTION_MS } from '../../../src/ledger/resolution.ts';
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
import { after, AT, claims, intent, newRun, openedLedger, outcome, resolution } from '../../kit/ledger.ts';
import { verbatim } from '../../kit/words.ts';

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
      return one.record(outcome('a', type, { key, createdId: `t-${rows}` }));
    }
  });
});

const KEY = 'p:r:k';

const attempts = [{ operation: 'createTransfer', at: AT.toISOString(), status: 504, note: '', answer: '' }];

async function doubtful() {
  const one = openedLedger();
  await one.begin(newRun('a'), claims(KEY));
  await one.intend(intent('a', { body: '{"receiverAmount":10.00}' }));
  const told = { at: after(1), httpStatus: 504, answer: 'gateway', message: verbatim('no answer'), attempts };
  await one.record(outcome('a', 'in_doubt', told));
  return one;
}

describe('a person', () => {
  it('speaks no earlier than what is spoken of, whatever the clock says', async () => {
    const one = await doubtful();
    const said = resolution('created', { at: after(-40 * 24 * 60) });
    expect(await one.resolve(said)).toEqual({ ok: true });
    expect(await one.row(KEY)).toMatchObject({ state: 'created', updatedAt: after(1) });
    expect((await one.entries(KEY)).at(-1)).toMatchObject({ at: after(1) });
  });

  it('says "not created" no sooner than a late execution is out of the question, unless sure', async () => {
    const one = await doubtful();
    const early = resolution('not-created', { at: after(10) }); // nine minutes after the answer
    const refused = await one.resolve(early);
    expect(refused).toMatchObject({ ok: false, why: 'too_soon', earliestNotCreated: after(11) });
    expect(await one.resolve({ ...early, sure: true })).toEqual({ ok: true });
    const other = await doubtful();
    expect(await other.resolve({ ...early, at: after(11) })).toEqual({ ok: true });
    expect(earliestNotCreated(AT).getTime() - AT.getTime()).toBe(LATE_EXECUTION_MS);
  });

  it('is asked for a resolution only, without a write, by a dry run', async () => {
    const one = await doubtful();
    const before = await one.tip();
    const tried = { ...resolution('created'), dryRun: true };
    expect(await one.resolve(tried)).toEqual({ ok: true });
    expect(await one.resolve({ ...tried, judgedAt: 1 })).toMatchObject({ ok: false, why: 'changed' });
    expect([await one.tip(), (await one.row(KEY))?.state]).toEqual([before, 'in_doubt']);
    await one.resolve(resolution('created'));
    expect(await one.doubts()).toEqual([]);
    expect(await one.doubts([KEY])).toMatchObject([
      { key: KEY, state: 'created', requestedAt: [AT], lastAttemptAt: after(1) },
    ]);
  });

  it('does not lose the word to a later attempt that never left', async () => {
    const one = await doubtful();
    await one.resolve(resolution('not-created'));
    await one.record(outcome('b', 'failed', { amount: '99' }));
    expect(await one.row(KEY)).toMatchObject({ state: 'planned', byPerson: true, amount: '1' });
    expect(await one.runRows('b')).toMatchObject([{ status: 'failed' }]);
    expect(await one.resolve(resolution('created', { correct: true }))).toEqual({ ok: true });
  });
});

describe('rows in doubt', () => {
  it('of all runs, by run; of a dead run, by its intent', async () => {
    const one = await doubtful();
    await one.begin(newRun('b'), claims('x'));
    await one.intend(intent('b', { key: 'p:r:old', at: AT, line: 9 }));
    await one.finish('b', after(2), 4, {});
    expect(await one.recover(after(60))).toBe(1);
    expect((await one.doubts()).map((doubt) => [doubt.key, doubt.lastAttemptAt])).toEqual([
      [KEY, after(1)],
      ['p:r:old', AT],
    ]);
  });
});

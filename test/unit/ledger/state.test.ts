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

describe('the states of a row', () => {
  const walk = fc.array(fc.record({ type: fc.constantFrom(...TYPES), resend: fc.boolean() }), {
    maxLength: 16,
  });

  it('are final once created by the service; only a resolution, resend or late response ends doubt', () => {
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

  it('allow only a resolution to be corrected, and only until the row is sent again', () => {
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
  it('equals the fold of the entries after any sequence of writes', async () => {
    const one = openedLedger();
    let rows = 0;
    // A ledger in a file never gives up a living host, so no late response can contradict a resolution.
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
      const type = name as 'created' | 'rejected' | 'failed' | 'in_doubt'; // the remaining types
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

describe('a resolution', () => {
  it('is dated no earlier than the attempt, even if the clock ran backwards', async () => {
    const one = await doubtful();
    const said = resolution('created', { at: after(-40 * 24 * 60) });
    expect(await one.resolve(said)).toEqual({ ok: true });
    expect(await one.row(KEY)).toMatchObject({ state: 'created', updatedAt: after(1) });
    expect((await one.entries(KEY)).at(-1)).toMatchObject({ at: after(1) });
  });

  it('is refused as not-created while a late execution is possible, unless the person is sure', async () => {
    const one = await doubtful();
    const early = resolution('not-created', { at: after(10) }); // nine minutes after the response
    const refused = await one.resolve(early);
    expect(refused).toMatchObject({ ok: false, why: 'too_soon', earliestNotCreated: after(11) });
    expect(await one.resolve({ ...early, sure: true })).toEqual({ ok: true });
    const other = await doubtful();
    expect(await other.resolve({ ...early, at: after(11) })).toEqual({ ok: true });
    expect(earliestNotCreated(AT).getTime() - AT.getTime()).toBe(LATE_EXECUTION_MS);
  });

  it('is checked but not written in a dry run', async () => {
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

  it('is kept when a later attempt failed before its request was sent', async () => {
    const one = await doubtful();
    await one.resolve(resolution('not-created'));
    await one.record(outcome('b', 'failed', { amount: '99' }));
    expect(await one.row(KEY)).toMatchObject({ state: 'planned', byPerson: true, amount: '1' });
    expect(await one.runRows('b')).toMatchObject([{ status: 'failed' }]);
    expect(await one.resolve(resolution('created', { correct: true }))).toEqual({ ok: true });
  });
});

describe('rows in doubt', () => {
  it('are listed for all runs; those of a dead run have the time of their intent', async () => {
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

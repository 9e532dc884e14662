import { describe, expect, it } from 'vitest';

import { earliestNotCreated, LATE_EXECUTION_MS } from '../../../src/ledger/resolution.ts';
import {
  after,
  AT,
  claims,
  intent,
  newRun,
  openedLedger,
  outcome,
  resolution,
  runRow,
} from '../../kit/ledger.ts';
import { verbatim } from '../../kit/words.ts';

const KEY = 'p:r:k';
const attempts = [{ operation: 'createTransfer', at: AT.toISOString(), status: 504, note: '', answer: '' }];

async function doubtful() {
  const one = openedLedger();
  await one.begin(newRun('a'), claims(KEY));
  await one.intend(intent('a', { body: '{"receiverAmount":10.00}' }));
  const told = { at: after(1), httpStatus: 504, answer: 'gateway', message: verbatim('no answer'), attempts };
  await one.record(outcome('a', 'in_doubt', told), runRow({ status: 'in_doubt' }));
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
    await one.record(outcome('b', 'failed', { amount: '99' }), runRow({ status: 'failed' }));
    expect(await one.row(KEY)).toMatchObject({ state: 'planned', byPerson: true, amount: '1' });
    expect(await one.runRows('b')).toMatchObject([{ status: 'failed' }]);
    expect(await one.resolve(resolution('created', { correct: true }))).toEqual({ ok: true });
  });
});

describe('rows in doubt', () => {
  it('of all runs, oldest first; of a dead run, by its intent', async () => {
    const one = await doubtful();
    await one.begin(newRun('b'), claims('x'));
    await one.intend(intent('b', { key: 'p:r:old', at: AT, line: 9 }));
    await one.finish('b', after(2), 4, {});
    expect(await one.recover(after(60))).toBe(1);
    expect((await one.doubts()).map((doubt) => [doubt.key, doubt.lastAttemptAt])).toEqual([
      ['p:r:old', AT],
      [KEY, after(1)],
    ]);
  });
});

// The contract of every store of the ledger (ledger.ts). The same tests run on SQLite and on Postgres.
import { describe, expect, it } from 'vitest';

import type { Intent, Ledger, Outcome, OutcomeType } from '../../src/ledger/ledger.ts';
import { rowNote } from '../../src/ledger/messages.ts';
import { seeded } from '../../src/sandbox/random.ts';
import {
  after,
  AT,
  claims,
  intent,
  likeness,
  newRun,
  outcome,
  paidTo,
  reportOf,
  resolution,
  runRow,
} from '../kit/ledger.ts';
import { SEED } from '../kit/seed.ts';
import { stores } from '../kit/stores.ts';
import { verbatim } from '../kit/words.ts';

const KEY = 'p:r:k';
const keyed = (name: string): string => `p:r:${name}`;

async function sent(
  ledger: Ledger,
  runId: string,
  type: OutcomeType,
  more: Partial<Intent> & Partial<Outcome> = {},
): Promise<void> {
  expect(await ledger.intend(intent(runId, more))).toEqual({ ok: true });
  const ended = outcome(runId, type, more);
  expect(await ledger.record(ended)).toEqual({ ok: true });
}

describe.each(stores())('a ledger on $name', ({ place, runs }) => {
  describe.runIf(runs)('intents and outcomes', () => {
    it('the ledger refuses an intent for a row that another run is sending or has paid', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      expect(await first.intend(intent('a'))).toEqual({ ok: true });
      const refused = await second.intend(intent('b'));
      expect(refused).toMatchObject({ ok: false, why: 'owned', current: { runId: 'a', state: 'sending' } });
      await first.record(outcome('a', 'created'));
      expect(await second.intend(intent('b'))).toMatchObject({ ok: false, current: { state: 'created' } });
    });

    it('the ledger accepts exactly one of two simultaneous intents for the same key', async () => {
      const at = await place();
      const sides = [await at.open(), await at.open()];
      const keys = Array.from({ length: 20 }, (_, i) => keyed(`${i}`));
      const taken = await Promise.all(
        keys.flatMap((key) =>
          sides.map(async (side, i) => ({ key, ...(await side.intend(intent(`run-${i}`, { key }))) })),
        ),
      );
      for (const key of keys) expect(taken.filter((one) => one.key === key && one.ok)).toHaveLength(1);
      expect(await sides[0]!.sequence()).toBe(20);
    });

    it('a rejected or failed row may be sent again, a row in doubt only as a resend', async () => {
      const ledger = await (await place()).open();
      await sent(ledger, 'a', 'rejected');
      await sent(ledger, 'b', 'failed');
      await sent(ledger, 'c', 'in_doubt');
      expect(await ledger.intend(intent('d'))).toMatchObject({ ok: false, current: { state: 'in_doubt' } });
      expect(await ledger.intend(intent('d', { resend: true }))).toEqual({ ok: true });
      await ledger.record(outcome('d', 'created'));
      expect(await ledger.intend(intent('e', { resend: true }))).toMatchObject({ ok: false, why: 'owned' });
    });

    it('an outcome without an intent is an error, except `failed`, which never replaces `created`', async () => {
      const ledger = await (await place()).open();
      await expect(ledger.record(outcome('a', 'created'))).rejects.toThrow(/no open intent/);
      expect(await ledger.record(outcome('a', 'failed'))).toEqual({ ok: true });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'failed', runId: 'a' });
      await sent(ledger, 'b', 'created');
      // It does not replace the outcome of a run that paid the row.
      expect(await ledger.record(outcome('c', 'failed'))).toEqual({ ok: true });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'created', runId: 'b' });
    });

    it('two environments share no rows, transfer ids or possible duplicates', async () => {
      const at = await place();
      const [here, other] = [await at.open(), await at.open('other')];
      await sent(here, 'a', 'created', { fingerprint: 'f1:x', createdId: 't-1' });
      expect(await other.row(KEY)).toBeUndefined();
      await sent(other, 'b', 'created', { createdId: 't-1' });
      expect(await other.knows(['t-1', 't-2'])).toEqual(new Set(['t-1']));
      expect(await other.matches([likeness({ fingerprint: 'f1:x' })])).toEqual([]);
    });
  });

  describe.runIf(runs)('the record of what was sent', () => {
    it('has the exact body, the times, the quote and the attempts of a payment', async () => {
      const ledger = await (await place()).open();
      const attempts = [{ operation: 'createTransfer', at: 'x', status: 429, note: '', answer: '' }];
      const exact = {
        body: '{"receiverAmount":0.10,"memo":"ä€𝄞"}',
        idempotencyHeader: 'H',
        idempotencyKey: 'i',
      };
      await ledger.intend(intent('a', { ...exact, quote: '{"fee":2}', at: after(2), payee: 'Ada' }));
      await ledger.record(outcome('a', 'created', { at: after(4), startedAt: after(1), attempts }));
      expect(await ledger.entries(KEY)).toMatchObject([
        { number: 1, type: 'intent', at: after(2), ...exact, data: { payee: 'Ada' } },
        { number: 2, type: 'created', at: after(4), answer: '{"id":"t"}', httpStatus: 201 },
      ]);
      const paid = { runId: 'a', quote: '{"fee":2}', attempts, startedAt: after(1), finishedAt: after(4) };
      expect((await ledger.paid([KEY, keyed('none')])).get(KEY)).toMatchObject(paid);
      expect([await ledger.sequence(), await ledger.lastEntryAt()]).toEqual([2, after(4)]);
    });

    it('has the latest time ever written, even after the clock was set back', async () => {
      const at = await place();
      const ledger = await at.open();
      expect(await ledger.lastEntryAt()).toBeNull();
      await sent(ledger, 'a', 'created', { at: after(60) });
      await sent(ledger, 'b', 'created', { key: keyed('2'), sequence: 1, line: 3, at: after(10) });
      expect(await ledger.lastEntryAt()).toEqual(after(60));
      await ledger.begin(newRun('c', { startedAt: after(90) }), claims());
      expect(await ledger.lastEntryAt()).toEqual(after(90));
    });

    it('accepts a response and a message with invalid characters, and still verifies', async () => {
      const at = await place();
      const ledger = await at.open();
      await sent(ledger, 'a', 'in_doubt', { answer: 'a\0b \ud800 c', message: verbatim('x\0y') });
      const [, said] = await ledger.entries(KEY);
      expect(said?.answer).toMatch(/^a/);
      expect(said?.data.message?.params).toMatchObject({ text: expect.stringMatching(/^x/) });
      expect((await at.verify()).found).toBe(0);
    });

    it('has the run and batch of each row, even if both have the same name or unusual characters', async () => {
      const at = await place();
      for (const [sequence, batchId] of ['a', 'b ü', 'b ü', 'a'].entries()) {
        const more = { key: keyed(`${batchId}${sequence}`), sequence, batchId };
        await sent(await at.open(), 'a', 'created', { ...more, createdId: `t-${sequence}` });
        const known = await (await at.open()).row(more.key);
        expect(known).toMatchObject({ runId: 'a', batchId });
        expect(await (await at.open()).runRows('a')).toHaveLength(sequence + 1);
      }
      expect((await at.verify()).found).toBe(0);
    });

    it('refuses a transfer id that another row has in any letter case; a customer may have it', async () => {
      const ledger = await (await place()).open();
      const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
      await sent(ledger, 'a', 'created', { createdId: id });
      const second = { key: keyed('l'), sequence: 1 };
      await ledger.intend(intent('b', second));
      const taken = await ledger.record(outcome('b', 'created', { ...second, createdId: id.toUpperCase() }));
      expect(taken).toMatchObject({ ok: false, why: 'id_taken', current: { key: KEY, runId: 'a' } });
      expect((await ledger.row(second.key))?.state).toBe('sending');
      expect(await ledger.record(outcome('b', 'in_doubt', second))).toEqual({ ok: true });
      expect(await ledger.row(second.key)).toMatchObject({ state: 'in_doubt', createdId: null });
      await sent(ledger, 'a', 'created', { key: 'c:r:k', createdId: id, sequence: 2 });
    });

    it('accepts only one of two simultaneous outcomes with the same transfer id', async () => {
      const ledger = await (await place()).open();
      const two = [0, 1].map((sequence) => ({ key: keyed(`${sequence}`), sequence, createdId: 't-1' }));
      await Promise.all(two.map((more) => ledger.intend(intent('a', more))));
      const ends = await Promise.all(two.map((more) => ledger.record(outcome('a', 'created', more))));
      expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('has the newest document id for a file hash, separately for each environment', async () => {
      const at = await place();
      const [here, other] = [await at.open(), await at.open('other')];
      for (const ledger of [here, other]) await ledger.remember('hash', 'doc', AT);
      await here.remember('hash', 'doc-2', after(1));
      expect([await here.recall('hash'), await other.recall('hash')]).toEqual(['doc-2', 'doc']);
    });

    it('has the rows of a run as it reported them, even after a later run sends one again', async () => {
      const at = await place();
      const ledger = await at.open();
      await ledger.begin(newRun('a', { rows: 5 }), claims());
      const report = async (type: OutcomeType, key: string, more: Partial<Outcome> & { code?: string }) => {
        const ended = outcome('a', type, { key: keyed(key), reference: key, ...more });
        const row = reportOf(ended, { code: more.code ?? '' });
        await ledger.intend(intent('a', { ...ended, body: '{}' }));
        expect(await ledger.record(ended)).toEqual({ ok: true });
        return { ...row, resolved: null };
      };
      const rows = [
        await report('created', 'é:r:1', { line: 2, amount: '5.00' }),
        await report('rejected', 'l', {
          sequence: 1,
          line: 3,
          message: verbatim('a\u0000'),
          code: 'refused',
        }),
        await report('in_doubt', 'm', {
          sequence: 2,
          line: 4,
          message: verbatim('no response'),
          code: 'in_doubt',
        }),
        // Its key has another reference.
        await report('failed', 'n', { sequence: 3, line: 5, reference: 'N' }),
      ];
      const unsent = runRow({ key: null, sequence: 4, line: 6, status: 'invalid', createdId: '', code: 'x' });
      await ledger.note('a', [unsent]);
      expect(await ledger.runRows('a')).toEqual([...rows, { ...unsent, resolved: null }]);
      await ledger.finish('a', after(1), 3, {});
      await sent(ledger, 'b', 'created', { key: keyed('l'), reference: 'l', line: 9, amount: '7' });
      expect(await ledger.runRows('a')).toEqual([...rows, { ...unsent, resolved: null }]);
      expect(await ledger.runRows('b')).toMatchObject([{ status: 'created', line: 9, amount: '7' }]);
      // The run may change its report of a row, but may not put another row in that place.
      const other = { ...runRow({ ...rows[2] }), message: verbatim('not sent again') };
      await ledger.note('a', [other]);
      expect((await ledger.runRows('a'))[2]).toMatchObject({
        status: 'in_doubt',
        message: verbatim('not sent again'),
      });
      await expect(ledger.note('a', [{ ...other, key: keyed('z') }])).rejects.toThrow(/two rows of run a/);
      expect((await at.verify()).findings).toEqual([]);
    });

    it('has the rows of a run in file order, and refuses another row in the place of one of them', async () => {
      const ledger = await (await place()).open();
      const two = runRow({ sequence: 1, line: 7, key: keyed('l') });
      await ledger.note('a', [two, runRow({ sequence: 0, line: 7 })]);
      await ledger.note('a', [runRow({ sequence: 0, line: 7, status: 'in_doubt' })]);
      expect(await ledger.runRows('a')).toMatchObject([{ sequence: 0, status: 'in_doubt' }, two]);
      await expect(ledger.note('a', [runRow({ line: 7, key: keyed('m') })])).rejects.toThrow(
        /two rows of run a/,
      );
      await expect(ledger.note('a', [runRow({ line: 3 })])).rejects.toThrow(/two rows of run a/);
    });

    it('has the pages of a plan in order, and refuses to replace a page', async () => {
      const ledger = await (await place()).open();
      for (const part of [1, 0]) await ledger.keep({ runId: 'a', kind: 'plan', part, data: `${part}` });
      const pages: string[] = [];
      for await (const { data } of ledger.eachPart('a', 'plan')) pages.push(data);
      expect(pages).toEqual(['0', '1']);
      await expect(ledger.keep({ runId: 'a', kind: 'plan', part: 1, data: '' })).rejects.toThrow();
    });
  });

  describe.runIf(runs)('possible duplicates', () => {
    const two = (runId: string, name: string, more = {}) =>
      intent(runId, { key: keyed(name), reference: name, fingerprint: 'f1:a', alikeSince: 0, ...more });

    it('include rows that are paid, in doubt or being sent, but no rejected or failed rows', async () => {
      const ledger = await (await place()).open();
      for (const [sequence, type] of (['created', 'rejected', 'failed', 'in_doubt'] as const).entries())
        await sent(ledger, 'a', type, { key: keyed(type), reference: type, fingerprint: 'f1:a', sequence });
      await ledger.intend(two('a', 'open'));
      const asked = [likeness({ fingerprint: 'f1:a' }), likeness({ fingerprint: 'f1:c' }), likeness({})];
      const found = await ledger.matches(asked);
      expect(found.map(({ row }) => row.key).sort()).toEqual(['created', 'in_doubt', 'open'].map(keyed));
      expect(new Set(found.map(({ by, key }) => `${by} ${key}`))).toEqual(new Set(['content p:c:asked']));
      expect(found.filter(({ row }) => row.doubtEntry !== null).map(({ row }) => row.state)).toEqual([
        'in_doubt',
      ]);
      expect(
        await ledger.matches([{ ...likeness({ fingerprint: 'f1:a' }), key: keyed('created') }]),
      ).toHaveLength(2);
    });

    it('leave out a row of the same batch if neither row has a reference', async () => {
      const ledger = await (await place()).open();
      const bare = { reference: null, fingerprint: 'f1:a', batchId: 'x' };
      await sent(ledger, 'a', 'created', { ...bare, key: 'p:c:1' });
      const here = { fingerprint: 'f1:a', batchId: 'x' };
      expect(await ledger.matches([likeness(here)])).toEqual([]);
      expect(await ledger.matches([likeness({ ...here, batchId: 'y' })])).toHaveLength(1);
      expect(await ledger.matches([likeness({ ...here, reference: 'R' })])).toHaveLength(1);
    });

    it('include rows of the same account and amount that are or were in doubt', async () => {
      const ledger = await (await place()).open();
      const target = { target: 't' };
      for (const [sequence, type] of (['created', 'rejected', 'in_doubt'] as const).entries())
        await sent(ledger, 'a', type, { ...target, key: keyed(type), reference: type, sequence });
      const settled = { ...target, key: keyed('settled'), reference: 'settled', sequence: 3 };
      await sent(ledger, 'a', 'in_doubt', settled);
      const said = resolution('created', { key: settled.key, createdId: 't-said' });
      expect(await ledger.resolve(said)).toEqual({ ok: true });
      await ledger.intend(intent('a', { ...target, key: keyed('open'), reference: 'open', sequence: 4 }));
      const found = await ledger.matches([likeness({ target: 't' }), likeness({ target: 'u' })]);
      expect(found.map(({ row }) => row.key).sort()).toEqual(['in_doubt', 'settled'].map(keyed));
      expect(found.every(({ by }) => by === 'target')).toBe(true);
      const like = (name: string, more: Partial<Intent>) =>
        intent('b', { ...target, key: keyed(name), reference: name, ...more });
      expect(await ledger.intend(like('l', { alikeSince: 0 }))).toMatchObject({ ok: false, why: 'alike' });
      const since = await ledger.sequence();
      const open = { ...target, key: keyed('open'), reference: 'open', sequence: 4 };
      await ledger.record(outcome('a', 'in_doubt', open));
      expect(await ledger.intend(like('l', { alikeSince: since }))).toMatchObject({
        ok: false,
        why: 'alike',
      });
      const later = await ledger.sequence();
      expect(await ledger.intend(like('l', { alikeSince: later }))).toEqual({ ok: true });
    });

    it('with alikeReferenced false stop an intent only if it has no reference', async () => {
      const ledger = await (await place()).open();
      expect(await ledger.intend(two('a', 'k'))).toEqual({ ok: true });
      expect(await ledger.intend(two('b', 'l', { alikeReferenced: false }))).toEqual({ ok: true });
      const bare = { key: 'p:c:m', reference: null, alikeReferenced: false };
      expect(await ledger.intend(two('c', 'm', bare))).toMatchObject({ ok: false, why: 'alike' });
    });

    it('stop an intent if another run wrote an equal row after the check', async () => {
      const ledger = await (await place()).open();
      const since = await ledger.sequence();
      expect(await ledger.intend(two('a', 'k'))).toEqual({ ok: true });
      expect(await ledger.intend(two('a', 'same-run', { alikeSince: since }))).toEqual({ ok: true });
      const refused = await ledger.intend(two('b', 'l', { alikeSince: since }));
      expect(refused).toMatchObject({ ok: false, why: 'alike', current: { runId: 'a' } });
      expect(await ledger.row(keyed('l'))).toBeUndefined();
      expect(await ledger.intend(two('b', 'm', { alikeSince: await ledger.sequence() }))).toEqual({
        ok: true,
      });
      expect(await ledger.intend(two('c', 'n', { alikeSince: null }))).toEqual({ ok: true });
      expect(await ledger.intend(two('c', 'o', { fingerprint: '' }))).toEqual({ ok: true });
    });

    it.each([
      ['the other row is in doubt', 1],
      ['the other row is being sent', 0],
    ])('stop an intent even if this process wrote another entry after the check (%s)', async (_, swept) => {
      const at = await place();
      const [own, other] = [await at.open(), await at.open()];
      const since = await own.sequence();
      expect(await own.intend(two('a', 'j', { fingerprint: 'f1:b', alikeSince: since }))).toEqual({
        ok: true,
      });
      await other.begin(newRun('b'), claims(keyed('k')));
      expect(await other.intend(two('b', 'k', { alikeSince: since }))).toEqual({ ok: true });
      if (swept > 0) {
        await other.finish('b', AT, 4, {});
        await other.close();
      }
      expect(await own.recover(after(1))).toBe(swept);
      const refused = await own.intend(two('a', 'l', { alikeSince: since }));
      expect(refused).toMatchObject({ ok: false, why: 'alike', current: { runId: 'b' } });
    });

    it('stop an intent if a person corrected a resolution to `created` after the check', async () => {
      const at = await place();
      const ledger = await at.open();
      await sent(ledger, 'a', 'in_doubt', { target: 't' });
      expect(await ledger.resolve(resolution('not-created'))).toEqual({ ok: true });
      const since = await ledger.sequence();
      expect(await ledger.resolve(resolution('created', { correct: true }))).toEqual({ ok: true });
      const like = intent('b', { key: keyed('l'), reference: 'l', target: 't', alikeSince: since });
      const refused = await ledger.intend(like);
      expect(refused).toMatchObject({ ok: false, why: 'alike', current: { state: 'created' } });
      expect(await ledger.intend({ ...like, alikeSince: await ledger.sequence() })).toEqual({ ok: true });
      expect((await at.verify()).findings).toEqual([]);
    });

    it('of another process stop an intent only as long as they may have been paid', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      await second.intend(two('b', 'before', { fingerprint: 'f1:b' }));
      await first.intend(two('a', 'k'));
      expect(await second.intend(two('b', 'l'))).toMatchObject({ ok: false, why: 'alike' });
      await first.record(outcome('a', 'rejected', { key: keyed('k') }));
      expect(await second.intend(two('b', 'l'))).toEqual({ ok: true });
    });

    it.each([
      ['INV-7', 'inv -7'],
      ['0012', '12'],
      ['I1', 'i1'],
    ])(
      'include references that differ only in case, spaces or leading zeros: %j, %j',
      async (reference, other) => {
        const ledger = await (await place()).open();
        const first = { key: keyed(reference), reference };
        const second = { key: keyed(other), reference: other, sequence: 1 };
        await ledger.intend(intent('a', first));
        const refused = await ledger.intend(intent('b', second));
        expect(refused).toMatchObject({ ok: false, why: 'reference_like', current: { reference } });
        const asked = likeness({ reference: other });
        expect(await ledger.matches([asked])).toMatchObject([{ by: 'reference', row: { reference } }]);
        const customer = { ...asked, key: asked.key.replace(/^p/, 'c') };
        expect(await ledger.matches([customer])).toEqual([]);
        await ledger.record(outcome('a', 'rejected', first));
        expect(await ledger.intend(intent('b', second))).toEqual({ ok: true });
      },
    );

    it('sentSince finds rows of every environment, and compares amounts by value', async () => {
      const at = await place();
      const [here, other] = [await at.open(), await at.open('other')];
      await sent(here, 'a', 'created', { amount: '10.50', at: after(5), body: '{"a":1}' });
      await sent(other, 'b', 'in_doubt', { amount: '10.5', at: after(6) });
      const found = await here.sentSince(after(1), ['10.500', '7']);
      expect(found.map(({ here: own, body }) => [own, body])).toEqual(
        expect.arrayContaining([
          [true, '{"a":1}'],
          [false, '{}'],
        ]),
      );
      expect(await here.sentSince(after(7), ['10.5'])).toEqual([]);
    });

    it('sentSince finds a row that was in doubt, even if it was sent again and rejected', async () => {
      const ledger = await (await place()).open();
      await sent(ledger, 'a', 'in_doubt', { amount: '10.5' });
      expect(await ledger.resolve(resolution('not-created'))).toEqual({ ok: true });
      await sent(ledger, 'b', 'rejected', { amount: '10.5', at: after(61) });
      expect(await ledger.sentSince(after(1), ['10.5'])).toMatchObject([{ amount: '10.5' }]);
    });
  });

  describe.runIf(runs)('runs', () => {
    it('hold their keys until they die, and then their open rows become in doubt', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      expect((await first.begin(newRun('a'), claims(KEY, 'l'))).keysOfOthers).toBe(0);
      const begun = await second.begin(newRun('b'), claims(KEY, 'm'));
      expect(begun).toMatchObject({ keysOfOthers: 1, holders: [{ id: 'a', alive: true }] });
      const held = await second.heldByOthers('b', [KEY]);
      expect(held).toEqual(new Map([[KEY, 'a']]));
      await first.intend(intent('a'));
      expect(await second.recover(after(1))).toBe(0);
      await second.finish('b', AT, 0, {});
      await at.kill(first);
      const third = await at.open();
      expect((await third.begin(newRun('c'), claims('l'))).keysOfOthers).toBe(0);
      expect((await third.row(KEY))?.state).toBe('in_doubt');
      expect(await third.runRows('a')).toMatchObject([{ line: 2, status: 'in_doubt' }]);
      expect(await third.run('a')).toMatchObject({ alive: false, exitCode: null });
    });

    it('that died are recovered once, even by a process that starts no run', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      await first.begin(newRun('a'), claims(KEY));
      await first.intend(intent('a'));
      expect(await second.runRows('a')).toMatchObject([
        { status: 'in_doubt', message: rowNote('row_in_progress') },
      ]);
      await at.kill(first);
      expect(await second.recover(after(1))).toBe(1);
      expect(await second.recover(after(2))).toBe(0);
      expect(await second.doubts()).toMatchObject([{ key: KEY, body: '{}', file: 'f.csv' }]);
      expect((await at.verify()).found).toBe(0);
    });

    it('that end with an open intent leave its row in doubt to the next process', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      await first.begin(newRun('a'), claims(KEY));
      await first.intend(intent('a'));
      await first.finish('a', AT, 4, {});
      await first.close();
      expect(await second.recover(after(1))).toBe(1);
      expect(await second.row(KEY)).toMatchObject({ state: 'in_doubt' });
    });

    it('are listed newest first with their exit codes, and a batch keeps the file of its first run', async () => {
      const ledger = await (await place()).open();
      await ledger.begin(newRun('a', { settings: { quote: true } }), claims('k'));
      await ledger.finish('a', AT, 1, { created: 2, invalid: 1 });
      await ledger.begin(
        newRun('b', { batchId: 'b-a', settings: {}, fileHash: 'beef', startedAt: after(1) }),
        claims('k'),
      );
      expect(await ledger.runs(5)).toMatchObject([
        { id: 'b', alive: true, exitCode: null, fileHash: 'beef', environment: 'env' },
        { id: 'a', alive: false, exitCode: 1, counts: { created: 2 }, settings: { quote: true } },
      ]);
      expect(await ledger.batchFile('payouts', 'b-a')).toBe('f00d');
      expect(await ledger.batchFile('customers', 'b-a')).toBeUndefined();
      expect(await ledger.runsOfFile('payouts', 'f00d')).toEqual(['a']);
      await ledger.begin(newRun('c', { startedAt: after(2) }), claims('k'));
      expect(await ledger.runsOfFile('payouts', 'f00d')).toEqual(['c', 'a']);
      expect(await ledger.runsOfFile('customers', 'f00d')).toEqual([]);
    });
  });

  describe.runIf(runs)('order, amounts and messages', () => {
    it('the run that began last is the newest, even if the clock was set back', async () => {
      const ledger = await (await place()).open();
      for (const [at, id] of ['a', 'b', 'c'].entries()) {
        await ledger.begin(newRun(id, { startedAt: after(60 - at) }), claims());
        await ledger.finish(id, after(61), 0, {});
      }
      expect((await ledger.runs(3)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
      expect(await ledger.runsOfFile('payouts', 'f00d')).toEqual(['c', 'b', 'a']);
    });

    it('amounts are compared by their exact value, however they are written', async () => {
      const ledger = await (await place()).open();
      const amounts = ['9007199254740993', '0.1', '10.50', '10'];
      for (const [sequence, amount] of amounts.entries())
        await sent(ledger, 'a', 'created', { key: keyed(amount), sequence, line: sequence + 2, amount });
      const found = async (asked: string): Promise<string[]> =>
        (await ledger.sentSince(AT, [asked])).map(({ amount }) => amount);
      // As a float it equals 9007199254740993.
      expect(await found('9007199254740992')).toEqual([]);
      expect(await found('9007199254740993.00')).toEqual(['9007199254740993']);
      expect(await found('0.10')).toEqual(['0.1']);
      expect(await found('10.5')).toEqual(['10.50']);
      expect(await found('100')).toEqual([]);
    });

    it('a request of a dead run has the message `unreported`, in the doubts and in the run', async () => {
      const at = await place();
      const [first, second] = [await at.open(), await at.open()];
      await first.begin(newRun('a'), claims(KEY));
      await first.intend(intent('a'));
      await at.kill(first);
      await second.recover(after(1));
      expect(await second.doubts()).toMatchObject([{ message: rowNote('unreported') }]);
      expect(await second.runRows('a')).toMatchObject([
        { status: 'in_doubt', message: rowNote('unreported') },
      ]);
    });
  });

  describe.runIf(runs)('resolutions', () => {
    it('are accepted once for a row in doubt, and can be corrected', async () => {
      const ledger = await (await place()).open();
      await sent(ledger, 'a', 'in_doubt');
      expect(await ledger.resolve(resolution('not-created', { key: 'none' }))).toEqual({
        ok: false,
        why: 'unknown',
      });
      expect(await ledger.resolve(resolution('not-created', { at: after(1) }))).toMatchObject({
        why: 'too_soon',
      });
      expect(await ledger.resolve(resolution('not-created'))).toEqual({ ok: true });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'planned', byPerson: true });
      expect(await ledger.resolve(resolution('created'))).toMatchObject({ ok: false, why: 'not_in_doubt' });
      expect(await ledger.resolve(resolution('created', { correct: true }))).toEqual({ ok: true });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'created', createdId: 't-9', byPerson: true });
      expect(await ledger.named(['t-9', 't-8'])).toEqual(new Set(['t-9']));
      expect(await ledger.runRows('a')).toMatchObject([
        { resolved: { as: 'created', corrected: true, by: 'ada' } },
      ]);
    });

    it('as not-created are refused after the row was put back in doubt, except as a correction', async () => {
      const ledger = await (await place()).open();
      await sent(ledger, 'a', 'in_doubt');
      expect(await ledger.resolve(resolution('not-created'))).toEqual({ ok: true });
      const back = resolution('in-doubt', { correct: true, by: 'bea', reason: 'statement line 7' });
      expect(await ledger.resolve(back)).toEqual({ ok: true });
      expect(await ledger.resolve(resolution('not-created'))).toMatchObject({
        ...{ ok: false, why: 'put_back', current: { state: 'in_doubt' } },
        back: { by: 'bea', reason: 'statement line 7', at: after(60) },
      });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'in_doubt' });
      expect(await ledger.resolve(resolution('not-created', { correct: true }))).toEqual({ ok: true });
      expect(await ledger.row(KEY)).toMatchObject({ state: 'planned', byPerson: true });
    });

    it.each(['rejected', 'failed', 'created'] as const)(
      'cannot be corrected after the row was sent again (%s)',
      async (type) => {
        const ledger = await (await place()).open();
        await sent(ledger, 'a', 'in_doubt');
        expect(await ledger.resolve(resolution('not-created'))).toEqual({ ok: true });
        await sent(ledger, 'b', type);
        for (const as of ['in-doubt', 'created', 'not-created'] as const)
          expect(await ledger.resolve(resolution(as, { correct: true }))).toMatchObject({
            why: 'not_in_doubt',
          });
      },
    );

    it('are refused with a transfer id that another row has', async () => {
      const ledger = await (await place()).open();
      await sent(ledger, 'a', 'created', { key: keyed('l'), sequence: 1, createdId: 't-9' });
      await sent(ledger, 'a', 'in_doubt');
      expect(await ledger.resolve(resolution('created'))).toMatchObject({
        why: 'id_taken',
        other: { key: keyed('l') },
      });
    });

    it('are refused for a row that is being sent or was paid', async () => {
      const ledger = await (await place()).open();
      await ledger.begin(newRun('a'), claims(KEY));
      await ledger.intend(intent('a'));
      expect(await ledger.resolve(resolution('not-created'))).toMatchObject({ why: 'not_in_doubt' });
      await ledger.record(outcome('a', 'created'));
      expect(await ledger.resolve(resolution('not-created'))).toMatchObject({ why: 'not_in_doubt' });
    });
  });

  describe.runIf(runs)('the payment history', () => {
    async function pay(ledger: Ledger, run: string, amounts: readonly string[]): Promise<void> {
      await ledger.begin(newRun(run), claims());
      for (const [sequence, amount] of amounts.entries()) {
        const key = keyed(`${run}-${sequence}`);
        const who = { ...paidTo('acc'), payee: 'Ada  B' };
        await sent(ledger, run, 'created', { key, reference: key, sequence, amount, ...who });
      }
      const total = amounts.reduce((sum, amount) => sum + Number(amount), 0);
      await ledger.finish(run, AT, 0, {}, { GBP: `${total}` });
    }

    it('has the median for an account, the last account of a payee, and the totals of files', async () => {
      const at = await place();
      const ledger = await at.open();
      await pay(ledger, 'a', ['1', '2', '3', '4', '50']);
      expect(await ledger.history.habits(['acc', 'none'])).toEqual(
        new Map([['acc', [{ account: 'acc', currency: 'GBP', median: '3', of: 5, entry: 9 }]]]),
      );
      expect(await ledger.history.lastPaid(['ada b', 'none'])).toEqual(
        new Map([['ada b', { account: 'acc', entry: 9 }]]),
      );
      expect(await ledger.history.placeOf(9)).toEqual({ runId: 'a', line: 2 });
      await pay(ledger, 'b', ['7']);
      expect(await ledger.history.fileTotals('GBP', [])).toMatchObject([
        { total: '7', runId: 'b' },
        { total: '60', runId: 'a' },
      ]);
      expect(await ledger.history.fileTotals('GBP', ['b-b'])).toMatchObject([{ runId: 'a' }]);
      expect(await ledger.history.fileTotals('USD', [])).toEqual([]);
      expect((await at.verify()).found).toBe(0);
    });
  });

  describe.runIf(runs)('the hash chain', () => {
    it('gets a new head with every write, and keeps it when the ledger is only read', async () => {
      const at = await place();
      const ledger = await at.open();
      const heads = new Set([(await ledger.tip()).head]);
      const step = async (work: () => Promise<unknown>) => {
        await work();
        const { head } = await ledger.tip();
        expect(heads.has(head)).toBe(false);
        heads.add(head);
      };
      await step(() => ledger.begin(newRun('a'), claims(KEY)));
      await step(() => ledger.intend(intent('a')));
      await step(() => ledger.record(outcome('a', 'created')));
      await step(() => ledger.remember('h', 'd', AT));
      await step(() => ledger.accept(verbatim('because'), AT));
      await step(() => ledger.finish('a', AT, 0, {}));
      const { head } = await ledger.tip();
      await ledger.runRows('a');
      await ledger.recover(AT);
      expect((await ledger.tip()).head).toBe(head);
      expect(await at.verify()).toMatchObject({ found: 0, tip: { sequence: 2, head } });
    });

    it('verifies after random writes from two connections', async () => {
      const at = await place();
      const random = seeded(SEED);
      const sides = [await at.open(), await at.open()];
      const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      for (let i = 0; i < 120; i++) {
        const side = some(sides);
        const sequence = Math.floor(random() * 4);
        const more = { key: keyed(`${sequence}`), reference: `${sequence}`, sequence, at: after(i) };
        const runId = some(['x', 'y']);
        const type = some(['created', 'rejected', 'failed', 'in_doubt'] as const);
        const word = resolution(some(['created', 'not-created']), { key: more.key, createdId: `p-${i}` });
        await some([
          () => side.intend(intent(runId, { ...more, resend: random() < 0.2 })),
          () => side.record(outcome(runId, type, { ...more, createdId: `t-${i}` })),
          () => side.resolve({ ...word, sure: true, correct: random() < 0.5 }),
          () => side.recover(after(i)),
        ])().catch((error: unknown) => {
          if (!/no open intent|isn't there/.test(String(error))) throw error;
        });
      }
      expect((await at.verify()).findings, `seed ${SEED}`).toEqual([]);
    });
  });
});

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { hash64, hashInteger } from '../../../src/ledger/keys.ts';
import { Store } from '../../../src/ledger/store/store.ts';
import {
  after,
  AT,
  claims,
  identity,
  intent,
  likeness,
  newRun,
  openedLedger,
  outcome,
  runRow,
  sent,
} from '../../kit/ledger.ts';

const KEY = 'payouts:r:k';
const keyed = (name: string): string => `payouts:r:${name}`;

describe("the benchmark's ledger that does nothing", () => {
  it('has every method of one that does', async () => {
    const url = new URL('../../bench/live/no-ledger.js', import.meta.url).href;
    const { NoLedger } = (await import(url)) as { NoLedger: { prototype: object } }; // plain JavaScript
    const none = Object.getOwnPropertyNames(NoLedger.prototype);
    const own = [Store, FileLedger].flatMap((one) =>
      Object.entries(Object.getOwnPropertyDescriptors(one.prototype)),
    );
    // What a store offers its own parts alone.
    const inner = ['read', 'write', 'submit'];
    const methods = own
      .filter(([name, { value }]) => typeof value === 'function' && !inner.includes(name))
      .map(([name]) => name);
    expect(methods.filter((name) => !none.includes(name))).toEqual([]);
  });
});

describe('the ledger', () => {
  it('is readable by its owner only, in a folder of its own, with its log, its mark and its locks', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims('k'));
    const at = dirname(one.path);
    expect(statSync(at).mode & 0o777).toBe(0o700);
    const names = readdirSync(at);
    expect(names).toEqual(
      expect.arrayContaining(['ledger.db', 'ledger.db-wal', 'ledger.db.a.lock', 'ledger.db.mark']),
    );
    for (const name of names) expect(statSync(join(at, name)).mode & 0o777, name).toBe(0o600);
  });

  it('lets one run alone own a row', async () => {
    const first = openedLedger();
    const second = openedLedger(first.path);
    expect(await first.intend(intent('a'))).toEqual({ ok: true });
    const refused = await second.intend(intent('b'));
    expect(refused).toMatchObject({ ok: false, why: 'owned', current: { runId: 'a', state: 'sending' } });
    await first.record(outcome('a', 'created'), runRow());
    expect(await second.intend(intent('b'))).toMatchObject({ ok: false, current: { state: 'created' } });
  });

  it('keeps the exact body, its hash, the idempotency header and the whole answer', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created', {
      body: '{"receiverAmount":0.10}',
      idempotencyKey: 'i-1',
      idempotencyHeader: 'Idempotency-Key',
    });
    expect(await one.entries(KEY)).toMatchObject([
      {
        number: 1,
        type: 'intent',
        body: '{"receiverAmount":0.10}',
        idempotencyKey: 'i-1',
        idempotencyHeader: 'Idempotency-Key',
      },
      { number: 2, type: 'created', answer: '{"id":"t"}', httpStatus: 201 },
    ]);
  });

  it('shares a commit between concurrent writes', async () => {
    const one = openedLedger();
    await Promise.all(Array.from({ length: 50 }, (_, i) => one.intend(intent('a', { key: keyed(`${i}`) }))));
    expect(one.commits).toBe(1);
  });

  it('keeps environments apart', async () => {
    const first = openedLedger();
    await first.intend(intent('a'));
    const other = openedLedger(first.path, 'other');
    expect(await other.row(KEY)).toBeUndefined();
    expect(await other.intend(intent('b'))).toEqual({ ok: true });
  });

  it('gives the keys of a live run to nobody else, and those of a dead one back', async () => {
    const first = openedLedger();
    expect((await first.begin(newRun('a'), claims(KEY, 'l'))).held).toBe(0);
    const second = openedLedger(first.path);
    const begun = await second.begin(newRun('b'), claims(KEY, 'm'));
    expect(begun).toMatchObject({ held: 1, holders: [{ id: 'a', alive: true }] });
    const held = await second.heldByOthers('b', [{ key: KEY, hash: hashInteger(hash64(KEY)) }]);
    expect(held).toEqual(new Map([[KEY, 'a']]));
    await first.intend(intent('a'));
    await first.close(); // dies with an open intent
    expect((await second.begin(newRun('c'), claims('l'))).held).toBe(0);
    expect((await second.row(KEY))?.state).toBe('in_doubt');
    expect(await second.runRows('a')).toMatchObject([{ line: 2, status: 'in_doubt' }]);
    expect(readdirSync(join(first.path, '..')).filter((name) => name.includes('.a.lock'))).toEqual([]);
  });

  it('clears up after a dead run for whoever only looks', async () => {
    const first = openedLedger();
    await first.begin(newRun('a'), claims(KEY));
    await first.intend(intent('a'));
    const second = openedLedger(first.path);
    expect(await second.recover(after(1))).toBe(0);
    expect((await second.row(KEY))?.state).toBe('sending');
    await first.close();
    expect(await second.recover(after(1))).toBe(1);
    expect((await second.row(KEY))?.state).toBe('in_doubt');
    expect(await second.doubts()).toHaveLength(1);
    expect(await second.recover(after(2))).toBe(0);
  });
  it('is in doubt no earlier than it was sent, whatever the clock says by then', async () => {
    const first = openedLedger();
    await first.begin(newRun('a'), claims('payouts:r:k'));
    await first.intend(intent('a'));
    const { path } = first;
    await first.close();
    const second = openedLedger(path);
    expect(await second.recover(after(-120))).toBe(1);
    const entries = await second.entries('payouts:r:k');
    expect(entries.map(({ type, at }) => [type, at])).toEqual([
      ['intent', AT],
      ['in_doubt', AT],
    ]);
    expect(await second.lastEntryAt()).toEqual(AT);
  });

  it('has the run that was begun last first, also by a clock that was set back before it', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims('k'));
    await one.finish('a', AT, 0, { created: 1 });
    await one.begin(newRun('b', { startedAt: after(-3600) }), claims('k'));
    expect((await one.runs(5)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await one.runsOfFile('payouts', 'f00d')).toEqual(['b', 'a']);
  });

  it('lists the runs, newest first, with how they ended and what they were told', async () => {
    const one = openedLedger();
    await one.begin(newRun('a', { settings: { quote: true } }), claims('k'));
    await one.finish('a', AT, 1, { created: 2, invalid: 1 });
    await one.begin(newRun('b', { parent: 'b-a' }), claims('k'));
    expect(await one.runs(5)).toMatchObject([
      { id: 'b', alive: true, exitCode: null, parent: 'b-a' },
      {
        id: 'a',
        alive: false,
        exitCode: 1,
        counts: { created: 2 },
        fileHash: 'f00d',
        settings: { quote: true },
      },
    ]);
    const expected = {
      id: 'b-a',
      kind: 'payouts',
      fileHash: 'f00d',
      settings: { quote: true },
      parent: null,
    };
    expect(await one.batch('payouts', 'b-a')).toMatchObject(expected);
    expect(await one.batch('customers', 'b-a')).toBeUndefined();
  });

  it('keeps a batch as its first run had it', async () => {
    const one = openedLedger();
    await one.begin(newRun('a', { batchId: 'B', settings: { n: 1 } }), claims());
    await one.begin(newRun('b', { batchId: 'B', settings: { n: 2 }, fileHash: 'beef' }), claims());
    expect(await one.batch('payouts', 'B')).toMatchObject({ fileHash: 'f00d', settings: { n: 1 } });
    expect(await one.run('b')).toMatchObject({ fileHash: 'beef', settings: { n: 2 } });
  });

  it('rejects every write of a group whose commit fails, and works again afterwards', async () => {
    const one = openedLedger();
    const db = new Database(one.path);
    onTestFinished(() => void db.close());
    db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.key = 'payouts:r:2' BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
    );
    const write = (at: number) =>
      one.intend(intent('a', { key: `payouts:r:${at}`, reference: `${at}`, sequence: at }));
    for (const failed of [1, 2, 3].map(write)) await expect(failed).rejects.toThrow('the disk is full');
    expect(await one.sequence()).toBe(0);
    expect(await write(3)).toEqual({ ok: true });
    expect(await one.sequence()).toBe(1);
  });

  it('tells its height and the time of its last entry', async () => {
    const one = openedLedger();
    expect([await one.sequence(), await one.lastEntryAt()]).toEqual([0, null]);
    await sent(one, 'a', 'created', { at: after(5) });
    expect([await one.sequence(), await one.lastEntryAt()]).toEqual([2, after(5)]);
  });
});

describe('the rows of a run', () => {
  it('are two where two records share a line', async () => {
    const one = openedLedger();
    await one.note('a', [
      runRow({ sequence: 0, line: 7 }),
      runRow({ sequence: 1, line: 7, key: keyed('l') }),
    ]);
    expect(await one.runRows('a')).toMatchObject([
      { sequence: 0, line: 7, key: KEY },
      { sequence: 1, line: 7, key: keyed('l') },
    ]);
  });

  it('are never replaced by another: that is a defect, said loudly', async () => {
    const one = openedLedger();
    await one.note('a', [runRow()]);
    await one.note('a', [runRow({ status: 'in_doubt' })]);
    await expect(one.note('a', [runRow({ key: keyed('l') })])).rejects.toThrow(/two rows of run a/);
    await expect(one.note('a', [runRow({ line: 3 })])).rejects.toThrow(/two rows of run a/);
    expect(await one.runRows('a')).toMatchObject([{ key: KEY, line: 2, status: 'in_doubt' }]);
  });
});

describe('payments that look alike', () => {
  const print = (digit: string): string => `f1:${digit.repeat(64)}`;
  const two = (runId: string, name: string, more = {}) =>
    intent(runId, { key: keyed(name), fingerprint: print('a'), alikeSince: 0, ...more });

  it('are found if they were or may have been paid', async () => {
    const one = openedLedger();
    for (const [index, type] of (['created', 'rejected', 'failed', 'in_doubt'] as const).entries()) {
      await sent(one, 'a', type, { key: keyed(type), fingerprint: print('a'), sequence: index });
    }
    await one.intend(intent('a', { key: keyed('open'), fingerprint: print('a') }));
    await sent(one, 'a', 'created', { key: keyed('other'), fingerprint: print('b'), sequence: 8 });
    await sent(one, 'a', 'created', { key: keyed('none'), fingerprint: '', sequence: 9 });
    const found = await one.matches([likeness({ fingerprint: print('a') }), likeness({})]);
    expect(found.map(({ row }) => row.key).sort()).toEqual(['created', 'in_doubt', 'open'].map(keyed));
  });

  it('are refused in the transaction of the intent, if another run wrote one since', async () => {
    const one = openedLedger();
    const since = await one.sequence();
    expect(await one.intend(two('a', 'k'))).toEqual({ ok: true });
    expect(await one.intend(two('a', 'same-run', { alikeSince: since }))).toEqual({ ok: true });
    expect(await one.intend(two('b', 'l', { alikeSince: since }))).toMatchObject({
      ok: false,
      why: 'alike',
      current: { key: KEY, runId: 'a' },
    });
    expect(await one.row(keyed('l'))).toBeUndefined();
    expect(await one.intend(two('b', 'm', { alikeSince: await one.sequence() }))).toEqual({ ok: true });
    expect(await one.intend(two('c', 'n', { alikeSince: null }))).toEqual({ ok: true });
    expect(await one.intend(two('c', 'o', { fingerprint: '' }))).toEqual({ ok: true });
  });

  it('are no obstacle once the other was refused', async () => {
    const one = openedLedger();
    await one.intend(two('a', 'k'));
    await one.record(outcome('a', 'rejected'), runRow());
    expect(await one.intend(two('b', 'l'))).toEqual({ ok: true });
  });
});

describe('the id of what was created', () => {
  it('belongs to one row of its kind, over all runs', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created', { createdId: 't-1' });
    const key = keyed('l');
    await one.intend(intent('b', { key }));
    const row = runRow({ key });
    const taken = await one.record(outcome('b', 'created', { key, createdId: 't-1' }), row);
    expect(taken).toMatchObject({ ok: false, why: 'id_taken', current: { key: KEY, runId: 'a' } });
    expect((await one.row(key))?.state).toBe('sending');
    expect(await one.runRows('b')).toMatchObject([{ status: 'in_doubt', message: /ended while/ }]);
    expect(await one.record(outcome('b', 'in_doubt', { key, createdId: 't-1' }), row)).toEqual({ ok: true });
    expect(await one.row(key)).toMatchObject({ state: 'in_doubt', createdId: null });
  });

  it('may be the same in another kind or environment', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created', { createdId: 't-1' });
    const customer = { key: 'customers:r:k', createdId: 't-1', sequence: 1 };
    await sent(one, 'a', 'created', customer);
    expect((await one.row('customers:r:k'))?.state).toBe('created');
    const other = openedLedger(one.path, 'other');
    await sent(other, 'b', 'created', { createdId: 't-1' });
    expect((await other.row(KEY))?.state).toBe('created');
  });

  it('is known or not', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created', { createdId: 't-1' });
    expect(await one.knows(['t-1', 't-2'])).toEqual(new Set(['t-1']));
    expect(await openedLedger(one.path, 'other').knows(['t-1'])).toEqual(new Set());
  });
});

describe('a payment of an earlier run', () => {
  it('can be told as it went: quote, answer, status, attempts and times', async () => {
    const one = openedLedger();
    const attempts = [{ operation: 'createTransfer', at: 'x', status: 429, note: '', answer: '' }];
    await sent(one, 'a', 'failed', { quote: '{"fee":1}', at: after(1) });
    await one.intend(intent('b', { quote: '{"fee":2}', at: after(2), body: '{"memo":"m"}' }));
    await one.record(outcome('b', 'created', { at: after(4), startedAt: after(1), attempts }), runRow());
    await sent(one, 'b', 'rejected', { key: keyed('l'), sequence: 1 });
    expect(await one.paid([KEY, keyed('l'), keyed('none')])).toEqual(
      new Map([
        [
          KEY,
          {
            key: KEY,
            runId: 'b',
            body: '{"memo":"m"}',
            quote: '{"fee":2}',
            answer: '{"id":"t"}',
            httpStatus: 201,
            attempts,
            startedAt: after(1),
            finishedAt: after(4),
          },
        ],
      ]),
    );
  });

  it('that was sent again under its key keeps the price of the first sending', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'in_doubt', { quote: '{"fee":1}', idempotencyKey: 'i' });
    await one.intend(intent('b', { resend: true, idempotencyKey: 'i' }));
    await one.record(outcome('b', 'created'), runRow());
    expect((await one.paid([KEY])).get(KEY)).toMatchObject({ runId: 'b', quote: '{"fee":1}' });
  });

  it('is not found before it is paid', async () => {
    const one = openedLedger();
    await one.intend(intent('a'));
    expect(await one.paid([KEY])).toEqual(new Map());
    expect(identity('a').key).toBe(KEY);
  });
});

describe('what has come to be since a run looked', () => {
  it.each([
    ['INV-7', 'inv -7'],
    ['0012', '12'],
  ])('a row under %j: an intent under %j is refused in its own transaction', async (reference, other) => {
    const ledger = openedLedger();
    const key = (text: string): string => `payouts:r:${text}`;
    const first = { key: key(reference), reference };
    expect(await ledger.intend(intent('a', first))).toEqual({ ok: true });
    const second = { key: key(other), reference: other, sequence: 1 };
    expect(await ledger.intend(intent('b', second))).toMatchObject({
      ok: false,
      why: 'reference_like',
      current: { reference },
    });
    // Not paid: the other one is free.
    await ledger.record(outcome('a', 'rejected', first), runRow({ key: first.key, status: 'rejected' }));
    expect(await ledger.intend(intent('b', second))).toEqual({ ok: true });
    // A customer may have the reference of a payout.
    expect(await ledger.intend(intent('c', { key: `customers:r:${other}`, reference: other }))).toEqual({
      ok: true,
    });
  });
  it("a UUID in other capitals is another row's id", async () => {
    const ledger = openedLedger();
    const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    await sent(ledger, 'a', 'created', { key: 'payouts:r:1', createdId: id });
    await ledger.intend(intent('b', { key: 'payouts:r:2', sequence: 1 }));
    const taken = outcome('b', 'created', { key: 'payouts:r:2', sequence: 1, createdId: id.toUpperCase() });
    expect(await ledger.record(taken, runRow({ key: 'payouts:r:2', sequence: 1 }))).toMatchObject({
      why: 'id_taken',
    });
  });
});

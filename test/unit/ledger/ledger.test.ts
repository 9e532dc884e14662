// The ledger in a file, beside what test/contract/ledger.test.ts holds for every ledger.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { Store } from '../../../src/ledger/store/store.ts';
import {
  after,
  AT,
  claims,
  identity,
  intent,
  newRun,
  openedLedger,
  outcome,
  runRow,
  sent,
} from '../../kit/ledger.ts';

const KEY = 'p:r:k';
const keyed = (name: string): string => `p:r:${name}`;

describe("the benchmark's ledger that does nothing", () => {
  it('has every method of one that does', async () => {
    const url = new URL('../../bench/live/no-ledger.js', import.meta.url).href;
    const { NoLedger } = (await import(url)) as { NoLedger: { prototype: object } }; // plain JavaScript
    const none = Object.getOwnPropertyNames(NoLedger.prototype);
    const own = [Store, FileLedger].flatMap((one) =>
      Object.entries(Object.getOwnPropertyDescriptors(one.prototype)),
    );
    // What a store offers its own parts alone.
    const inner = ['read', 'readRuns', 'write', 'submit'];
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

  it('shares a commit between concurrent writes', async () => {
    const one = openedLedger();
    const { link } = await one.tip();
    await Promise.all(Array.from({ length: 50 }, (_, i) => one.intend(intent('a', { key: keyed(`${i}`) }))));
    expect((await one.tip()).link).toBe(link + 1);
  });

  it('is in doubt no earlier than it was sent, whatever the clock says by then', async () => {
    const first = openedLedger();
    await first.begin(newRun('a'), claims('p:r:k'));
    await first.intend(intent('a'));
    const { path } = first;
    await first.close();
    const second = openedLedger(path);
    expect(await second.recover(after(-120))).toBe(1);
    const entries = await second.entries('p:r:k');
    expect(entries.map(({ type, at }) => [type, at])).toEqual([
      ['intent', AT],
      ['in_doubt', AT],
    ]);
    expect(await second.lastEntryAt()).toEqual(AT);
  });

  it('rejects every write of a group whose commit fails, and works again afterwards', async () => {
    const one = openedLedger();
    const db = new Database(one.path);
    onTestFinished(() => void db.close());
    db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.key = 'p:r:2' BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
    );
    const write = (at: number) =>
      one.intend(intent('a', { key: `p:r:${at}`, reference: `${at}`, sequence: at }));
    for (const failed of [1, 2, 3].map(write)) await expect(failed).rejects.toThrow('the disk is full');
    expect(await one.sequence()).toBe(0);
    expect(await write(3)).toEqual({ ok: true });
    expect(await one.sequence()).toBe(1);
  });
});

describe('a payment of an earlier run', () => {
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

// The ledger in a file. test/contract/ledger.test.ts tests what is true for every store.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { Store } from '../../../src/ledger/store/store.ts';
import { folder } from '../../kit/folder.ts';
import {
  after,
  AT,
  claims,
  identity,
  intent,
  newRun,
  openedLedger,
  outcome,
  sent,
} from '../../kit/ledger.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { saying } from '../../kit/words.ts';

const KEY = 'p:r:k';
const keyed = (name: string): string => `p:r:${name}`;

describe("the benchmark's ledger that does nothing", () => {
  it('has every method of a real ledger', async () => {
    const url = new URL('../../bench/live/no-ledger.js', import.meta.url).href;
    const { NoLedger } = (await import(url)) as { NoLedger: { prototype: object } }; // plain JavaScript
    const none = Object.getOwnPropertyNames(NoLedger.prototype);
    const own = [Store, FileLedger].flatMap((one) =>
      Object.entries(Object.getOwnPropertyDescriptors(one.prototype)),
    );
    // Methods of a store that only its own parts call.
    const inner = ['read', 'readRuns', 'write', 'submit'];
    const methods = own
      .filter(([name, { value }]) => typeof value === 'function' && !inner.includes(name))
      .map(([name]) => name);
    expect(methods.filter((name) => !none.includes(name))).toEqual([]);
  });
});

describe('the ledger in a file', () => {
  it('is readable by its owner only, as are its folder, log, mark and locks', async () => {
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

  it('does not date a row in doubt before its intent, even if the clock ran backwards', async () => {
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
  it('keeps the quote of its first request when it was sent again with its idempotency key', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'in_doubt', { quote: '{"fee":1}', idempotencyKey: 'i' });
    await one.intend(intent('b', { resend: true, idempotencyKey: 'i' }));
    await one.record(outcome('b', 'created'));
    expect((await one.paid([KEY])).get(KEY)).toMatchObject({ runId: 'b', quote: '{"fee":1}' });
  });

  it('is not found before it is paid', async () => {
    const one = openedLedger();
    await one.intend(intent('a'));
    expect(await one.paid([KEY])).toEqual(new Map());
    expect(identity('a').key).toBe(KEY);
  });
});

// The table `rows` is emptied, restored from an earlier state, or has lost a row. The entries still show what was
// sent, so no row is sent again. The service's count of transfers proves it.

const REFUSED = {
  code: 'ledger_timeline',
  message: expect.stringContaining('that its entries name') as string,
};

const file = (name: string, rows: number): string =>
  payouts(
    numbered(rows).map((row, i) => ({ ...row, reference: `${name}-${i + 1}`, memo: `${name} ${i + 1}` })),
  );

/** A ledger that has paid two files, of 3 rows and of `more` rows. Each run starts without a results file. */
async function place(more: number) {
  const at = folder({ 'a.csv': file('A', 3), 'b.csv': file('B', more) });
  const service = await sandbox();
  const run = async (name: string): Promise<unknown> => {
    rmSync(join(at, 'in.results.csv'), { force: true });
    return runIn(at, service.url, { file: join(at, `${name}.csv`) }).catch((error: unknown) => error);
  };
  const edit = (...statements: readonly string[]): void => {
    const db = new Database(join(at, 'l.db'));
    for (const statement of statements) db.exec(statement);
    db.close();
  };
  await run('a');
  edit('CREATE TABLE kept AS SELECT * FROM rows');
  expect(await run('b')).toMatchObject({ exitCode: 0 });
  return { at, service, run, edit, paid: 3 + more };
}

describe('the check of rows against their entries', () => {
  it.each([
    ['all rows deleted', 'DELETE FROM rows'],
    ['rows restored from an earlier state', 'DELETE FROM rows; INSERT INTO rows SELECT * FROM kept'],
    ['one row deleted', `DELETE FROM rows WHERE key = 'p:r:B-2'`],
    ['state of a row changed', `UPDATE rows SET state = 'planned' WHERE key = 'p:r:B-2'`],
    ['key of a row changed', `UPDATE rows SET key = 'p:r:X', folded = 'x' WHERE key = 'p:r:B-2'`],
  ])('stops a run before it sends a paid row again: %s', async (_, sql) => {
    const { at, service, run, edit, paid } = await place(3);
    edit(sql);
    expect(await run('b')).toMatchObject({ exitCode: 4, stopped: saying('that its entries name') });
    expect(service.store.transfers).toHaveLength(paid);
    writeFileSync(join(at, 'c.csv'), file('C', 1));
    expect(await run('c')).toMatchObject({ exitCode: 0 });
  });

  it('lets a rejected row be sent again', async () => {
    const { at, service, run } = await place(1);
    writeFileSync(join(at, 'c.csv'), file('C', 2));
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(6);
  });

  it('refuses the outcome of a row that was deleted while its request was in progress', async () => {
    const path = join(folder(), 'l.db');
    const ledger = openedLedger(path);
    await ledger.begin(newRun('a'), claims('p:r:k'));
    await ledger.intend(intent('a'));
    const db = new Database(path);
    db.exec('DELETE FROM rows');
    db.close();
    await expect(ledger.record(outcome('a', 'created'))).rejects.toMatchObject(REFUSED);
    expect(await ledger.entries('p:r:k')).toHaveLength(1);
  });
});

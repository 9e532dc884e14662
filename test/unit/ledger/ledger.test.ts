// The ledger in a file, beside what test/contract/ledger.test.ts holds for every ledger.
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

// The table of rows of a ledger in a file is emptied, put back as it was before, or has lost a row: the entries still
// tell of what was sent, and nothing of it is sent again. At the service's own count.

const REFUSED = {
  code: 'ledger_timeline',
  message: expect.stringContaining('that its entries name') as string,
};

const file = (name: string, rows: number): string =>
  payouts(
    numbered(rows).map((row, i) => ({ ...row, reference: `${name}-${i + 1}`, memo: `${name} ${i + 1}` })),
  );

/** A ledger that has paid two files, of 3 rows and of `more`; nothing else remembers them. */
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

describe('a ledger in a file whose table of rows was touched', () => {
  it.each([
    ['emptied', 'DELETE FROM rows'],
    ['put back as it was before', 'DELETE FROM rows; INSERT INTO rows SELECT * FROM kept'],
    ['short of a row', `DELETE FROM rows WHERE key = 'p:r:B-2'`],
    ['altered in a state', `UPDATE rows SET state = 'planned' WHERE key = 'p:r:B-2'`],
    ['altered in a key', `UPDATE rows SET key = 'p:r:X', folded = 'x' WHERE key = 'p:r:B-2'`],
  ])('%s: what was paid is not sent again', async (_, sql) => {
    const { at, service, run, edit, paid } = await place(3);
    edit(sql);
    expect(await run('b')).toMatchObject({ exitCode: 4, stopped: saying('that its entries name') });
    expect(service.store.transfers).toHaveLength(paid);
    writeFileSync(join(at, 'c.csv'), file('C', 1));
    expect(await run('c')).toMatchObject({ exitCode: 0 });
  });

  it('as ever: what was refused is sent, and what was in doubt and settled', async () => {
    const { at, service, run } = await place(1);
    writeFileSync(join(at, 'c.csv'), file('C', 2));
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(6);
  });

  it('deleted while its request is under way: the outcome is not written as if it were there', async () => {
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

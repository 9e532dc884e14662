import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';

import { hash64, hashInteger } from '../../src/ledger/keys.ts';
import {
  type Intent,
  LedgerError,
  type NewRun,
  type RunRow,
  type SettledType,
  type Settlement,
} from '../../src/ledger/ledger.ts';
import { GroupCommit } from '../../src/ledger/sqlite/group-commit.ts';
import { MIGRATIONS } from '../../src/ledger/sqlite/schema.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import {
  allowedFrom,
  type EntryType,
  fold,
  type FoldEntry,
  nextState,
  type RowState,
  TRANSITIONS,
} from '../../src/ledger/state.ts';
import { folder } from '../support/folder.ts';

const at = new Date('2026-06-01T00:00:00Z');
const claims = (...keys: string[]): BigInt64Array =>
  BigInt64Array.from(keys.map((key) => hashInteger(hash64(key))));
const run = (id: string): NewRun => ({
  id,
  kind: 'payouts',
  batchId: `b-${id}`,
  file: 'f.csv',
  rows: 1,
  startedAt: at,
});
const identity = (runId: string, key = 'k') => ({
  key,
  reference: key,
  content: 'c',
  runId,
  batchId: `b-${runId}`,
  line: 2,
  currency: 'GBP',
  amount: '1',
});
const intent = (runId: string, more: Partial<Intent> = {}): Intent => ({
  ...identity(runId),
  at,
  body: '{}',
  bodyHash: 'h',
  idempotencyKey: null,
  quote: null,
  resend: false,
  ...more,
});
const settlement = (runId: string, type: SettledType): Settlement => ({
  ...identity(runId),
  at,
  type,
  transferId: type === 'created' ? 't' : null,
  httpStatus: 201,
  answer: '{"id":"t"}',
  message: '',
  attempts: [],
});
const row: RunRow = {
  line: 2,
  key: 'k',
  reference: 'k',
  status: 'created',
  transferId: 't',
  currency: 'GBP',
  amount: '1',
  message: '',
};

function ledger(
  path = join(folder(), 'state', 'ledger.db'),
  environment = 'env',
): SqliteLedger & { path: string } {
  const opened = new SqliteLedger(path, environment);
  onTestFinished(() => opened.close().catch(() => undefined));
  return Object.assign(opened, { path });
}

describe("a row's state", () => {
  const types = Object.keys(TRANSITIONS) as EntryType[]; // the table's own keys
  const walk = fc.array(fc.record({ type: fc.constantFrom(...types), resend: fc.boolean() }), {
    maxLength: 12,
  });

  it('is created once and for all, and in doubt only a person or a resend goes on', () => {
    fc.assert(
      fc.property(walk, (entries) => {
        let state: RowState = 'planned';
        let created = false;
        for (const entry of entries) {
          if (!allowedFrom(entry).includes(state)) {
            expect(() => nextState(state, entry)).toThrow(/can't take/);
            continue;
          }
          expect(created).toBe(false);
          if (state === 'in_doubt')
            expect(entry.type.startsWith('resolved') || (entry.type === 'intent' && entry.resend)).toBe(true);
          state = nextState(state, entry);
          created = state === 'created';
        }
      }),
    );
  });
  it('folds a whole life', () => {
    const life: FoldEntry[] = [
      { type: 'intent' },
      { type: 'in_doubt' },
      { type: 'resolved_not_created' },
      { type: 'intent' },
      { type: 'created' },
    ];
    expect(fold(life)).toBe('created');
  });
});

describe('the ledger', () => {
  it('is readable by its owner only, in a folder of its own', () => {
    const { path } = ledger();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
  });

  it('keeps the state of a row equal to the fold over its entries, whatever comes', async () => {
    const types: SettledType[] = ['created', 'rejected', 'failed', 'in_doubt'];
    const step = fc.oneof(
      fc.constant('intent'),
      fc.constant('resend'),
      fc.constantFrom(...types),
      fc.constant('yes'),
      fc.constant('no'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const one = new SqliteLedger(':memory:', 'env');
        for (const name of steps) {
          if (name === 'intent') await one.intend(intent('a'));
          else if (name === 'resend')
            await one
              .intend(intent('a', { resend: true }))
              .catch((error: unknown) => expect(error).toBeInstanceOf(LedgerError));
          else if (name === 'yes' || name === 'no') {
            await one.resolve({
              key: 'k',
              runId: 'a',
              line: 2,
              at,
              as: name === 'yes' ? 'created' : 'not-created',
              transferId: null,
              reason: 'r',
            });
          } else
            await one
              .settle(settlement('a', name), row)
              .catch((error: unknown) => expect(error).toBeInstanceOf(LedgerError));
          const known = await one.row('k');
          if (known) expect(known.state).toBe(fold(await one.entries('k')));
        }
        await one.close();
      }),
      { numRuns: 80 },
    );
  });

  it('lets one run alone own a row', async () => {
    const first = ledger();
    const second = ledger(first.path);
    expect(await first.intend(intent('a'))).toEqual({ ok: true });
    expect(await second.intend(intent('b'))).toMatchObject({
      ok: false,
      current: { runId: 'a', state: 'sending' },
    });
    await first.settle(settlement('a', 'created'), row);
    expect(await second.intend(intent('b'))).toMatchObject({ ok: false, current: { state: 'created' } });
  });

  it('keeps the exact body, its hash and the whole answer', async () => {
    const one = ledger();
    await one.intend(intent('a', { body: '{"receiverAmount":0.10}', bodyHash: 'hash' }));
    await one.settle(settlement('a', 'created'), row);
    expect(await one.entries('k')).toMatchObject([
      { type: 'intent', body: '{"receiverAmount":0.10}', bodyHash: 'hash' },
      { type: 'created', answer: '{"id":"t"}', httpStatus: 201 },
    ]);
  });

  it('shares a commit between concurrent writes', async () => {
    const one = ledger();
    await Promise.all(Array.from({ length: 50 }, (_, i) => one.intend(intent('a', { key: `k${i}` }))));
    expect(one.commits).toBe(1);
  });

  it('keeps environments apart', async () => {
    const first = ledger();
    await first.intend(intent('a'));
    const other = ledger(first.path, 'other');
    expect(await other.row('k')).toBeUndefined();
    expect(await other.intend(intent('b'))).toEqual({ ok: true });
  });

  it('gives the keys of a live run to nobody else, and those of a dead one back', async () => {
    const first = ledger();
    expect((await first.begin(run('a'), claims('k', 'l'))).held).toBe(0);
    const second = ledger(first.path);
    const begun = await second.begin(run('b'), claims('k', 'm'));
    expect(begun).toMatchObject({ held: 1, holders: [{ id: 'a', alive: true }] });
    expect(await second.heldByOthers('b', [{ key: 'k', hash: hashInteger(hash64('k')) }])).toEqual(
      new Map([['k', 'a']]),
    );
    await first.intend(intent('a'));
    await first.close(); // dies with an open intent
    expect((await second.begin(run('c'), claims('l'))).held).toBe(0);
    expect((await second.row('k'))?.state).toBe('in_doubt');
    expect(await second.runRows('a')).toMatchObject([{ line: 2, status: 'in_doubt' }]);
    expect(readdirSync(join(first.path, '..')).filter((name) => name.includes('.a.lock'))).toEqual([]);
  });

  it('resolves only what is in doubt, once, with its reason', async () => {
    const one = ledger();
    const resolution = {
      key: 'k',
      runId: 'a',
      line: 2,
      at,
      as: 'created' as const,
      transferId: 't-9',
      reason: 'statement',
    };
    await one.intend(intent('a'));
    await one.settle(settlement('a', 'in_doubt'), row);
    expect(await one.resolve(resolution)).toBe(true);
    expect(await one.resolve(resolution)).toBe(false);
    expect((await one.row('k'))?.transferId).toBe('t-9');
    expect((await one.entries('k')).at(-1)?.data).toContain('statement');
  });

  it('lists the runs, newest first, with how they ended', async () => {
    const one = ledger();
    await one.begin(run('a'), claims('k'));
    await one.finish('a', at, 1, { created: 2, invalid: 1 });
    await one.begin(run('b'), claims('k'));
    expect(await one.runs(5)).toMatchObject([
      { id: 'b', alive: true, exitCode: null },
      { id: 'a', alive: false, exitCode: 1, counts: { created: 2 } },
    ]);
  });

  it('refuses a file that is no ledger, and one from a newer version', () => {
    const at = folder({ 'text.db': 'x'.repeat(5000) });
    expect(() => new SqliteLedger(join(at, 'text.db'), 'env')).toThrow(/is no ledger/);
    const newer = new Database(join(at, 'new.db'));
    newer.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    expect(() => new SqliteLedger(join(at, 'new.db'), 'env')).toThrow(/newer paybatch/);
  });

  it('rejects every write of a group whose commit fails, and works again afterwards', async () => {
    const db = new Database(':memory:');
    onTestFinished(() => void db.close());
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)');
    const group = new GroupCommit(db);
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    const writes = [1, 2, 2].map((value) => group.submit(() => insert.run(value)));
    for (const write of writes) await expect(write).rejects.toThrow(LedgerError);
    expect(db.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 0 });
    await group.submit(() => insert.run(3));
    expect(db.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 1 });
  });

  it('says so when its place can not be written', () => {
    const at = folder({ file: '' });
    writeFileSync(join(at, 'file'), 'x');
    expect(() => new SqliteLedger(join(at, 'file', 'ledger.db'), 'env')).toThrow(/can't be opened/);
  });
});

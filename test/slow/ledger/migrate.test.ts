import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { canonicalEnvironment } from '../../../src/interface/environment.ts';
import { payoutFingerprint } from '../../../src/interface/fingerprint.ts';
import { sha256 } from '../../../src/ledger/keys.ts';
import { describeLedger } from '../../../src/ledger/sqlite/describe.ts';
import { Presence } from '../../../src/ledger/sqlite/presence.ts';
import { fold } from '../../../src/ledger/state.ts';
import { earlierLedger, envOf, storedBody } from '../../kit/earlier-ledger.ts';
import { folder } from '../../kit/folder.ts';
import { after, claims, newRun, openedLedger, resolution, sent, toSchema5 } from '../../kit/ledger.ts';
import { ACCOUNT, CUSTOMER, WALLET } from '../../kit/payouts.ts';

const HERE = envOf('https://pay.example');
const OTHER = envOf('https://other.example');
const ref = (name: string): string => `payouts:r:${name}`;
const migrated = (environment = HERE) => {
  const path = earlierLedger(join(folder(), 'ledger.db'));
  return openedLedger(path, environment, { create: false });
};

describe('a ledger of schema 1', () => {
  it('gets an id, a mark and one name for each environment', () => {
    const { path, id } = migrated();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(describeLedger(path)).toMatchObject({
      id,
      sequence: 20,
      mark: { ledgerId: id, sequence: 20 },
      environments: [{ name: OTHER }, { name: HERE }],
    });
    expect(existsSync(`${path}.mark`)).toBe(true);
    expect(readdirSync(join(path, '..')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    expect([HERE, OTHER].map(canonicalEnvironment)).toEqual([HERE, OTHER]);
  });

  it('keeps every row that was or may have been paid, where two spellings become one', async () => {
    const one = migrated();
    const states = await one.lookup(['paid', 'doubt', 'both', 'late', 'said', 'unsent'].map(ref));
    expect(Object.fromEntries([...states].map(([key, row]) => [key.slice(10), row.state]))).toEqual({
      paid: 'created',
      doubt: 'in_doubt',
      both: 'created',
      late: 'created',
      said: 'planned',
      unsent: 'failed',
    });
    const aside = (await one.doubts()).find((row) => row.reference === 'both');
    expect(aside).toMatchObject({ state: 'in_doubt', runId: 'two', line: 2 });
    // The run that knew it still does, and a person can settle it.
    expect(await one.runRows('two')).toMatchObject([
      { line: 2, key: aside?.key, status: 'in_doubt' },
      { line: 3 },
      { line: 4, resolved: { as: 'not-created', reason: 'asked' } },
      { line: 5 },
    ]);
    const said = resolution('not-created', { key: aside?.key ?? '', sure: true });
    expect(await one.resolve(said)).toEqual({ ok: true });
    expect((await one.row(ref('both')))?.state).toBe('created');
    expect(await one.knows(['t-1-paid', 't-1-both', 't-2-late', 't-3-paid'])).toEqual(
      new Set(['t-1-paid', 't-1-both', 't-2-late']),
    );
    expect([await one.upload('hash'), await one.upload('other')]).toEqual(['doc-1', 'doc-3']);
  });

  it('keeps the state of each row equal to the fold over its entries', async () => {
    const one = migrated();
    const db = new Database(one.path);
    const keys = db.prepare('SELECT DISTINCT key FROM rows WHERE environment = 1').all() as { key: string }[];
    db.close();
    expect(keys).toHaveLength(8);
    for (const { key } of keys) {
      const row = await one.row(key);
      const life = { state: row?.state, byPerson: row?.byPerson };
      expect(life, key).toEqual(fold(await one.entries(key)));
    }
  });

  it('gets fingerprints from the bodies that were sent; a row that sent none looks like nothing', async () => {
    const one = migrated();
    const fields = {
      customerId: CUSTOMER.toUpperCase(),
      source: { currency: 'USDC', network: 'ethereum', walletId: WALLET },
      destination: { currency: 'GBP', externalAccountId: ACCOUNT },
      purposeOfPayment: 'PaymentForGoods',
      receiverAmount: '10',
      memo: 'paid',
    };
    expect(await one.alike([payoutFingerprint(fields)])).toMatchObject([{ reference: 'paid' }]);
    expect((await one.row(ref('unsent')))?.fingerprint).toBe('');
  });

  it('gets fingerprints anew where an earlier version made them of other spellings, whatever tag the memo had', async () => {
    const path = join(folder(), 'l.db');
    const key = 'payouts:r:1';
    const memos = {
      [key]: `Rent pb-${sha256(key).slice(0, 10)}`,
      'payouts:r:2': 'rent',
      'payouts:r:3': 'other',
    };
    const before = openedLedger(path);
    for (const [at, [own, memo]] of [...Object.entries(memos).entries()]) {
      const row = {
        key: own,
        sequence: at,
        line: at + 2,
        body: storedBody(memo),
        fingerprint: `f1:old${at}`,
      };
      await sent(before, 'a', 'created', row);
    }
    await before.close();
    toSchema5(path);
    const db = new Database(path);
    db.exec('PRAGMA user_version = 4');
    db.close();
    const found = await openedLedger(path).lookup(Object.keys(memos));
    const [tagged = '', plain = '', other = ''] = Object.keys(memos).map(
      (own) => found.get(own)?.fingerprint,
    );
    expect(tagged).toMatch(/^f1:[0-9a-f]{64}$/);
    expect([plain === tagged, other === tagged]).toEqual([true, false]);
  });
  it('lets a person correct what was said before', async () => {
    const one = migrated();
    expect(await one.resolve(resolution('created', { key: ref('said') }))).toMatchObject({ why: 'resolved' });
    expect(await one.resolve(resolution('created', { key: ref('said'), correct: true }))).toEqual({
      ok: true,
    });
  });

  it('puts each request of a dead run in doubt, also where two were counted as one line', async () => {
    const one = migrated(OTHER);
    await one.begin(newRun('new'), claims());
    expect((await one.doubts()).map((row) => row.reference).sort()).toEqual(['open-1', 'open-2']);
    expect((await one.runRows('dead')).map((row) => [row.line, row.reference])).toEqual([
      [7, 'open-1'],
      [7, 'open-2'],
    ]);
    expect(await one.recover(after(1))).toBe(0);
  });

  it('is left alone while a run of the earlier version is going', () => {
    const path = earlierLedger(join(folder(), 'ledger.db'));
    const alive = new Presence(path, 'dead');
    expect(() => openedLedger(path, HERE)).toThrow(/in use by run dead of an earlier paybatch/);
    alive.release();
    expect(openedLedger(path, HERE).id).toMatch(/-/);
  });
});

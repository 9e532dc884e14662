// Customers and trades in ledgers of the version before: their fingerprints are computed anew from the bodies that were sent,
// in both stores, and the hash chain tells of it. Real processes, real kills.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { bodyFingerprint } from '../../../src/interface/body-fingerprint.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { postgresAddress } from '../../../src/ledger/postgres/address.ts';
import { loadDriver } from '../../../src/ledger/postgres/driver.ts';
import { makeStore, MIGRATION_POINTS as POSTGRES_POINTS } from '../../../src/ledger/postgres/opening.ts';
import { SCHEMA_VERSION as POSTGRES_VERSION } from '../../../src/ledger/postgres/schema.ts';
import { verifyPostgres } from '../../../src/ledger/postgres/verify.ts';
import { type Verified, verifyLedger } from '../../../src/ledger/sqlite/chain/verify.ts';
import { SCHEMA_VERSION } from '../../../src/ledger/sqlite/schema.ts';
import { folder } from '../../kit/folder.ts';
import { after, AT, intent, openedLedger, outcome, resolution, runRow } from '../../kit/ledger.ts';
import { asked, HAS_POSTGRES, postgres } from '../../kit/postgres.ts';
import { newPostgres } from '../../kit/stores.ts';

const CHILD = fileURLToPath(new URL('../../unit/ledger/child.js', import.meta.url));
const BODIES: Readonly<Record<string, string>> = {
  'customers:r:one': '{"businessLegalName":"Acme Ltd","customerJurisdictions":["DE","FR"]}',
  'customers:c:two': '{"businessLegalName":"Beta Ltd","taxIdentificationNumber":"0123456789"}',
  'trades:c:three': '{"amount":5.0,"pair":["USDC","USDCT"],"urgent":false}',
};
const PAYOUT = 'payouts:r:four';
const before = (at: number): string => `f1:${String(at).repeat(64)}`;

/** What the version before would have: three of them sent, one in doubt, and a payout. */
async function fill(ledger: Ledger): Promise<void> {
  for (const [at, [key, body]] of [...Object.entries(BODIES), [PAYOUT, '{}'] as const].entries()) {
    const row = { key, sequence: at, line: at + 2, fingerprint: before(at) };
    expect(await ledger.intend(intent('a', { ...row, body }))).toEqual({ ok: true });
    const type = at === 1 ? 'in_doubt' : 'created';
    await ledger.record(outcome('a', type, row), runRow({ ...row, status: type }));
  }
  await ledger.close();
}

async function judge(ledger: Ledger, verify: () => Verified | Promise<Verified>): Promise<void> {
  const same = [
    bodyFingerprint('customers', { businessLegalName: 'acme ltd', customerJurisdictions: ['FR', 'DE'] }),
    bodyFingerprint('customers', { businessLegalName: 'Beta Ltd', taxIdentificationNumber: '123456789' }),
    bodyFingerprint('trades', { pair: ['USDC', 'USDCT'], amount: '5' }),
  ];
  const alike = await ledger.alike(same);
  expect(alike.map(({ key }) => key).sort()).toEqual(Object.keys(BODIES).sort());
  expect((await ledger.row(PAYOUT))?.fingerprint).toBe(before(3));
  expect((await verify()).findings).toEqual([]);
  // A row that is taken again is told of by its entry.
  const key = 'customers:c:two';
  const fingerprint = alike.find((row) => row.key === key)?.fingerprint ?? '';
  expect(await ledger.resolve(resolution('not-created', { key, sure: true }))).toEqual({ ok: true });
  const again = intent('b', { key, fingerprint, sequence: 1, line: 3, at: after(61) });
  expect(await ledger.intend(again)).toEqual({ ok: true });
  expect((await verify()).findings).toEqual([]);
}

async function killed(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]; // Node's own event
  expect(signal).toBe('SIGKILL');
}

describe('a ledger of schema 11', () => {
  async function earlier(): Promise<string> {
    const path = join(folder(), 'ledger.db');
    await fill(openedLedger(path));
    const db = new Database(path);
    db.exec('PRAGMA user_version = 11');
    db.close();
    return path;
  }
  const verify = (path: string): Verified => verifyLedger({ path, inUse: true, seen: [] });

  it('finds its customers and trades by what they say, and its chain is whole', async () => {
    const path = await earlier();
    await judge(openedLedger(path), () => verify(path));
  });

  const POINTS = ['begun', 'tables', 'half-renewed', 'renewed', 'indexes', 'before-commit', 'committed'];
  it.each(POINTS)(
    'that is killed at "%s" of its migration is migrated by the next command',
    async (point) => {
      const path = await earlier();
      await killed('migrate', path, point);
      const db = new Database(path);
      const version = db.prepare('PRAGMA user_version').get();
      const prints = db.prepare(`SELECT count(*) AS count FROM rows WHERE fingerprint LIKE 'f1:%'`).get();
      db.close();
      const isDone = point === 'committed';
      expect(version).toMatchObject({ user_version: isDone ? SCHEMA_VERSION : 11 });
      expect(prints).toMatchObject({ count: isDone ? 1 : 4 });
      await judge(openedLedger(path), () => verify(path));
    },
  );

  it.each([
    [`UPDATE rows SET fingerprint = 'f2:0' WHERE kind = 'trades'`, 'changed'],
    [`UPDATE rows SET taken = -99 WHERE kind = 'trades'`, 'added'],
    [`UPDATE rows SET taken = 1 WHERE key = 'customers:r:one'`, 'changed'],
    [`UPDATE rows SET fingerprint = 'f2:0', taken = 0 WHERE kind = 'trades'`, 'changed'],
  ])('shows where it was touched afterwards: %s', async (sql, kind) => {
    const path = await earlier();
    await openedLedger(path).close();
    const db = new Database(path);
    db.exec(sql);
    db.close();
    expect(verify(path).findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ where: 'rows', kind })]),
    );
  });

  it('of a thousand and one customers is told in two links', async () => {
    const path = join(folder(), 'ledger.db');
    const ledger = openedLedger(path);
    const keys = Array.from({ length: 1_001 }, (_, at) => `customers:r:${at}`);
    await Promise.all(
      keys.map((key, sequence) =>
        ledger.intend(intent('a', { key, sequence, body: `{"businessLegalName":"${key}"}` })),
      ),
    );
    await ledger.close();
    const db = new Database(path);
    const links = (): unknown => db.prepare('SELECT count(*) AS count FROM links').get();
    const { count } = links() as { count: number };
    db.exec('PRAGMA user_version = 11');
    await openedLedger(path).close();
    expect(links()).toMatchObject({ count: count + 2 });
    db.close();
    expect(verify(path).findings).toEqual([]);
  });
});

const server = postgres();

describe.runIf(HAS_POSTGRES)('a ledger of schema 3 on Postgres', () => {
  async function earlier() {
    const made = await newPostgres(server);
    await fill(await made.open());
    await asked(made.text, `ALTER TABLE ${made.schema}.store DROP COLUMN place`);
    await asked(made.text, `ALTER TABLE ${made.schema}.links DROP COLUMN xid`);
    await asked(made.text, `UPDATE ${made.schema}.store SET version = 3`);
    const init = async (): Promise<void> => {
      const address = postgresAddress(made.text, { schema: made.schema });
      await makeStore({ driver: await loadDriver(), address, newId: () => 'new', now: () => AT });
    };
    return { ...made, init, verify: () => verifyPostgres(made.address, made.stateFolder) };
  }

  it('is refused until ledger init, then finds its customers and trades, and its chain is whole', async () => {
    const { open, init, verify } = await earlier();
    await expect(open()).rejects.toThrow(`has schema 3, and this paybatch needs ${POSTGRES_VERSION}`);
    await init();
    await judge(await open(), verify);
    await init();
    expect((await verify()).findings).toEqual([]);
  });

  it.each(POSTGRES_POINTS)(
    'that is killed at "%s" of its migration is migrated by the next one',
    async (point) => {
      const { text, schema, open, init, verify } = await earlier();
      await killed('migrate-postgres', text, schema, point);
      const [store] = await asked(text, `SELECT version FROM ${schema}.store`);
      expect(store).toEqual({ version: point === 'committed' ? POSTGRES_VERSION : 3 });
      await init();
      await judge(await open(), verify);
    },
  );
});

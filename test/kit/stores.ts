// The stores that a ledger can be kept in, for tests that run on each of them.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Verified } from '../../src/ledger/evidence/verify.ts';
import { verifyLedger } from '../../src/ledger/evidence/verify.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { postgresAddress } from '../../src/ledger/postgres/address.ts';
import { makeStore } from '../../src/ledger/postgres/make.ts';
import { verifyPostgres } from '../../src/ledger/postgres/mirror.ts';
import type { OpenStoreOptions } from '../../src/ledger/postgres/open.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { folder } from './folder.ts';
import { openedLedger } from './ledger.ts';
import { asked, HAS_POSTGRES, postgres, type TestPostgres } from './postgres.ts';

/** A ledger at one place, which may be opened several times. */
export interface Place {
  open: (environment?: string) => Promise<Ledger>;
  /** Its process dies, so that nothing that it held is held any more. */
  kill: (ledger: Ledger) => Promise<void>;
  verify: () => Promise<Verified>;
}

export interface Store {
  readonly name: string;
  readonly runs: boolean;
  place: () => Promise<Place>;
}

const sqlite: Store = {
  name: 'SQLite',
  runs: !HAS_POSTGRES,
  place: () => {
    const path = join(folder(), 'state', 'ledger.db');
    return Promise.resolve({
      open: (environment = 'env') => Promise.resolve(openedLedger(path, environment)),
      kill: (ledger: Ledger) => ledger.close(),
      verify: () => Promise.resolve(verifyLedger({ path, inUse: true, seen: [] })),
    });
  },
};

const NOW = (): Date => new Date('2026-06-01T00:00:00Z');

/** The options with which tests open a ledger on Postgres. */
export const openPostgres = (
  address: OpenStoreOptions['address'],
  stateFolder: string,
  environment: string,
): OpenStoreOptions => ({
  ...{ address, environment, accept: false, look: false, pinnedId: undefined, stateFolder, now: NOW },
  host: { name: 'test', pid: process.pid, version: '0.0' },
  leaseMs: 2_000,
  patienceMs: 20_000,
});

/** Makes a new ledger on Postgres. `open` opens it once more. */
export async function newPostgres(server: TestPostgres) {
  const [text, schema] = [server.address(), server.newSchema()];
  const address = postgresAddress(text, { schema });
  await makeStore({ address, newId: randomUUID, now: NOW });
  const stateFolder = folder();
  const open = async (environment = 'env', more: Partial<OpenStoreOptions> = {}): Promise<PostgresLedger> => {
    const opened = await PostgresLedger.open({ ...openPostgres(address, stateFolder, environment), ...more });
    onTestFinished(() => opened.close().catch(() => undefined));
    return opened;
  };
  return { text, schema, address, stateFolder, open };
}

export const onPostgres = (server: TestPostgres): Store => ({
  name: `Postgres`,
  runs: HAS_POSTGRES,
  place: async () => {
    const { text, schema, address, stateFolder, open } = await newPostgres(server);
    return {
      open,
      kill: async () => {
        await asked(
          text,
          `UPDATE ${schema}.workers SET lease_until = '-infinity', closed_at = clock_timestamp()`,
        );
      },
      verify: () => verifyPostgres(address, stateFolder),
    };
  },
});

export const stores = (): readonly Store[] => [sqlite, onPostgres(postgres())];

// Places for tests of ledger copy: files and Postgres schemas, with and without a ledger.
import { join } from 'node:path';

import type { FromPlace, ToPlace } from '../../../src/ledger/copy/copy.ts';
import { type Verified, verifyLedger } from '../../../src/ledger/evidence/verify.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { postgresAddress } from '../../../src/ledger/postgres/address.ts';
import { verifyPostgres } from '../../../src/ledger/postgres/mirror.ts';
import { folder } from '../../kit/folder.ts';
import { openedLedger } from '../../kit/ledger.ts';
import type { TestPostgres } from '../../kit/postgres.ts';
import { newPostgres, openPostgres } from '../../kit/stores.ts';

export interface CopyPlace {
  readonly name: string;
  readonly from: FromPlace;
  readonly to: ToPlace;
  /** The ledger's address on a command line, and the environment variables that it needs. */
  readonly word: string;
  readonly env: Readonly<Record<string, string>>;
  readonly open: (environment?: string) => Promise<Ledger>;
  readonly verify: () => Verified | Promise<Verified>;
}

/** `made`: whether the place has a ledger. */
export function filePlace(made: boolean): CopyPlace {
  const path = join(folder(), 'state', 'ledger.db');
  if (made) void openedLedger(path).close();
  return {
    name: path,
    from: { kind: 'file', path },
    to: { kind: 'file', path },
    word: path,
    env: {},
    // As a run opens it: it creates nothing and accepts nothing.
    open: (environment = 'env') =>
      new Promise((resolve) => {
        resolve(new FileLedger(path, environment, { create: false, accept: false }));
      }),
    verify: () => verifyLedger({ path, inUse: true, seen: [] }),
  };
}

export async function postgresPlace(server: TestPostgres, made: boolean): Promise<CopyPlace> {
  const { text, schema, address, stateFolder } = made
    ? await newPostgres(server)
    : unmade(server.address(), server.newSchema());
  const opening = openPostgres(address, stateFolder, 'env');
  return {
    name: address.shown,
    from: { kind: 'postgres', opening },
    to: { kind: 'postgres', address },
    word: text,
    env: { PAYBATCH_LEDGER_SCHEMA: schema },
    open: async (environment = 'env') => {
      const { PostgresLedger } = await import('../../../src/ledger/postgres/postgres-ledger.ts');
      return PostgresLedger.open(openPostgres(address, stateFolder, environment));
    },
    verify: () => verifyPostgres(address, stateFolder),
  };
}

const unmade = (text: string, schema: string) => ({
  text,
  schema,
  address: postgresAddress(text, { schema }),
  stateFolder: folder(),
});

// Postgres for a file of tests: the shared server of the tier `hosts`, or a separate one. Each file has a separate
// role and database, and each ledger a separate schema.
import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, inject } from 'vitest';

import { asked, NAMED, PostgresServer } from './postgres-server.ts';

export { asked };

export const HAS_POSTGRES = process.env['PAYBATCH_TEST_STORE'] === 'postgres';

export interface TestPostgres {
  /** The address of a role that owns its database and is not a superuser. */
  readonly address: () => string;
  /** A schema name that no ledger has yet. */
  readonly newSchema: () => string;
  readonly superuser: () => string;
  /** Only with `own`. */
  readonly server: () => PostgresServer;
}

/** `own`: a server for this file alone, which it may stop. */
export function postgres({ own = false } = {}): TestPostgres {
  let server: PostgresServer | undefined;
  let address = '';
  beforeAll(async () => {
    if (!HAS_POSTGRES) return;
    if (own) server = await PostgresServer.start();
    address = await newDatabase(server?.address ?? inject('postgres'));
  });
  afterAll(async () => server?.remove());
  return {
    address: () => address,
    newSchema: () => `s${randomBytes(6).toString('hex')}`,
    superuser: () => server?.address ?? inject('postgres'),
    server: () => {
      if (!server) throw new Error('the server is not our own');
      return server;
    },
  };
}

/** The address of a role that owns a new database. */
export async function newDatabase(superuser: string): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  await asked(superuser, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await asked(superuser, `CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(superuser);
  [url.username, url.password, url.pathname] = [name, superuser === NAMED ? name : '', `/${name}`];
  return url.href;
}

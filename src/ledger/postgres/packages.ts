// Loads the optional packages pg and pg-boss, and opens a ledger for commands that are not runs.
import { versions } from 'node:process';

import type Pg from 'pg';

import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { PostgresAddress } from './address.ts';
import { Connections, type ServerSession } from './connections.ts';
import { postgresMessage } from './messages.ts';

const NEEDED = [22, 12] as const;
/** As in package.json. */
const VERSIONS = { pg: '8.23.1', 'pg-boss': '12.35.0' } as const;

/** Errors: {@link LedgerError}, `node_version` or `missing_package`. */
export async function loadDriver(node: string = versions.node): Promise<typeof Pg> {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    throw refusal('node_version', postgresMessage('node_too_old', { needed: NEEDED.join('.'), node }));
  }
  return (await optional('pg', () => import('pg'))).default;
}

/** Loads an optional package. Errors: {@link LedgerError}, `missing_package`. */
export async function optional<T>(name: keyof typeof VERSIONS, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error; // Node's own code
    const message = ledgerMessage('package_missing', { name, version: VERSIONS[name] });
    throw new LedgerError(message, error, 'missing_package');
  }
}

/** To make, copy, verify, export or describe a ledger. A lost server is not retried. Errors: {@link LedgerError}. */
export async function visit<T>(
  address: PostgresAddress,
  work: (session: ServerSession) => Promise<T>,
): Promise<T> {
  const connections = new Connections(await loadDriver(), { address, patienceMs: 0 });
  try {
    return await connections.steady(work);
  } finally {
    await connections.close();
  }
}

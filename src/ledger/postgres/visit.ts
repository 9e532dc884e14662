// Connections to a ledger on Postgres for one piece of work that is no run: to copy, verify, export or describe it. A server
// that isn't there isn't waited for.
import type { PostgresAddress } from './address.ts';
import { Connections, type Session } from './connections.ts';
import { loadDriver } from './driver.ts';
import { readStore } from './make.ts';
import type { ServerFacts } from './safety.ts';

/** Says by an error that a connection that was just made must not be used. */
type Judge = (session: Session, facts: ServerFacts) => Promise<void>;

/** Errors: {@link LedgerError}, also those of `judge`. */
export async function visit<T>(
  address: PostgresAddress,
  judge: Judge,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  const connections = new Connections(await loadDriver(), { address, patienceMs: 0, judge });
  try {
    return await work(connections);
  } finally {
    await connections.close();
  }
}

/** Looked at, it may also be one that was moved elsewhere. */
export const evenMoved =
  (address: PostgresAddress): Judge =>
  async (session) => {
    await readStore(session, address, { moved: true });
  };

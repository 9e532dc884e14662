// Connections to the ledger's server. Each is checked before its first use (safety.ts). A connection that breaks is
// discarded. Work that may be repeated is repeated over another one.
import type { ConnectionOptions } from 'node:tls';

import type Pg from 'pg';
import type { Client, Pool, PoolClient, QueryResult } from 'pg';

import { toldBy } from '../../errors.ts';
import { readSmallFile, SMALL, SmallFileError } from '../../files/small-file.ts';
import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { PostgresAddress } from './address.ts';
import { postgresMessage } from './messages.ts';
import { type AskedFor, passwordFor } from './pass-file.ts';
import { isLost, type Reach, ReachNotices, serverComplaint } from './reach.ts';
import { checkServer, FACTS, type ServerFacts } from './safety.ts';

export type ServerRow = Readonly<Record<string, unknown>>;

/** One connection of the pool, while this process uses it. */
export interface ServerSession {
  /** The server's timeline. */
  readonly timeline: string;
  /** Without values the text may have several statements. Returns the rows of the last one. */
  readonly query: <R extends ServerRow>(text: string, values?: readonly unknown[]) => Promise<R[]>;
  /** For frequent statements: the server plans them once for each connection. */
  readonly prepared: <R extends ServerRow>(text: string, values: readonly unknown[]) => Promise<R[]>;
  /** Sends the statements that `ask` makes before it returns in one piece. */
  readonly together: <T>(ask: () => T) => T;
}

/** The server's number for its 64-bit integers. */
const INT8 = 20;
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** So long a host that hangs in a transaction keeps other hosts waiting. */
const IDLE_IN_TRANSACTION = '5s';
const LEAST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 2_000;

interface ConnectionSettings {
  readonly address: PostgresAddress;
  /** How long a lost connection is retried. */
  readonly patienceMs: number;
  /** Throws if a new connection must not be used. */
  readonly check?: (session: ServerSession) => Promise<void>;
}

export class Connections {
  readonly #pool: Pool;
  readonly #settings: ConnectionSettings;
  /** The timelines of connections that may be used. */
  readonly #checked = new WeakMap<PoolClient, string>();
  #closed = false;
  #reaching: ReachNotices | undefined;
  /** A caller has waited for the server in vain. Until the server is back, no other caller waits. */
  #isGivenUp = false;

  constructor(driver: typeof Pg, settings: ConnectionSettings) {
    const { address } = settings;
    this.#settings = settings;
    // Its declared type has only the numbers of built-in types.
    const parserOf = driver.types.getTypeParser as (
      oid: number,
      format?: string,
    ) => (value: string) => unknown;
    this.#pool = new driver.Pool({
      host: address.host,
      port: address.port,
      user: address.user,
      database: address.database,
      password: address.password ?? passwordCallback(address),
      ssl: tlsOf(address),
      max: 4,
      // Statements are sent before the responses to earlier ones, which saves round trips.
      pipeline: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      application_name: 'paybatch',
      // 64-bit integers are numbers here. Only hashes are larger than 2^53, and those are read as text.
      types: {
        getTypeParser: (oid: number, format?: string) => (oid === INT8 ? Number : parserOf(oid, format)),
      },
    });
    // Without a listener, a connection that breaks would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
  }

  /** From now on `notify` is called when the server is lost, and when it is back. */
  watch(notify: (reach: Reach) => void): void {
    this.#reaching = new ReachNotices(notify);
  }

  /** Calls `work` once with a connection. If `work` throws, the connection is not used again. */
  async once<T>(work: (session: ServerSession) => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      const result = await this.#once(work);
      this.#reaching?.answered(performance.now());
      return result;
    } catch (error) {
      if (!this.#closed) this.#reaching?.failed(error, startedMs, performance.now());
      throw error;
    }
  }

  async #once<T>(work: (session: ServerSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      const timeline = this.#checked.get(client) ?? (await this.#begin(client));
      const result = await work(sessionOf(client, timeline));
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Repeats `work` over another connection while the connection is lost. Errors: {@link LedgerError}. */
  async steady<T>(
    work: (session: ServerSession) => Promise<T>,
    patienceMs = this.#settings.patienceMs,
  ): Promise<T> {
    const startedMs = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const result = await this.once(work);
        this.#isGivenUp = false;
        return result;
      } catch (error) {
        const left = patienceMs - (performance.now() - startedMs);
        if (isLost(error) && left <= 0) this.#isGivenUp = true;
        if (!isLost(error) || this.#closed || this.#isGivenUp) throw this.asLedgerError(error);
        const pauseMs = Math.min(LEAST_PAUSE_MS * 2 ** tries, MOST_PAUSE_MS, left);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  readonly query: ServerSession['query'] = (text, values = []) =>
    this.steady((session) => session.query(text, values));

  /** Any error as a {@link LedgerError}. */
  asLedgerError(error: unknown): LedgerError {
    if (error instanceof LedgerError) return error;
    const { shown } = this.#settings.address;
    const isAway = isLost(error);
    const why = serverComplaint(error);
    const message = ledgerMessage('ledger_cannot', { ledger: shown, be: isAway ? 'reached' : 'used', why });
    return new LedgerError(message, error, isAway ? 'ledger_unreachable' : 'ledger');
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.end();
  }

  async #begin(client: PoolClient): Promise<string> {
    const { address, check } = this.#settings;
    const { query } = sessionOf(client, '');
    await query(
      // A plan that was made while a table was empty would read it whole for ever: every question has its index. The
      // setting makes some plans look so costly that the server would compile each for a quarter of a second (jit).
      `SET search_path TO "${address.schema}"; SET client_min_messages TO warning; SET enable_seqscan TO off; SET jit TO off;
       SET idle_in_transaction_session_timeout TO '${IDLE_IN_TRANSACTION}'`,
    );
    const [facts] = (await query(FACTS)) as unknown as ServerFacts[]; // the columns of FACTS
    if (!facts) throw new Error('the server says nothing of itself');
    checkServer(address.shown, facts);
    await check?.(sessionOf(client, facts.timeline));
    this.#checked.set(client, facts.timeline);
    return facts.timeline;
  }
}

/** Names of prepared statements, by their text. There are a few dozen. */
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  const name = NAMES.get(text) ?? `paybatch_${NAMES.size}`;
  NAMES.set(text, name);
  return name;
}

function sessionOf(client: PoolClient, timeline: string): ServerSession {
  // The pool makes its clients with this driver.
  const { stream } = (client as unknown as Client).connection;
  return {
    timeline,
    together: (ask) => {
      stream.cork();
      try {
        return ask();
      } finally {
        stream.uncork();
      }
    },
    prepared: async <R extends ServerRow>(text: string, values: readonly unknown[]) => {
      const { rows } = await client.query<R>({ name: nameOf(text), text, values: [...values] });
      return rows;
    },
    query: async <R extends ServerRow>(text: string, values?: readonly unknown[]) => {
      const result = (await client.query<R>(text, values && [...values])) as
        QueryResult<R> | QueryResult<R>[]; // of several statements a list
      return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? [];
    },
  };
}

/** pg calls it only if the server wants a password. pg would leave a connection open that fails here. */
function passwordCallback({ shown, variables }: PostgresAddress): () => string {
  function ask(this: Client, asked: AskedFor): string {
    try {
      return passwordFor(asked, shown, variables);
    } catch (error) {
      this.connection.stream.destroy();
      throw error;
    }
  }
  return ask as () => string;
}

function tlsOf({ ssl, rootCertificate }: PostgresAddress): ConnectionOptions | false {
  if (ssl === 'disable') return false;
  const ca = rootCertificate === undefined ? {} : { ca: readCertificate(rootCertificate) };
  if (ssl === 'require') return { rejectUnauthorized: false, ...ca };
  return { ...(ssl === 'verify-ca' && { checkServerIdentity: () => undefined }), ...ca };
}

/** Errors: {@link LedgerError}. */
function readCertificate(path: string): string {
  try {
    return readSmallFile(path, SMALL.settings);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new LedgerError(
      postgresMessage('certificate_unreadable', { path, why: toldBy(error) }),
      error,
      'ledger_path',
    );
  }
}

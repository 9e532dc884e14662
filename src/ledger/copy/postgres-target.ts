// A place on Postgres that becomes a ledger. It is filled in one transaction; what it holds then says that it is no ledger
// before the move has arrived, which is one more.
import { setTimeout } from 'node:timers/promises';

import type { Verified } from '../evidence/verify.ts';
import { LedgerError } from '../ledger-error.ts';
import { isAway, type MoveRecord } from '../moved.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { Session } from '../postgres/connections.ts';
import { beginStore, lockOf, makeTables, readStore } from '../postgres/make.ts';
import type { ServerFacts } from '../postgres/safety.ts';
import { verifyPostgres } from '../postgres/verify.ts';
import { visit } from '../postgres/visit.ts';
import { makeQueue } from '../queue/boss.ts';
import { LEDGER_TABLES, quoted } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import { LONG, PostgresContents, tellMove } from './postgres-source.ts';
import type { Found, SourceFacts, StoredRow, Target } from './sides.ts';

export function withPostgresTarget<T>(
  address: PostgresAddress,
  now: () => Date,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  let timeline = '';
  const judge = (_: Session, facts: ServerFacts): Promise<void> => {
    ({ timeline } = facts);
    return Promise.resolve();
  };
  return visit(address, judge, (connections) =>
    connections.steady(async (session) => {
      await hold(session, address);
      return work(new PostgresTarget(session, { address, now, timeline }));
    }),
  );
}

/** The server needs a moment to see that a connection, and the copy that was made over it, is no more. */
const TRIES = 50;

/** Held by the connection, and gone with it. */
async function hold(session: Session, { schema, shown }: PostgresAddress): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [lock] = await session.query<{ had: boolean }>(
      `SELECT pg_try_advisory_lock(1885433187, hashtext('${schema}')) AS had`,
    );
    if (lock?.had === true) return;
    await setTimeout(100);
  }
  throw new LedgerError(`a ledger is just being copied to ${shown}`, undefined, 'ledger_busy');
}

interface Place {
  readonly address: PostgresAddress;
  readonly now: () => Date;
  readonly timeline: string;
}

class PostgresTarget extends PostgresContents implements Target {
  readonly name: string;
  readonly #place: Place;

  constructor(session: Session, place: Place) {
    super(session);
    this.name = place.address.shown;
    this.#place = place;
  }

  async look(): Promise<Found> {
    const { schema } = this.#place.address;
    const [there] = await this.session.query<{ there: boolean }>(
      `SELECT to_regclass('"${schema}".store') IS NOT NULL AS there`,
    );
    if (there?.there !== true) return { kind: 'none' };
    const { ledger_id: id } = await readStore(this.session, this.#place.address, { moved: true });
    const move = await this.move();
    if (isAway(move) && move.target === this.name) return { kind: 'unfinished', id, tip: await this.tip() };
    return { kind: 'ledger', id };
  }

  async begin({ id, createdAt }: SourceFacts): Promise<void> {
    const { address, timeline } = this.#place;
    const { session } = this;
    await session.query(`BEGIN; ${LONG}; SELECT pg_advisory_xact_lock(${lockOf(address.schema)})`);
    await makeTables(session, address);
    const tables = await session.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    await session.query(`TRUNCATE ${quoted(tables.map(({ name }) => name))}`);
    await session.query('INSERT INTO meta VALUES (1, $1, $2)', [id, createdAt]);
    await beginStore(session, timeline);
  }

  async insert(table: string, rows: readonly StoredRow[]): Promise<void> {
    const columns = quoted(LEDGER_TABLES[table]?.columns ?? []);
    await this.#insert(table, columns, JSON.stringify(rows));
  }

  async insertBeside(table: string, rows: string): Promise<boolean> {
    await this.#insert(table, '*', rows);
    return true;
  }

  async #insert(table: string, columns: string, rows: string): Promise<void> {
    const into = columns === '*' ? `"${table}"` : `"${table}" (${columns})`;
    try {
      await this.session.query(
        `INSERT INTO ${into} SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
        [rows],
      );
    } catch (error) {
      // What Postgres can't hold as text: NUL, half of a pair.
      if ((error as { code?: unknown }).code !== '22P05') throw error;
      throw new LedgerError(
        `a record of ${table} holds a character that Postgres can't keep (NUL, or half of a surrogate pair), so that a copy of this ledger can't be whole there: it has to stay in a file`,
        error,
        'ledger_format',
      );
    }
  }

  async filled(): Promise<void> {
    await this.session.query('COMMIT');
    await makeQueue(this.session, this.#place.address.schema);
  }

  /** No other host has seen it yet, so no mark speaks of it. */
  verify(): Promise<Verified> {
    return verifyPostgres(this.#place.address, null);
  }

  async arrive(move: MoveRecord): Promise<Tip> {
    const { address, now } = this.#place;
    const at = now().getTime();
    await this.session.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockOf(address.schema)})`);
    const tip = await tellMove(this.session, await this.tip(), { ...move, arrived: at }, at);
    await this.session.query('COMMIT');
    return tip;
  }
}

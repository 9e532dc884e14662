// The tables of a ledger on Postgres, made by `ledger init` alone.
import { INDEXES, LEDGER_TABLES, REPORTED, tableSql } from '../store/tables.ts';

/** Another version is refused: nothing carries an earlier format. */
export const SCHEMA_VERSION = 18;

const TYPES = { text: 'text COLLATE "C"', number: 'bigint' };

export const SCHEMA = `
  ${Object.entries(LEDGER_TABLES)
    .map(([name, table]) => `${tableSql(name, table, TYPES)};`)
    .join('\n')}
  ${INDEXES.join(';\n')};
  ${REPORTED};
  -- Which ledger this is: one row.
  CREATE TABLE meta (one int PRIMARY KEY CHECK (one = 1), ledger_id text NOT NULL, created_at bigint NOT NULL);
  -- Whether a move's arrival was heard here: no link tells of it.
  ALTER TABLE moves ADD COLUMN done bigint;
  -- Which transaction wrote a link: one that was put back was written by another (database-identity.ts).
  ALTER TABLE links ADD COLUMN xid bigint DEFAULT (pg_current_xact_id()::text::bigint);
  -- Where its server stood when it was made or last accepted: another timeline is a failover or a restore. And which database
  -- that is (database-identity.ts): other numbers are a copy.
  CREATE TABLE store (
    one int PRIMARY KEY CHECK (one = 1), version int NOT NULL, timeline text NOT NULL, place text NOT NULL
  );
  -- Keys that a live run works on; emptied when it ends.
  CREATE TABLE claims (environment bigint NOT NULL, hash bigint NOT NULL, run_id text NOT NULL, PRIMARY KEY (environment, hash));
  CREATE INDEX claims_run ON claims (run_id);
  -- Hosts at work. An id is never used again; a lease is counted by this server's clock.
  CREATE TABLE workers (
    id text PRIMARY KEY, environment bigint NOT NULL, host text NOT NULL, pid bigint NOT NULL, version text NOT NULL,
    lease_until timestamptz NOT NULL, closed_at timestamptz
  );
  -- Requests that may be in progress, or whose host has not said how they ended.
  CREATE TABLE intents (
    environment bigint NOT NULL, key text COLLATE "C" NOT NULL, entry bigint, worker text, PRIMARY KEY (environment, key)
  );
  CREATE TABLE presences (run_id text PRIMARY KEY, worker text NOT NULL);
  -- How a submission goes on: no part of the hash chain. doubts, alone, answered: over all hosts, rows in doubt; whose
  -- transfer goes alone, and whether one was answered.
  ALTER TABLE submissions ADD COLUMN submitter text, ADD COLUMN queued_at timestamptz, ADD COLUMN stopped text,
    ADD COLUMN ended_at timestamptz, ADD COLUMN doubts bigint NOT NULL DEFAULT 0, ADD COLUMN alone text,
    ADD COLUMN answered boolean NOT NULL DEFAULT false;
  CREATE INDEX submissions_open ON submissions (environment) WHERE ended_at IS NULL;
  -- About 50 rows each. waiting: not all of its documents are uploaded.
  CREATE TABLE chunks (
    run_id text NOT NULL, chunk bigint NOT NULL, state text NOT NULL CHECK (state IN ('waiting', 'queued', 'done')),
    worker text, PRIMARY KEY (run_id, chunk)
  );
  CREATE INDEX chunks_open ON chunks (run_id) WHERE state <> 'done';
  CREATE INDEX chunks_held ON chunks (worker) WHERE worker IS NOT NULL;
  CREATE INDEX items_chunk ON items (run_id, chunk) WHERE chunk IS NOT NULL;
  -- What all hosts of an environment may do together, and what each of them does.
  CREATE TABLE bucket (
    environment bigint PRIMARY KEY, rate double precision, concurrency bigint, paid_until timestamptz
  );
  -- wanted: how many requests it would have in progress, if it could: who wants none leaves its part to the others.
  CREATE TABLE slots (
    environment bigint NOT NULL, worker text NOT NULL, taken bigint NOT NULL, wanted bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (environment, worker)
  );
`;

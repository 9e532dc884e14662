// The tables of a ledger on Postgres, made only by `ledger init`.
import { INDEXES, LEDGER_TABLES, REPORTED, tableSql } from '../store/tables.ts';

/** Any other version is refused: there are no migrations. */
export const SCHEMA_VERSION = 22;

const TYPES = { text: 'text COLLATE "C"', number: 'bigint' };

export const SCHEMA = `
  ${Object.entries(LEDGER_TABLES)
    .map(([name, table]) => `${tableSql(name, table, TYPES)};`)
    .join('\n')}
  ${INDEXES.join(';\n')};
  ${REPORTED};
  -- Which ledger this is: one row.
  CREATE TABLE meta (one int PRIMARY KEY CHECK (one = 1), ledger_id text NOT NULL, created_at bigint NOT NULL);
  -- When the source recorded the arrival of a move. It is not in the hash chain.
  ALTER TABLE moves ADD COLUMN done bigint;
  -- Which transaction wrote a link: another one wrote a restored link (database-identity.ts).
  ALTER TABLE links ADD COLUMN xid bigint DEFAULT (pg_current_xact_id()::text::bigint);
  -- The server's timeline when the ledger was made or last accepted: another timeline is a failover or a restore. place:
  -- which database it is (database-identity.ts): other numbers are a copy.
  CREATE TABLE store (
    one int PRIMARY KEY CHECK (one = 1), version int NOT NULL, timeline text NOT NULL, place text NOT NULL
  );
  -- Keys that a live run has claimed. They are deleted when it ends.
  CREATE TABLE claims (environment bigint NOT NULL, hash bigint NOT NULL, run_id text NOT NULL, PRIMARY KEY (environment, hash));
  CREATE INDEX claims_run ON claims (run_id);
  -- Hosts at work. An id is never used again. This server's clock decides when a lease expires.
  CREATE TABLE workers (
    id text PRIMARY KEY, environment bigint NOT NULL, host text NOT NULL, pid bigint NOT NULL, version text NOT NULL,
    lease_until timestamptz NOT NULL, closed_at timestamptz
  );
  -- Requests that may be in progress, or whose host has not reported the outcome.
  CREATE TABLE intents (
    environment bigint NOT NULL, key text COLLATE "C" NOT NULL, entry bigint, worker text, PRIMARY KEY (environment, key)
  );
  CREATE TABLE presences (run_id text PRIMARY KEY, worker text NOT NULL);
  -- The progress of a submission, which is not in the hash chain. doubts: rows in doubt over all hosts. alone: the host
  -- that sends the first transfer. answered: whether its response has come.
  ALTER TABLE submissions ADD COLUMN submitter text, ADD COLUMN queued_at timestamptz, ADD COLUMN stopped text,
    ADD COLUMN ended_at timestamptz, ADD COLUMN doubts bigint NOT NULL DEFAULT 0, ADD COLUMN alone text,
    ADD COLUMN answered boolean NOT NULL DEFAULT false;
  CREATE INDEX submissions_open ON submissions (environment) WHERE ended_at IS NULL;
  -- About 50 rows each.
  CREATE TABLE chunks (
    run_id text NOT NULL, chunk bigint NOT NULL, state text NOT NULL CHECK (state IN ('queued', 'done')),
    worker text, PRIMARY KEY (run_id, chunk)
  );
  CREATE INDEX chunks_open ON chunks (run_id) WHERE state <> 'done';
  CREATE INDEX chunks_held ON chunks (worker) WHERE worker IS NOT NULL;
  CREATE INDEX items_chunk ON items (run_id, chunk) WHERE chunk IS NOT NULL;
  -- What all hosts of an environment may do together, and what each of them does.
  CREATE TABLE bucket (
    environment bigint PRIMARY KEY, rate double precision, concurrency bigint, paid_until timestamptz
  );
  -- wanted: how many requests a host would have in progress if it could. A host that wants none leaves its part to others.
  CREATE TABLE slots (
    environment bigint NOT NULL, worker text NOT NULL, taken bigint NOT NULL, wanted bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (environment, worker)
  );
`;

// The tables, and the steps from each schema version to the next. A step is never edited once released: add another.

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE environments (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, environment INTEGER NOT NULL, kind TEXT NOT NULL, batch_id TEXT NOT NULL, file TEXT NOT NULL,
    rows INTEGER NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER, exit_code INTEGER, counts TEXT,
    host TEXT NOT NULL, pid INTEGER NOT NULL
  );
  -- The latest state of each row: a cache of the fold over its entries, written in the same transaction.
  CREATE TABLE rows (
    environment INTEGER NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, reference TEXT, content TEXT NOT NULL,
    run_id TEXT NOT NULL, batch_id TEXT NOT NULL, line INTEGER NOT NULL, currency TEXT NOT NULL, amount TEXT NOT NULL,
    transfer_id TEXT, updated_at INTEGER NOT NULL,
    PRIMARY KEY (environment, key)
  ) WITHOUT ROWID;
  CREATE INDEX rows_open ON rows (environment, state) WHERE state IN ('sending', 'in_doubt');
  CREATE INDEX rows_content ON rows (environment, content) WHERE reference IS NULL;
  -- What happened, for ever: only ever added to.
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, environment INTEGER NOT NULL, key TEXT NOT NULL, run_id TEXT NOT NULL, line INTEGER NOT NULL,
    type TEXT NOT NULL, resend INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT, body_hash TEXT, idempotency_key TEXT,
    http_status INTEGER, answer TEXT, data TEXT NOT NULL
  );
  CREATE INDEX entries_key ON entries (environment, key);
  CREATE TABLE run_rows (
    run_id TEXT NOT NULL, line INTEGER NOT NULL, key TEXT, reference TEXT NOT NULL, status TEXT NOT NULL,
    transfer_id TEXT NOT NULL, currency TEXT NOT NULL, amount TEXT NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (run_id, line)
  ) WITHOUT ROWID;
  -- Keys that a live run works on; emptied when it ends.
  CREATE TABLE claims (
    environment INTEGER NOT NULL, hash INTEGER NOT NULL, run_id TEXT NOT NULL,
    PRIMARY KEY (environment, hash)
  ) WITHOUT ROWID;
  CREATE TABLE uploads (
    environment INTEGER NOT NULL, sha256 TEXT NOT NULL, document_id TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (environment, sha256)
  ) WITHOUT ROWID;
  `,
];

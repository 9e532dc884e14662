// The tables, step by step from one schema version to the next. A released step is never edited: add another.

/** Steps in SQL alone; what a step computes from stored rows is in migrate.ts, by the same number. */
export const STEPS: readonly string[] = [
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
  `
  -- Which ledger this is: one row.
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), ledger_id TEXT NOT NULL, created_at INTEGER NOT NULL);
  -- Each time a person said that this ledger is the right one although its mark speaks of another height or id.
  CREATE TABLE acceptances (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, reason TEXT NOT NULL, mark_ledger_id TEXT, mark_sequence INTEGER,
    sequence INTEGER NOT NULL
  );
  -- A batch as its first run had it; what each run was told is with the run.
  CREATE TABLE batches (
    environment INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, file_hash TEXT, parent TEXT,
    settings TEXT NOT NULL, created_at INTEGER NOT NULL,
    PRIMARY KEY (environment, kind, id)
  ) WITHOUT ROWID;
  DROP INDEX rows_content;
  ALTER TABLE runs ADD COLUMN file_hash TEXT;
  ALTER TABLE runs ADD COLUMN parent TEXT;
  ALTER TABLE runs ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
  -- Where the ledger's file was when the run began: its lock is beside it, whatever the file is called by now.
  ALTER TABLE runs ADD COLUMN ledger_path TEXT;
  ALTER TABLE runs ADD COLUMN ledger_inode TEXT;
  ALTER TABLE rows RENAME COLUMN transfer_id TO created_id;
  ALTER TABLE rows ADD COLUMN kind TEXT NOT NULL DEFAULT '';
  ALTER TABLE rows ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
  ALTER TABLE rows ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rows ADD COLUMN by_person INTEGER NOT NULL DEFAULT 0;
  -- Number of the last intent's entry; 0 for a row that was never sent.
  ALTER TABLE rows ADD COLUMN intent_entry INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE entries ADD COLUMN idempotency_header TEXT;
  ALTER TABLE entries ADD COLUMN by TEXT;
  UPDATE rows SET kind = substr(key, 1, max(0, instr(key, ':') - 1)), sequence = line,
    state = CASE state WHEN 'uploaded' THEN 'planned' ELSE state END;
  -- By the record's ordinal in its file, so that records which share a line are two. Earlier runs knew lines alone.
  CREATE TABLE run_rows_2 (
    run_id TEXT NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, key TEXT, reference TEXT NOT NULL,
    status TEXT NOT NULL, created_id TEXT NOT NULL, currency TEXT NOT NULL, amount TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (run_id, sequence)
  ) WITHOUT ROWID;
  INSERT INTO run_rows_2 SELECT run_id, line, line, key, reference, status, transfer_id, currency, amount, message
    FROM run_rows;
  DROP TABLE run_rows;
  ALTER TABLE run_rows_2 RENAME TO run_rows;
  `,
  `
  -- The developer's balances around a run that left rows in doubt: JSON, for people.
  ALTER TABLE runs ADD COLUMN balances TEXT;
  `,
  `
  -- The reference as it is compared, where it holds more than ASCII: then SQL alone can't fold it.
  ALTER TABLE rows ADD COLUMN folded TEXT;
  DROP INDEX IF EXISTS rows_reference;
  `,
  // Fingerprints are made of what a person reads: computed anew, from the bodies that were sent.
  '',
  `
  -- What ended a row, in a word for programs.
  ALTER TABLE run_rows ADD COLUMN code TEXT NOT NULL DEFAULT '';
  -- What a report tells of a run beyond how its rows ended: only ever added to, a page at a time.
  CREATE TABLE run_parts (
    run_id TEXT NOT NULL, kind TEXT NOT NULL, part INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (run_id, kind, part)
  );
  `,
  `
  -- The hash chain: a link for each transaction, with a line for each entry and each row that it wrote (chain/record.ts).
  CREATE TABLE links (
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, sequence INTEGER NOT NULL, records TEXT NOT NULL, head TEXT NOT NULL
  );
  -- The entry that made the row what it is; 0 for what was there before the chain.
  ALTER TABLE rows ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
  -- The link that last told of a row; 0 for what was there before the chain.
  ALTER TABLE run_rows ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run_parts ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batches ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE uploads ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE environments ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE acceptances ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What was paid before, for checks across runs: made of the entries alone, up to the one that history_mark names.
  CREATE TABLE IF NOT EXISTS habits (
    environment INTEGER NOT NULL, account TEXT NOT NULL, currency TEXT NOT NULL, median TEXT NOT NULL,
    looked_at INTEGER NOT NULL, entry INTEGER NOT NULL, recent TEXT NOT NULL,
    PRIMARY KEY (environment, account, currency)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS payees (
    environment INTEGER NOT NULL, payee TEXT NOT NULL, account TEXT NOT NULL, entry INTEGER NOT NULL,
    recent TEXT NOT NULL,
    PRIMARY KEY (environment, payee)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file_totals (
    environment INTEGER NOT NULL, currency TEXT NOT NULL, batch TEXT NOT NULL, total TEXT NOT NULL,
    entry INTEGER NOT NULL,
    PRIMARY KEY (environment, currency, batch)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS file_totals_latest ON file_totals (environment, currency, entry);
  CREATE TABLE IF NOT EXISTS history_mark (one INTEGER PRIMARY KEY CHECK (one = 1), entry INTEGER NOT NULL);
  INSERT OR IGNORE INTO history_mark VALUES (1, 0);
  `,
  `
  -- Copies that were made of it, and the height and the head that they hold.
  CREATE TABLE backups (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, path TEXT NOT NULL, sequence INTEGER NOT NULL, head TEXT NOT NULL,
    link INTEGER NOT NULL DEFAULT 0
  );
  -- What was handed out of a run: the digest of the archive's manifest.
  CREATE TABLE exports (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, run_id TEXT NOT NULL, manifest TEXT NOT NULL,
    link INTEGER NOT NULL DEFAULT 0
  );
  ALTER TABLE habits ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE payees ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE file_totals ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE history_mark ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
  -- Made anew, of the entries, so that the chain tells of it.
  DELETE FROM habits; DELETE FROM payees; DELETE FROM file_totals; UPDATE history_mark SET entry = 0;
  `,
  `
  -- Where the ledger went (ledger copy): it is in use where its last move has arrived, and nowhere else (moved.ts). done:
  -- whether that was heard here, which no link tells of.
  CREATE TABLE moves (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, arrived INTEGER,
    link INTEGER NOT NULL DEFAULT 0, done INTEGER
  );
  `,
  `
  -- Habits and payees in short, part by part (history-summary.ts). Where there is none, the next run makes it.
  CREATE TABLE summaries (
    environment INTEGER NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (environment, part)
  );
  `,
  // Fingerprints of customers and trades are made otherwise (f2): computed anew, from the bodies that were sent, and the
  // chain tells of these rows again. From then on `taken` may be a link's number below zero: the one that told of the row.
  '',
  // What ever was in doubt is found by an index (below).
  '',
];

/** Entries by which a row comes to be in doubt. */
export const DOUBTING = `type IN ('in_doubt', 'corrected_in_doubt')`;

/** The bytes that a row stands for: those of its last sending, until a word takes it back to one before. */
export const sentBody = (row: string): string =>
  `coalesce((SELECT body FROM entries WHERE seq = ${row}.taken), (SELECT body FROM entries WHERE seq = ${row}.intent_entry))`;

/** What a reference is found by when case, spaces and leading zeros are put aside: as interface/reference.ts has it. */
export const FOLDED_REFERENCE = "coalesce(folded, ltrim(lower(replace(reference, ' ', '')), '0'))";

/** Made when the rows have their values: faster than keeping them while the rows change. */
export const INDEXES = `
  CREATE INDEX IF NOT EXISTS rows_fingerprint ON rows (environment, fingerprint, run_id) WHERE fingerprint <> '';
  CREATE INDEX IF NOT EXISTS rows_reference ON rows (environment, kind, ${FOLDED_REFERENCE}) WHERE reference IS NOT NULL;
  CREATE INDEX IF NOT EXISTS rows_created ON rows (environment, kind, created_id) WHERE created_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS entries_doubt ON entries (environment, seq, key) WHERE ${DOUBTING};
`;

export const SCHEMA_VERSION = STEPS.length;

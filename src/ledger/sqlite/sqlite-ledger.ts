// The ledger on SQLite: reads, runs and their claims. What changes a row is in writes.ts.
import {
  type BeginResult,
  type Intent,
  type IntentResult,
  type Ledger,
  type LedgerEntry,
  LedgerError,
  type NewRun,
  type Resolution,
  type RowRecord,
  type RowStatus,
  type RunRecord,
  type RunRow,
  type Settlement,
} from '../ledger.ts';
import { claim, RUNS } from './claims.ts';
import { GroupCommit } from './group-commit.ts';
import { type Connection, openDatabase, words } from './open.ts';
import { isAlive, Presence } from './presence.ts';
import { type Raw, ROW_COLUMNS, toEntry, toRow, toRun, toRunRow } from './rows.ts';
import { RowWrites } from './writes.ts';

export class SqliteLedger implements Ledger {
  readonly #path: string;
  readonly #db: Connection;
  readonly #environment: number;
  readonly #writes: RowWrites;
  readonly #group: GroupCommit;
  readonly #presences = new Map<string, Presence>();

  constructor(path: string, environment: string) {
    this.#path = path;
    this.#db = openDatabase(path);
    this.#db.prepare('INSERT OR IGNORE INTO environments (name) VALUES (?)').run(environment);
    const row = this.#db.prepare('SELECT id FROM environments WHERE name = ?').get(environment) as {
      id: number;
    }; // just inserted
    this.#environment = row.id;
    this.#writes = new RowWrites(this.#db, this.#environment);
    this.#group = new GroupCommit(this.#db);
  }

  /** Transactions committed for rows so far: the benchmark divides rows by it. */
  get commits(): number {
    return this.#group.commits;
  }

  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult> {
    return this.#guard(() => {
      this.#presences.set(run.id, new Presence(this.#path, run.id));
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        const result = claim(this.#db, this.#path, this.#environment, this.#writes, run, keyHashes);
        this.#db.exec('COMMIT');
        return result;
      } catch (error) {
        this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  async finish(
    runId: string,
    at: Date,
    exitCode: number,
    counts: Readonly<Partial<Record<RowStatus, number>>>,
  ): Promise<void> {
    await this.#group.submit(() => {
      this.#db
        .prepare('DELETE FROM claims WHERE environment = ? AND run_id = ?')
        .run(this.#environment, runId);
      this.#db
        .prepare('UPDATE runs SET finished_at = ?, exit_code = ?, counts = ? WHERE id = ?')
        .run(at.getTime(), exitCode, JSON.stringify(counts), runId);
    });
    this.#release(runId);
  }

  #release(runId: string): void {
    this.#presences.get(runId)?.release();
    this.#presences.delete(runId);
  }

  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>> {
    return this.#guard(() => {
      const found = this.#db
        .prepare(
          `SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND key IN (SELECT value FROM json_each(?))`,
        )
        .all(this.#environment, JSON.stringify(keys)) as Raw[]; // shape: ROW_COLUMNS
      return new Map(found.map((raw) => [String(raw.key), toRow(raw)]));
    });
  }

  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Promise<Map<string, string>> {
    return this.#guard(() => {
      const statement = this.#db.prepare(
        'SELECT run_id FROM claims WHERE environment = ? AND hash = ? AND run_id <> ?',
      );
      const held = new Map<string, string>();
      for (const { key, hash } of keys) {
        const row = statement.get(this.#environment, hash, runId) as { run_id: string } | undefined; // one column
        if (row) held.set(key, row.run_id);
      }
      return held;
    });
  }

  paidAlike(contents: readonly string[], batchId: string, since: Date): Promise<RowRecord[]> {
    return this.#guard(() => {
      const found = this.#db
        .prepare(
          `SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND content IN (SELECT value FROM json_each(?))
             AND reference IS NULL AND batch_id <> ? AND state IN ('created', 'sending', 'in_doubt') AND updated_at >= ?`,
        )
        .all(this.#environment, JSON.stringify(contents), batchId, since.getTime()) as Raw[]; // shape: ROW_COLUMNS
      return found.map(toRow);
    });
  }

  intend(intent: Intent): Promise<IntentResult> {
    return this.#group.submit(() => this.#writes.intend(intent));
  }

  settle(settlement: Settlement, row: RunRow): Promise<void> {
    return this.#group.submit(() => {
      this.#writes.settle(settlement);
      this.#writes.runRow(settlement.runId, row);
    });
  }

  note(runId: string, rows: readonly RunRow[]): Promise<void> {
    return this.#group.submit(() => {
      for (const row of rows) this.#writes.runRow(runId, row);
    });
  }

  upload(sha256: string): Promise<string | undefined> {
    return this.#guard(() => {
      const row = this.#db
        .prepare('SELECT document_id FROM uploads WHERE environment = ? AND sha256 = ?')
        .get(this.#environment, sha256) as { document_id: string } | undefined; // one column
      return row?.document_id;
    });
  }

  saveUpload(sha256: string, documentId: string, at: Date): Promise<void> {
    return this.#group.submit(() => {
      this.#db
        .prepare('INSERT OR REPLACE INTO uploads (environment, sha256, document_id, at) VALUES (?, ?, ?, ?)')
        .run(this.#environment, sha256, documentId, at.getTime());
    });
  }

  runs(limit: number): Promise<RunRecord[]> {
    return this.#runs(
      `${RUNS} WHERE runs.environment = ? ORDER BY started_at DESC, runs.rowid DESC LIMIT ?`,
      limit,
    );
  }

  async run(id: string): Promise<RunRecord | undefined> {
    const found = await this.#runs(`${RUNS} WHERE runs.environment = ? AND runs.id = ?`, id);
    return found[0];
  }

  #runs(sql: string, parameter: string | number): Promise<RunRecord[]> {
    return this.#guard(() => {
      const found = this.#db.prepare(sql).all(this.#environment, parameter) as Raw[]; // shape: RUN_COLUMNS
      return found.map((raw) => toRun(raw, raw.finished_at === null && isAlive(this.#path, String(raw.id))));
    });
  }

  runRows(id: string): Promise<RunRow[]> {
    return this.#guard(() => {
      const settled = this.#db.prepare('SELECT * FROM run_rows WHERE run_id = ?').all(id) as Raw[]; // the whole table row
      // An intent of this run that has no outcome yet: under way, or in doubt if the run is dead.
      const open = this.#db
        .prepare(`SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND state = 'sending' AND run_id = ?`)
        .all(this.#environment, id) as Raw[]; // shape: ROW_COLUMNS
      const message = isAlive(this.#path, id) ? 'under way' : 'the run ended while the request was under way';
      const rows = new Map(settled.map((raw) => [Number(raw.line), toRunRow(raw)]));
      for (const raw of open)
        rows.set(Number(raw.line), { ...toRunRow({ ...raw, message }), status: 'in_doubt' });
      return [...rows.values()].sort((a, b) => a.line - b.line);
    });
  }

  row(key: string): Promise<RowRecord | undefined> {
    return this.#guard(() => this.#writes.row(key));
  }

  entries(key: string): Promise<LedgerEntry[]> {
    return this.#guard(() => {
      const found = this.#db
        .prepare('SELECT * FROM entries WHERE environment = ? AND key = ? ORDER BY seq')
        .all(this.#environment, key) as Raw[]; // the whole table row
      return found.map(toEntry);
    });
  }

  resolve(resolution: Resolution): Promise<boolean> {
    return this.#group.submit(() => {
      const row = this.#writes.row(resolution.key);
      if (row?.state === 'sending' && !isAlive(this.#path, row.runId))
        this.#writes.orphan(row.runId, resolution.at);
      return this.#writes.resolve(resolution);
    });
  }

  close(): Promise<void> {
    return this.#guard(() => {
      this.#group.flush();
      for (const runId of [...this.#presences.keys()]) this.#release(runId);
      this.#db.close();
    });
  }

  /** Synchronous work as a promise that rejects with {@link LedgerError}. */
  #guard<T>(work: () => T): Promise<T> {
    try {
      return Promise.resolve(work());
    } catch (error) {
      if (error instanceof LedgerError) return Promise.reject(error);
      return Promise.reject(
        new LedgerError(`the ledger ${this.#path} can't be used: ${words(error)}`, error),
      );
    }
  }
}

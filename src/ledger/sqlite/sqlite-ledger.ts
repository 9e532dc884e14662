// The ledger on SQLite: one connection, its group commit, its runs and their locks. What changes a row is in writes.ts,
// what is read in reads.ts, which file may be opened in opening.ts.
import type { PaymentHistory } from '../history.ts';
import type {
  BeginResult,
  Intent,
  IntentResult,
  Ledger,
  LedgerEntry,
  NewRun,
  Outcome,
  RecordResult,
  Resolution,
  ResolveResult,
  RowRecord,
  RowStatus,
  RunPart,
  RunRecord,
  RunRow,
  RunRowRecord,
} from '../ledger.ts';
import { later, type Tip } from '../tip.ts';
import type { Chain } from './chain/chain.ts';
import { claim, type Claiming, end, readRuns, recover } from './claims.ts';
import type { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { type Height, openHeight, recordAcceptance } from './height.ts';
import { SqliteHistory } from './history/history.ts';
import { Lookups } from './lookups.ts';
import { environmentId, openFile, type OpenOptions } from './opening.ts';
import { isAlive, Presence } from './presence.ts';
import { Reads } from './reads.ts';
import { resolve } from './resolving.ts';
import { RunTables } from './row-write.ts';
import { partsOf } from './run-parts.ts';
import { RunWriter } from './run-writer.ts';
import { SameFile } from './same-file.ts';
import { threadFor } from './thread/thread-writer.ts';

export class SqliteLedger extends Lookups implements Ledger {
  readonly id: string;
  readonly limits = undefined;
  readonly #db: Connection;
  readonly #chain: Chain;
  readonly #tables: RunTables;
  readonly #group: GroupCommit;
  readonly #writer: RunWriter;
  readonly #claiming: Claiming;
  readonly #height: Height;
  readonly #history: SqliteHistory;
  readonly #file: SameFile;
  readonly #presences = new Map<string, Presence>();

  constructor(path: string, environment: string, options: OpenOptions = { create: true, accept: false }) {
    const { db, chain, place, id } = openFile(path, options);
    const height = openHeight(db, place.path, options.look === true ? null : id, options.stateFolder);
    const own = environmentId(db, chain, environment, options.look === true);
    super(place.path, new Reads(db, own));
    this.#db = db;
    this.id = id;
    this.#height = height;
    this.#file = new SameFile(place.path);
    this.#chain = chain;
    this.#history = new SqliteHistory(db, own);
    this.#tables = new RunTables(db, own, chain);
    this.#group = new GroupCommit(
      (work) => {
        chain.transaction(work);
      },
      () => {
        this.#height.raise(chain.tip);
        this.#file.check();
      },
    );
    const start = { path: this.path, ledgerId: id, environment: own };
    this.#writer = new RunWriter(this.#group, this.#tables, () => threadFor(start, options.thread));
    const alive = (runId: string): boolean => this.#isAlive(runId);
    this.#claiming = { db, links: chain, place, environment: own, writes: this.#tables.rows, isAlive: alive };
  }

  /** Transactions committed for rows so far, on this thread. */
  get commits(): number {
    return this.#group.commits;
  }

  get heightSeen(): number {
    return this.tipSeen.sequence;
  }

  get tipSeen(): Tip {
    return later(later(this.#height.seen, this.#chain.tip), this.#writer.tip);
  }

  tip(): Promise<Tip> {
    return this.guard(() => this.#height.look());
  }

  sequence(): Promise<number> {
    return this.guard(() => this.#height.look().sequence);
  }

  lastEntryAt(): Promise<Date | null> {
    return this.guard(() => this.reads.lastEntryAt());
  }

  accept(reason: string, at: Date): Promise<void> {
    return this.#group.submit(() => {
      recordAcceptance(this.#db, this.#chain, reason, at);
    });
  }

  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult> {
    return this.guard(() => {
      this.#presences.set(run.id, new Presence(this.path, run.id));
      const result = this.#chain.transaction(() => claim(this.#claiming, run, keyHashes));
      this.#height.settle();
      this.#file.check();
      this.#writer.begin(run.rows);
      return result;
    });
  }

  get history(): PaymentHistory {
    const history = this.#history;
    return {
      // In steps: whoever else writes gets in between.
      catchUp: async () => {
        while (await this.#group.submit(() => history.step(this.#chain)));
      },
      summary: () => this.guard(() => history.summary()),
      habits: (accounts) => this.guard(() => history.habits(accounts)),
      lastPaid: (payees) => this.guard(() => history.lastPaid(payees)),
      namelessAccounts: () => this.guard(() => history.namelessAccounts()),
      fileTotals: (currency, except) => this.guard(() => history.fileTotals(currency, except)),
      placeOf: (entry) => this.guard(() => history.placeOf(entry)),
    };
  }

  async finish(...[runId, at, exitCode, counts, balances = []]: Parameters<Ledger['finish']>): Promise<void> {
    await this.#writer.end();
    await this.#group.submit(() => {
      end(this.#claiming, runId, at, exitCode, counts, balances);
    });
    this.#height.settle();
    this.#release(runId);
  }

  recover(at: Date): Promise<number> {
    return this.#group.submit(() => recover(this.#claiming, at).orphans);
  }

  intend(intent: Intent): Promise<IntentResult> {
    return this.#writer.submit({ do: 'intend', intent });
  }

  record(outcome: Outcome, row: RunRow): Promise<RecordResult> {
    return this.#writer.submit({ do: 'record', outcome, row });
  }

  note(runId: string, rows: readonly RunRow[]): Promise<void> {
    return this.#writer.submit({ do: 'note', runId, rows });
  }

  keep(part: RunPart): Promise<void> {
    return this.#writer.submit({ do: 'keep', part });
  }

  upload(sha256: string): Promise<string | undefined> {
    return this.guard(() => this.#tables.uploads.find(sha256));
  }

  saveUpload(sha256: string, documentId: string, at: Date): Promise<void> {
    return this.#writer.submit({ do: 'saveUpload', sha256, documentId, at });
  }

  forgetUpload(sha256: string): Promise<void> {
    return this.#writer.submit({ do: 'forgetUpload', sha256 });
  }

  runs(limit: number): Promise<RunRecord[]> {
    return this.guard(() =>
      // As they were begun, whatever the clock said then: "last" is settled by hand in the morning.
      readRuns(this.#claiming, 'ORDER BY begun DESC LIMIT ?', limit),
    );
  }

  run(id: string): Promise<RunRecord | undefined> {
    return this.guard(() => readRuns(this.#claiming, 'AND runs.id = ?', id)[0]);
  }

  async runRows(id: string): Promise<RunRowRecord[]> {
    const rows: RunRowRecord[] = [];
    for await (const row of this.eachRunRow(id)) rows.push(row);
    return rows;
  }

  async *eachRunRow(id: string, only?: readonly RowStatus[]): AsyncGenerator<RunRowRecord> {
    const pages = await this.guard(() => this.reads.runRowPages(id, this.#isAlive(id), only));
    for (;;) {
      const page = await this.guard(() => pages.next());
      if (page.done === true) return;
      yield* page.value;
    }
  }

  async *eachPart(runId: string, kind: RunPart['kind']): AsyncGenerator<RunPart> {
    const pages = await this.guard(() => partsOf(this.#db, runId, kind));
    for (;;) {
      const page = await this.guard(() => pages.next());
      if (page.done === true) return;
      yield page.value;
    }
  }

  row(key: string): Promise<RowRecord | undefined> {
    return this.guard(() => this.#tables.rows.row(key));
  }

  resolve(resolution: Resolution): Promise<ResolveResult> {
    const { isAlive: alive, writes } = this.#claiming;
    const entries = (key: string): LedgerEntry[] => this.reads.entries(key);
    return this.#group.submit(() => resolve(resolution, { writes, entries, isAlive: alive }));
  }

  async close(): Promise<void> {
    await this.#writer.end();
    return this.guard(() => {
      this.#group.flush();
      for (const runId of [...this.#presences.keys()]) this.#release(runId);
      this.#height.close();
      this.#db.close();
    });
  }

  #release(runId: string): void {
    this.#presences.get(runId)?.release();
    this.#presences.delete(runId);
  }

  /** By its lock: beside this file, or where the file was when the run began. */
  #isAlive(runId: string): boolean {
    if (isAlive(this.path, runId)) return true;
    const run = this.#db.prepare('SELECT ledger_path FROM runs WHERE id = ?').get(runId) as
      { ledger_path: string | null } | undefined; // one column
    const before = run?.ledger_path ?? this.path;
    return before !== this.path && isAlive(before, runId);
  }
}

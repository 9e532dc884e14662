// The ledger on Postgres: its connections, its lease, its group commit. What changes a row is in row-writes.ts, who is at
// work on what in runs.ts, what is read in reads.ts, whether it may be used at all in opening.ts.
import type { PaymentHistory } from '../history.ts';
import type {
  BeginResult,
  HostRecord,
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
  RunPart,
  RunRecord,
  RunRow,
  RunRowRecord,
} from '../ledger.ts';
import { later, NO_TIP, type Tip } from '../tip.ts';
import { beginRun } from './begin-run.ts';
import { Commits } from './commits.ts';
import { Group } from './group.ts';
import { PostgresHistory } from './history.ts';
import { Lease, leave } from './lease.ts';
import { PostgresLimits } from './limits.ts';
import { type Opened, type OpenOptions, openStore, recordAcceptance } from './open-store.ts';
import { PostgresQueue, type QueueParts } from './queue/queue.ts';
import { Reads } from './reads.ts';
import { resolve } from './resolving.ts';
import { runRowsOf } from './run-rows.ts';
import { attend, end, readHosts, readRuns, recover, register, sweep } from './runs.ts';
import { readTip, type Tx } from './transactions.ts';

/** Whoever leaves waits no longer for a lost connection. */
const LEAVE_MS = 3_000;

export class PostgresLedger extends Reads implements Ledger {
  readonly id: string;
  /** The address, without its password. */
  readonly path: string;
  readonly limits: PostgresLimits;
  readonly #opened: Opened;
  readonly #group: Group;
  readonly #lease: Lease;
  readonly #history: PostgresHistory;
  #queue: PostgresQueue | undefined;
  #seen: Tip = NO_TIP;

  private constructor(opened: Opened) {
    const { connections, environment, options } = opened;
    super(connections, environment, opened.genesis);
    this.id = opened.id;
    this.path = options.address.shown;
    this.#opened = opened;
    this.#seen = opened.tip;
    this.#lease = new Lease(connections, environment, options.host, options.leaseMs);
    this.limits = new PostgresLimits(connections, environment, this.#lease);
    this.#history = new PostgresHistory(connections, environment);
    const commits = new Commits(opened.transactions, environment);
    this.#group = new Group(
      async (writes) => {
        const results = await commits.commit(writes, this.#lease.beaten);
        opened.witness.raise(opened.transactions.seen);
        return results;
      },
      (error) => {
        const told = connections.told(error);
        if (told.code === 'lease_lost') this.#lease.lose();
        return told;
      },
    );
  }

  /** Errors: {@link LedgerError} in words for the person who has only the log. */
  static async open(options: OpenOptions): Promise<PostgresLedger> {
    return new PostgresLedger(await openStore(options));
  }

  /** Transactions committed for rows so far. */
  get commits(): number {
    return this.#group.commits;
  }

  get heightSeen(): number {
    return this.tipSeen.sequence;
  }

  get tipSeen(): Tip {
    return later(this.#seen, this.#opened.transactions.tip);
  }

  get maySend(): boolean {
    return this.#lease.maySend;
  }

  async tip(): Promise<Tip> {
    const { connections, genesis } = this.#opened;
    this.#seen = await connections.steady((session) => readTip(session, genesis));
    return this.#seen;
  }

  async sequence(): Promise<number> {
    return (await this.tip()).sequence;
  }

  accept(reason: string, at: Date): Promise<void> {
    return this.#write((tx) => recordAcceptance(tx, reason, at));
  }

  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult> {
    const { environment, options } = this.#opened;
    return this.#claim(run, keyHashes, async (tx) => {
      await register(tx, environment, options.host, run);
      await attend(tx, run.id, this.#lease.id);
      return true;
    });
  }

  async #claim(...[run, keyHashes, begin]: Parameters<QueueParts['claim']>): Promise<BeginResult> {
    await this.#lease.open();
    const { connections, environment } = this.#opened;
    return beginRun({ connections, environment, write: (work) => this.#write(work) }, run, keyHashes, begin);
  }

  get queue(): PostgresQueue {
    this.#queue ??= new PostgresQueue({
      opened: this.#opened,
      lease: this.#lease,
      reads: this,
      write: (work) => this.#write(work),
      claim: (...run) => this.#claim(...run),
    });
    return this.#queue;
  }

  get history(): PaymentHistory {
    return this.#history.written((work) => this.#write(work));
  }

  async finish(...[runId, at, exitCode, counts, balances = []]: Parameters<Ledger['finish']>): Promise<void> {
    await this.#group.idle();
    await this.#write((tx) => end(tx, runId, at, exitCode, counts, balances));
  }

  recover(at: Date): Promise<number> {
    return this.#write(async (tx) => (await recover(tx, this.#opened.environment, at)).orphans);
  }

  async intend(intent: Intent): Promise<IntentResult> {
    await this.#lease.open();
    return this.#group.submit({ do: 'intend', intent });
  }

  record(outcome: Outcome, row: RunRow): Promise<RecordResult> {
    return this.#group.submit({ do: 'record', outcome, row });
  }

  note(runId: string, rows: readonly RunRow[]): Promise<void> {
    return this.#group.submit({ do: 'note', runId, rows });
  }

  keep(part: RunPart): Promise<void> {
    return this.#group.submit({ do: 'keep', part });
  }

  saveUpload(sha256: string, documentId: string, at: Date): Promise<void> {
    return this.#group.submit({ do: 'saveUpload', sha256, documentId, at });
  }

  forgetUpload(sha256: string): Promise<void> {
    return this.#group.submit({ do: 'forgetUpload', sha256 });
  }

  hosts(): Promise<HostRecord[]> {
    const { connections, environment } = this.#opened;
    return readHosts(connections.query.bind(connections), environment);
  }

  runs(limit: number): Promise<RunRecord[]> {
    return this.#readRuns('ORDER BY begun DESC LIMIT $2', limit);
  }

  async run(id: string): Promise<RunRecord | undefined> {
    return (await this.#readRuns('AND runs.id = $2', id))[0];
  }

  #readRuns(condition: string, ...values: readonly unknown[]): Promise<RunRecord[]> {
    const { connections, environment } = this.#opened;
    return connections.steady((session) => readRuns(session, environment, condition, ...values));
  }

  async runRows(id: string): Promise<RunRowRecord[]> {
    const rows: RunRowRecord[] = [];
    for await (const row of this.eachRunRow(id)) rows.push(row);
    return rows;
  }

  async *eachRunRow(id: string): AsyncGenerator<RunRowRecord> {
    const run = await this.run(id);
    if (!run?.open) {
      yield* runRowsOf(this.#opened.connections, this, id, run?.alive ?? false);
      return;
    }
    for await (const page of this.queue.rows(id)) yield* page.map(({ row }) => row);
  }

  eachPart(runId: string, kind: RunPart['kind']): AsyncIterable<RunPart> {
    return this.parts(runId, kind);
  }

  async row(key: string): Promise<RowRecord | undefined> {
    return (await this.lookup([key])).get(key);
  }

  async entries(key: string): Promise<LedgerEntry[]> {
    return (await this.entriesOf([key])).get(key) ?? [];
  }

  async resolve(resolution: Resolution): Promise<ResolveResult> {
    const { environment } = this.#opened;
    await this.#write((tx) => sweep(tx, environment, resolution.at));
    return this.#write((tx) => resolve(tx, environment, resolution));
  }

  /** What it still holds is in doubt from now on: whoever looks next says so. */
  async close(): Promise<void> {
    await this.#group.idle();
    this.#lease.stop();
    await this.#queue?.close();
    try {
      if (this.#lease.id !== '')
        await this.#opened.connections.steady((session) => leave(session, this.#lease.id), LEAVE_MS);
    } catch {
      // The lease runs out by itself.
    }
    this.#opened.witness.close(this.#opened.transactions.seen);
    await this.#opened.connections.close();
  }

  async #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { transactions, witness } = this.#opened;
    const result = await transactions.run(work);
    witness.raise(transactions.seen);
    return result;
  }
}

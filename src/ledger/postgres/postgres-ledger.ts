// The ledger on Postgres: its connections, its lease, its group commit. runs.ts knows which host works on which run.
// open.ts decides whether the ledger may be used.
import type { Ledger } from '../ledger.ts';
import { type Intent, type IntentResult, later, type Tip } from '../records.ts';
import type { Resolution, ResolveResult, RunRowRecord } from '../resolution-records.ts';
import type { BeginResult, HostRecord, NewRun, RowStatus, RunRecord } from '../run-records.ts';
import type { Tx } from '../store/changes.ts';
import { GroupCommit } from '../store/group-commit.ts';
import type { Question } from '../store/question.ts';
import { lookup } from '../store/reads.ts';
import { resolve } from '../store/resolve.ts';
import type { RowWrite, WriteResults } from '../store/row-write.ts';
import { register } from '../store/runs.ts';
import { Store } from '../store/store.ts';
import { postgresCommitter } from './commits.ts';
import { answerOver } from './driver.ts';
import { Lease, leave } from './lease.ts';
import { PostgresLimits } from './limits.ts';
import { type OpenedStore, openStore, type OpenStoreOptions } from './open.ts';
import { PostgresQueue, type QueueParts } from './queue/postgres-queue.ts';
import { beginRun, end, readHosts, readRuns, recover, sweep } from './runs.ts';
import type { Access, ServerTx } from './transactions.ts';

/** At the end, a lost connection is retried only so long. */
const LEAVE_MS = 3_000;

export class PostgresLedger extends Store implements Ledger {
  readonly id: string;
  /** The address, without its password. */
  readonly path: string;
  readonly limits: PostgresLimits;
  protected readonly environment: number;
  readonly #opened: OpenedStore;
  readonly #access: Access;
  readonly #group: GroupCommit;
  readonly #lease: Lease;
  #queue: PostgresQueue | undefined;

  private constructor(opened: OpenedStore) {
    const { connections, environment, options } = opened;
    super();
    this.environment = environment;
    this.id = opened.id;
    this.path = options.address.shown;
    this.#opened = opened;
    this.#access = { connections, environment, write: (work) => this.#write(work) };
    this.seen = opened.tip;
    this.#lease = new Lease(connections, environment, options.host, options.leaseMs);
    this.limits = new PostgresLimits(connections, environment, this.#lease);
    const commit = postgresCommitter(opened.transactions, environment);
    this.#group = new GroupCommit(
      async (writes) => {
        const results = await commit(writes, this.#lease.current);
        opened.marks.raise(opened.transactions.seen);
        return results;
      },
      (error) => {
        const failure = connections.asLedgerError(error);
        if (failure.code === 'lease_lost') this.#lease.lose();
        return failure;
      },
    );
  }

  /** Errors: {@link LedgerError}. */
  static async open(options: OpenStoreOptions): Promise<PostgresLedger> {
    return new PostgresLedger(await openStore(options));
  }

  get tipSeen(): Tip {
    return later(this.seen, this.#opened.transactions.tip);
  }

  get maySend(): boolean {
    return this.#lease.maySend;
  }

  read<T>(question: () => Question<T>): Promise<T> {
    return answerOver(this.#opened.connections, question());
  }

  protected write<T>(work: (tx: Tx) => Question<T>): Promise<T> {
    return this.#write((tx) => answerOver(tx, work(tx)));
  }

  protected submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    return this.#group.submit(write);
  }

  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult> {
    const { environment, options } = this.#opened;
    return this.#claim(run, keyHashes, async (tx) => {
      register(tx, environment, { host: options.host.name, pid: options.host.pid }, run);
      // The run ends with this process, however the process ends.
      await tx.query('INSERT INTO presences (run_id, worker) VALUES ($1, $2)', [run.id, this.#lease.id]);
      return true;
    });
  }

  async #claim(...[run, keyHashes, begin]: Parameters<QueueParts['claim']>): Promise<BeginResult> {
    await this.#lease.open();
    return beginRun(this.#access, run, keyHashes, begin);
  }

  get queue(): PostgresQueue {
    this.#queue ??= new PostgresQueue({
      ...{ opened: this.#opened, access: this.#access, lease: this.#lease },
      claim: (...run) => this.#claim(...run),
    });
    return this.#queue;
  }

  async finish(...ending: Parameters<Ledger['finish']>): Promise<void> {
    await this.#group.idle();
    await this.#write((tx) => end(tx, ...ending));
  }

  recover(at: Date): Promise<number> {
    return this.#write(async (tx) => (await recover(tx, this.#opened.environment, at)).orphans);
  }

  override async intend(intent: Intent): Promise<IntentResult> {
    await this.#lease.open();
    return super.intend(intent);
  }

  hosts(): Promise<HostRecord[]> {
    const { connections, environment } = this.#opened;
    return readHosts(connections.query, environment);
  }

  protected readRuns(condition: string, ...values: readonly (string | number)[]): Promise<RunRecord[]> {
    const { connections, environment } = this.#opened;
    return connections.steady((session) => readRuns(session, environment, condition, ...values));
  }

  override async *eachRunRow(id: string, only?: readonly RowStatus[]): AsyncGenerator<RunRowRecord> {
    const run = await this.run(id);
    if (!run?.open) yield* super.eachRunRow(id, only);
    else for await (const page of this.queue.rows(id)) yield* page.map(({ row }) => row);
  }

  async resolve(resolution: Resolution): Promise<ResolveResult> {
    const { environment } = this;
    await this.#write((tx) => sweep(tx, environment, resolution.at));
    return this.#write(
      async (tx) =>
        (await this.#notBack(tx, resolution)) ?? answerOver(tx, resolve(tx, environment, resolution)),
    );
  }

  /** Refuses if the host that sent the row has lost its lease, and has not reported back. */
  async #notBack(tx: ServerTx, { key, as, hostGone }: Resolution): Promise<ResolveResult | undefined> {
    if (as !== 'not-created' || hostGone === true) return undefined;
    const [open] = await tx.query<{ worker: string }>(
      'SELECT worker FROM intents WHERE environment = $1 AND key = $2',
      [this.environment, key],
    );
    const current = (await answerOver(tx, lookup(this.environment, [key]))).get(key);
    if (!open || current?.state !== 'in_doubt') return undefined;
    const host = (await readHosts(tx.query, this.environment)).find(({ id }) => id === open.worker);
    return host && { ok: false, why: 'host_not_back', current, host };
  }

  async close(): Promise<void> {
    await this.#group.idle();
    this.#lease.stop();
    await this.#queue?.close();
    try {
      if (this.#lease.id !== '')
        await this.#opened.connections.steady((session) => leave(session, this.#lease.id), LEAVE_MS);
    } catch {
      // The lease expires by itself.
    }
    this.#opened.marks.close(this.#opened.transactions.seen);
    await this.#opened.connections.close();
  }

  async #write<T>(work: (tx: ServerTx) => Promise<T>): Promise<T> {
    const { transactions, marks } = this.#opened;
    const { result } = await transactions.run(work);
    marks.raise(transactions.seen);
    return result;
  }
}

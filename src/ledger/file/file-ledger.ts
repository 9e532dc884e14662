// The ledger in a file: one connection, its group commit, its runs and their locks. open.ts decides whether the file
// may be opened.
import { hostname } from 'node:os';

import type { Ledger } from '../ledger.ts';
import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { later, NO_TIP, type Tip } from '../records.ts';
import type { Resolution, ResolveResult } from '../resolution-records.ts';
import type { BeginResult, HostRecord, NewRun, RunRecord } from '../run-records.ts';
import type { Tx } from '../store/changes.ts';
import { openRows } from '../store/doubts.ts';
import { GroupCommit } from '../store/group-commit.ts';
import { ask, type Question } from '../store/question.ts';
import { toRun } from '../store/read-records.ts';
import { readTip, ROW } from '../store/reads.ts';
import { resolve } from '../store/resolve.ts';
import type { RowWrite, WriteResults } from '../store/row-write.ts';
import {
  claimKeys,
  end,
  endDeadRuns,
  environmentOf,
  findEnvironment,
  putInDoubt,
  register,
} from '../store/runs.ts';
import { Store } from '../store/store.ts';
import { couldNotWrite, fileCommitter } from './commits.ts';
import { type Connection, fileComplaint } from './connection.ts';
import { FileDriver } from './driver.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { type FilePlace, refuseFull, sameFileCheck } from './location.ts';
import { openFile, type OpenFileOptions } from './open.ts';
import { isAlive, RunLock } from './run-lock.ts';
import { threadFor, type ThreadWriter } from './thread/thread-writer.ts';

/** A run with the name of its environment. */
const RUNS =
  'SELECT runs.*, environments.name AS environment_name FROM runs JOIN environments ON environments.id = runs.environment WHERE runs.environment = $1';

export class FileLedger extends Store implements Ledger {
  readonly id: string;
  readonly path: string;
  readonly limits = undefined;
  /** A lock can't be lost, unlike a lease. */
  readonly maySend = true;
  protected readonly environment: number;
  readonly #db: Connection;
  readonly #driver: FileDriver;
  readonly #group: GroupCommit;
  readonly #startThread: () => ThreadWriter | null;
  /** Commits the writes of a run of many rows, so that this thread does not wait for the disk. */
  #thread: ThreadWriter | null = null;
  /** A reader leaves the mark as it is. */
  readonly #mark: HighWaterMark | undefined;
  readonly #place: FilePlace;
  readonly #checkFile: () => void;
  readonly #locks = new Map<string, RunLock>();

  constructor(path: string, environment: string, options: OpenFileOptions) {
    super();
    const { db, driver, place, id } = openFile(path, options);
    const look = options.look === true;
    this.#mark = look ? undefined : new HighWaterMark(db, place.path, id, options.stateFolder);
    [this.#db, this.#driver, this.#place, this.id, this.path] = [db, driver, place, id, place.path];
    // A reader of a ledger without this environment gets 0, which no row has.
    this.environment =
      driver.answer(findEnvironment(environment)) ??
      (look ? 0 : driver.transaction((tx) => environmentOf(tx, environment)));
    if (!look) this.seen = driver.answer(readTip());
    this.#checkFile = sameFileCheck(place.path);
    const commit = fileCommitter(driver, this.environment);
    this.#group = new GroupCommit((writes) => {
      const results = commit(writes);
      this.#committed();
      return results;
    }, couldNotWrite);
    const start = { path: this.path, ledgerId: id, environment: this.environment };
    this.#startThread = () => threadFor(start, options.thread);
  }

  get tipSeen(): Tip {
    return later(later(this.seen, this.#driver.tip), this.#thread?.tip ?? NO_TIP);
  }

  read<T>(question: () => Question<T>): Promise<T> {
    return this.#guard(() => this.#driver.answer(question()));
  }

  /** Is called before the writes' promises resolve. An error rejects them. */
  #committed(): void {
    this.#mark?.raise(this.#driver.tip);
    this.#checkFile();
  }

  protected async write<T>(work: (tx: Tx) => Question<T>): Promise<T> {
    await this.#group.idle();
    try {
      const result = this.#driver.transaction(work);
      this.#committed();
      return result;
    } catch (error) {
      throw couldNotWrite(error);
    }
  }

  protected submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    return (this.#thread ?? this.#group).submit(write);
  }

  /** Waits for submitted writes. From then on this thread writes again. */
  async #endThread(): Promise<void> {
    await this.#thread?.end();
    this.seen = this.tipSeen;
    this.#thread = null;
  }

  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult> {
    return this.#guard(() => {
      refuseFull(this.#place, run.rows);
      this.#locks.set(run.id, new RunLock(this.path, run.id));
      const place = {
        host: hostname(),
        pid: process.pid,
        ledgerPath: this.path,
        ledgerInode: this.#place.inode(),
      };
      const begun = this.#driver.transaction((tx) => this.#begin(tx, place, run, keyHashes));
      this.#mark?.settle();
      this.#checkFile();
      // It starts while the first rows are being quoted.
      if (run.rows > 1) this.#thread ??= this.#startThread();
      return begun;
    });
  }

  *#begin(
    tx: Tx,
    place: Parameters<typeof register>[2],
    run: NewRun,
    keyHashes: BigInt64Array,
  ): Question<BeginResult> {
    const { alive } = yield* this.#recover(tx, run.startedAt);
    register(tx, this.environment, place, run);
    const claimed = yield* claimKeys(this.environment, run.id, keyHashes);
    return { keysOfOthers: keyHashes.length - claimed, holders: alive };
  }

  async finish(...ending: Parameters<Ledger['finish']>): Promise<void> {
    await this.#endThread();
    await this.write((tx) => end(tx, ...ending));
    this.#mark?.settle();
    this.#release(ending[0]);
  }

  async recover(at: Date): Promise<number> {
    return (await this.write((tx) => this.#recover(tx, at))).orphans;
  }

  /**
   * Puts requests of dead runs in doubt, and ends their claims. Returns the live runs, and how many rows that were.
   */
  *#recover(tx: Tx, at: Date): Question<{ alive: RunRecord[]; orphans: number }> {
    const open = yield* this.#readRuns('AND finished_at IS NULL');
    // A run that has ended may have left an open intent, if the ledger could not take the outcome.
    const sending = yield* ask(
      (d) => `SELECT ${ROW} FROM ${openRows(d)} AND r.state = 'sending'`,
      this.environment,
    );
    const alive = new Map<string, boolean>();
    const left = sending.filter((raw) => {
      const runId = String(raw['run_id']);
      if (!alive.has(runId)) alive.set(runId, this.#isAlive(runId));
      return alive.get(runId) === false;
    });
    yield* putInDoubt(tx, this.environment, left, at);
    yield* endDeadRuns(
      tx,
      open.filter((run) => !run.alive).map(({ id }) => id),
      at,
    );
    return { alive: open.filter((run) => run.alive), orphans: left.length };
  }

  protected readRuns(condition: string, ...values: readonly (string | number)[]): Promise<RunRecord[]> {
    return this.read(() => this.#readRuns(condition, ...values));
  }

  *#readRuns(condition: string, ...values: readonly (string | number)[]): Question<RunRecord[]> {
    const found = yield* ask(`${RUNS} ${condition}`, this.environment, ...values);
    return found.map((raw) => toRun(raw, raw['finished_at'] === null && this.#isAlive(String(raw['id']))));
  }

  hosts(): Promise<HostRecord[]> {
    return Promise.resolve([]);
  }

  async resolve(resolution: Resolution): Promise<ResolveResult> {
    await this.recover(resolution.at);
    return this.write((tx) => resolve(tx, this.environment, resolution));
  }

  async close(): Promise<void> {
    await this.#endThread();
    await this.#group.idle();
    return this.#guard(() => {
      for (const runId of [...this.#locks.keys()]) this.#release(runId);
      this.#mark?.close();
      this.#db.close();
    });
  }

  #release(runId: string): void {
    this.#locks.get(runId)?.release();
    this.#locks.delete(runId);
  }

  /** Its lock is next to this file, or next to the path of the file when the run began. */
  #isAlive(runId: string): boolean {
    if (isAlive(this.path, runId)) return true;
    const [run] = this.#driver.answer(ask('SELECT ledger_path FROM runs WHERE id = $1', runId));
    const before = String(run?.['ledger_path'] ?? this.path);
    return before !== this.path && isAlive(before, runId);
  }

  /** Synchronous work as a promise that rejects with {@link LedgerError}. */
  #guard<T>(work: () => T): Promise<T> {
    try {
      return Promise.resolve(work());
    } catch (error) {
      if (error instanceof LedgerError) return Promise.reject(error);
      const why = fileComplaint(error);
      const message = ledgerMessage('ledger_cannot', { ledger: this.path, be: 'used', why });
      return Promise.reject(new LedgerError(message, error));
    }
  }
}

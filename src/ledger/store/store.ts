// What both ledgers have in common: reads are questions, and the writes of a run are committed in groups. Each ledger
// answers questions, makes transactions, and knows which runs are alive.
import type { Message } from '../../message.ts';
import type { PaymentHistory } from '../history.ts';
import {
  type ComparedRow,
  type Intent,
  type IntentResult,
  type LedgerEntry,
  type LedgerMatch,
  NO_TIP,
  type Outcome,
  type RecordResult,
  type RowRecord,
  type Tip,
} from '../records.ts';
import type { RunRowRecord } from '../resolution-records.ts';
import type { RowStatus, RunPart, RunRecord, RunRow } from '../run-records.ts';
import type { Tx } from './changes.ts';
import { doubts } from './doubts.ts';
import * as history from './history.ts';
import { matches } from './likeness.ts';
import type { Question } from './question.ts';
import * as reads from './reads.ts';
import type { RowWrite, WriteResults } from './row-write.ts';
import { nextPart, runRowsPage } from './run-rows.ts';
import { accept } from './runs.ts';

/** A row as it is once its run is recovered. */
const asRecovered = (row: RowRecord, dead: ReadonlySet<string>): RowRecord =>
  row.state === 'sending' && dead.has(row.runId) ? { ...row, state: 'in_doubt' } : row;

export abstract class Store {
  protected abstract readonly environment: number;

  /** The end of the chain when it was last read. */
  protected seen: Tip = NO_TIP;

  /** Rejects with LedgerError. */
  abstract read<T>(question: () => Question<T>): Promise<T>;
  /** In a transaction that holds the ledger's lock. `work` may be called several times. */
  protected abstract write<T>(work: (tx: Tx) => Question<T>): Promise<T>;
  protected abstract submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]>;
  /** Runs of the environment that meet a further condition. */
  protected abstract readRuns(
    condition: string,
    ...values: readonly (string | number)[]
  ): Promise<RunRecord[]>;

  readonly history: PaymentHistory = {
    habits: this.#asking(history.habits),
    lastPaid: this.#asking(history.lastPaid),
    fileTotals: this.#asking(history.fileTotals),
    placeOf: (entry) => this.read(() => history.placeOf(entry)),
  };

  readonly heldByOthers = this.#asking(reads.heldByOthers);
  readonly paid = this.#asking(reads.paid);
  readonly knows = this.#asking(reads.knows);
  readonly isInOtherResponse = this.#asking(reads.isInOtherResponse);
  readonly named = this.#asking(reads.named);
  readonly sentSince = this.#asking(reads.sentSince);
  readonly runsOfFile = this.#asking(reads.runsOfFile);
  readonly batchFile = this.#asking(reads.batchFile);
  readonly entriesOf = this.#asking(reads.entriesOf);
  readonly doubts = this.#asking(doubts);
  readonly contradictions = this.#asking(reads.contradictions);
  readonly recall = this.#asking(reads.recall);

  /** Makes a method of a question about one environment. */
  #asking<A extends readonly unknown[], T>(
    question: (environment: number, ...asked: A) => Question<T>,
  ): (...asked: A) => Promise<T> {
    return (...asked) => this.read(() => question(this.environment, ...asked));
  }

  async lookup(keys: readonly string[]): Promise<Map<string, RowRecord>> {
    const found = await this.read(() => reads.lookup(this.environment, keys));
    const dead = await this.#deadOf(found.values());
    return dead.size === 0 ? found : new Map([...found].map(([key, row]) => [key, asRecovered(row, dead)]));
  }

  async matches(rows: readonly ComparedRow[]): Promise<LedgerMatch[]> {
    const found = await this.read(() => matches(this.environment, rows));
    const dead = await this.#deadOf(found.map(({ row }) => row));
    return dead.size === 0 ? found : found.map((one) => ({ ...one, row: asRecovered(one.row, dead) }));
  }

  /** Runs that have ended, and that no writer has recovered yet: what they were sending is in doubt. */
  async #deadOf(rows: Iterable<RowRecord>): Promise<Set<string>> {
    const dead = new Set<string>();
    for (const runId of new Set([...rows].flatMap((row) => (row.state === 'sending' ? [row.runId] : []))))
      if ((await this.run(runId))?.alive === false) dead.add(runId);
    return dead;
  }

  runs(limit: number): Promise<RunRecord[]> {
    return this.readRuns('ORDER BY begun DESC LIMIT $2', limit);
  }

  async run(id: string): Promise<RunRecord | undefined> {
    return (await this.readRuns('AND runs.id = $2', id))[0];
  }

  async tip(): Promise<Tip> {
    this.seen = await this.read(reads.readTip);
    return this.seen;
  }

  async sequence(): Promise<number> {
    return (await this.tip()).sequence;
  }

  lastEntryAt(): Promise<Date | null> {
    return this.read(reads.lastEntryAt);
  }

  accept(reason: Message, at: Date): Promise<void> {
    return this.write((tx) => accept(tx, reason, at));
  }

  wasAccepted(text: string): Promise<boolean> {
    return this.read(() => reads.wasAccepted(text));
  }

  hadTip(tip: Pick<Tip, 'sequence' | 'head'>): Promise<boolean> {
    return this.read(() => reads.hadTip(tip));
  }

  async row(key: string): Promise<RowRecord | undefined> {
    return (await this.lookup([key])).get(key);
  }

  async entries(key: string): Promise<LedgerEntry[]> {
    return (await this.entriesOf([key])).get(key) ?? [];
  }

  intend(intent: Intent): Promise<IntentResult> {
    return this.submit({ do: 'intend', intent });
  }

  record(outcome: Outcome): Promise<RecordResult> {
    return this.submit({ do: 'record', outcome });
  }

  note(runId: string, rows: readonly RunRow[]): Promise<void> {
    return this.submit({ do: 'note', runId, rows });
  }

  keep(part: RunPart): Promise<void> {
    return this.submit({ do: 'keep', part });
  }

  remember(key: string, text: string, at: Date): Promise<void> {
    return this.submit({ do: 'remember', key, text, at });
  }

  async runRows(id: string): Promise<RunRowRecord[]> {
    const rows: RunRowRecord[] = [];
    for await (const row of this.eachRunRow(id)) rows.push(row);
    return rows;
  }

  async *eachRunRow(id: string, only?: readonly RowStatus[]): AsyncGenerator<RunRowRecord> {
    const { environment } = this;
    const alive = (await this.run(id))?.alive ?? false;
    for (let after: number | undefined = -1; after !== undefined;) {
      const from: number = after;
      const page = await this.read(() => runRowsPage(environment, { id, alive }, { after: from, only }));
      yield* page.rows;
      after = page.last;
    }
  }

  async *eachPart(runId: string, kind: RunPart['kind']): AsyncGenerator<RunPart> {
    for (let last = -1; ;) {
      const after = last;
      const page = await this.read(() => nextPart(runId, kind, after));
      if (!page) return;
      yield page;
      last = page.part;
    }
  }
}

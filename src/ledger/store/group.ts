// A group of writes in one transaction: one question for all of them, then a decision for each. A process remembers
// from one group to the next whether others have written since, and which requests are its own.
import type { Intent, Tip } from '../records.ts';
import type { Changes } from './changes.ts';
import { RowWrites } from './decide.ts';
import type { Question } from './question.ts';
import type { KeptRow } from './row.ts';
import { type Hosts, othersWrote, type RowWrite, type Writer, type WriteResult } from './row-write.ts';
import { type WantedRows, WorkingSet } from './working-set.ts';

export interface Tx {
  readonly changes: Changes;
  /** Where the chain ended before it. */
  readonly before: Tip;
}

interface Decided {
  readonly writer: Writer;
  readonly results: readonly WriteResult[];
  readonly rows: RowWrites;
}

/** With possible duplicates, unless it is certain that only this process has written since they were looked for. */
export const workingSet = (writes: readonly RowWrite[], writer: Writer): Question<WorkingSet> =>
  WorkingSet.fetch(writer.environment, wantedBy(writes, writer));

/** Errors: any; then nothing of the group is written. */
export function decide(
  { changes }: Tx,
  writes: readonly RowWrite[],
  { writer, set, hosts }: { readonly writer: Writer; readonly set: WorkingSet; readonly hosts?: Hosts },
): Decided {
  const rows = new RowWrites(changes, set, writer, hosts);
  return { writer, results: writes.map((write) => rows.apply(write)), rows };
}

function wantedBy(writes: readonly RowWrite[], writer: Writer): WantedRows {
  const [intents, likely]: [string[], Intent[]] = [[], []];
  const keys = new Set<string>();
  const known: KeptRow[] = [];
  const createdIds: string[] = [];
  const batches = new Set<string>();
  const runRows: { runId: string; sequence: number }[] = [];
  for (const write of writes) {
    if (write.do === 'intend') {
      const { intent } = write;
      intents.push(intent.key);
      batches.add(intent.batchId);
      keys.add(intent.key);
      if (intent.alikeSince === null || othersWrote(intent, writer)) likely.push(intent);
    } else if (write.do === 'record') {
      const { type, createdId, key, runId, batchId } = write.outcome;
      batches.add(batchId);
      const row = writer.rows.get(key);
      if (row) known.push(row);
      else keys.add(key);
      if (type === 'created' && createdId !== null) createdIds.push(createdId);
      runRows.push({ runId, sequence: write.row.sequence });
    } else if (write.do === 'note') {
      for (const { sequence, status, key } of write.rows) {
        if (status === 'not_sent' && key !== null) keys.add(key);
        runRows.push({ runId: write.runId, sequence });
      }
    }
  }
  return { known, intents, keys: [...keys], batches: [...batches], createdIds, runRows, likely };
}

const NONE: ReadonlyMap<string, KeptRow> = new Map();

export class OwnWrites {
  readonly #environment: number;
  readonly #held = new Map<string, number>();
  /** The rows of those requests. They are valid while the chain ends with a link of this process. */
  readonly #rows = new Map<string, KeptRow>();
  /** The run of the last group, and the entry after which only this process has written for it. */
  #run = { id: '', after: 0 };
  /** Whether others wrote before the last group. */
  #others = false;
  /** The head after the last group. Other writes of this process count as writes of others. */
  #head = '';

  constructor(environment: number) {
    this.#environment = environment;
  }

  /** A guess, before it is known who has written since: others write again if they wrote before the last group. */
  expected(writes: readonly RowWrite[]): Writer {
    const run = this.#runOf(writes);
    const isOther = this.#others || run !== this.#run.id;
    return this.#writer(run, isOther ? Infinity : this.#run.after, NONE);
  }

  actual(writes: readonly RowWrite[], before: Tip): Writer {
    const run = this.#runOf(writes);
    const isOurs = before.head === this.#head;
    if (!isOurs) this.#rows.clear();
    return this.#writer(
      run,
      run === this.#run.id && isOurs ? this.#run.after : before.sequence,
      isOurs ? this.#rows : NONE,
    );
  }

  #writer(run: string, ownAfter: number, rows: ReadonlyMap<string, KeptRow>): Writer {
    return {
      environment: this.#environment,
      ownAfter,
      run: run === this.#run.id ? run : '',
      held: this.#held,
      rows,
    };
  }

  /** Empty for writes of several runs. */
  #runOf(writes: readonly RowWrite[]): string {
    let run: string | undefined;
    for (const write of writes) {
      if (write.do !== 'intend' && write.do !== 'record') continue;
      const { runId } = write.do === 'intend' ? write.intent : write.outcome;
      if (run !== undefined && runId !== run) return '';
      run = runId;
    }
    return run ?? this.#run.id;
  }

  /** `after`: where the chain ends now. */
  committed(writes: readonly RowWrite[], { writer: { ownAfter }, results, rows }: Decided, after: Tip): void {
    this.#head = after.head;
    this.#others = ownAfter !== this.#run.after;
    this.#run = { id: this.#runOf(writes), after: ownAfter };
    for (const [at, write] of writes.entries()) {
      if (write.do !== 'record' || results[at]?.ok !== true) continue;
      this.#held.delete(write.outcome.key);
      this.#rows.delete(write.outcome.key);
    }
    for (const [key, entry] of rows.made) {
      this.#held.set(key, entry);
      const row = rows.stored(key);
      if (row) this.#rows.set(key, row);
    }
  }
}

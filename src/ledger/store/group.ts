// A group of writes in one transaction: what they have to know is asked in one turn, then each is decided in turn. And what one
// process has written and still has under way, from one group to the next: whether others have written since it looked, and
// which requests are its own when their outcomes come, however late.
import { kindOfKey } from '../keys.ts';
import type { Intent } from '../records.ts';
import type { Tip } from '../tip.ts';
import type { Changes } from './changes.ts';
import { RowWrites } from './decide.ts';
import type { KeptRow } from './kept-row.ts';
import type { Question } from './question.ts';
import { type Hosts, othersWrote, type RowWrite, type Writer, type WriteResult } from './row-write.ts';
import { type Wanted, WorkingSet } from './working-set.ts';

/** A transaction that has begun. */
export interface Tx {
  readonly changes: Changes;
  /** Where the chain ended before it. */
  readonly before: Tip;
}

export interface Decided {
  readonly results: readonly WriteResult[];
  readonly writes: RowWrites;
}

/** What they have to know. Others' writes since are among it where the writer says that there may be some. */
export const workingSet = (writes: readonly RowWrite[], writer: Writer): Question<WorkingSet> =>
  WorkingSet.fetch(writer.environment, wantedBy(writes, writer));

/** Errors: LedgerError, and what is a defect; then nothing of the group is written. */
export function decide(
  { changes }: Tx,
  writes: readonly RowWrite[],
  { writer, set, hosts }: { readonly writer: Writer; readonly set: WorkingSet; readonly hosts?: Hosts },
): Decided {
  const rows = new RowWrites(changes, set, writer, hosts);
  return { results: writes.map((write) => rows.apply(write)), writes: rows };
}

function wantedBy(writes: readonly RowWrite[], writer: Writer): Wanted {
  const [intents, likely]: [string[], Intent[]] = [[], []];
  const keys = new Set<string>();
  const known: KeptRow[] = [];
  const createdIds: { id: string; kind: string }[] = [];
  const runRows: { runId: string; sequence: number }[] = [];
  for (const write of writes) {
    if (write.do === 'intend') {
      const { intent } = write;
      intents.push(intent.key);
      keys.add(intent.key);
      if (intent.alikeSince === null || othersWrote(intent, writer)) likely.push(intent);
    } else if (write.do === 'record') {
      const { type, createdId, key, runId } = write.outcome;
      const row = writer.rows.get(key);
      if (row) known.push(row);
      else keys.add(key);
      if (type === 'created' && createdId !== null) createdIds.push({ id: createdId, kind: kindOfKey(key) });
      runRows.push({ runId, sequence: write.row.sequence });
    } else if (write.do === 'note') {
      for (const { sequence, status, key } of write.rows) {
        if (status === 'not_sent' && key !== null) keys.add(key);
        runRows.push({ runId: write.runId, sequence });
      }
    }
  }
  return { known, intents, keys: [...keys], createdIds, runRows, likely };
}

const NONE: ReadonlyMap<string, KeptRow> = new Map();

export class OwnWrites {
  readonly #environment: number;
  readonly #held = new Map<string, number>();
  /** Their rows as they were written here: nobody changes them while the chain ends with what was written here. */
  readonly #rows = new Map<string, KeptRow>();
  /** The run of the last intents and outcomes here, and the entry after which none but its own were written. */
  #run = { id: '', after: 0 };
  /** Whether others had written before the last group. */
  #others = false;

  constructor(environment: number) {
    this.#environment = environment;
  }

  /** Before it is known who has written since. What others may have written is asked for where they wrote before the last group. */
  expected(writes: readonly RowWrite[]): Writer {
    const run = this.#runOf(writes);
    const isOther = this.#others || run !== this.#run.id;
    return this.#writer(run, isOther ? Infinity : this.#run.after, NONE);
  }

  /** `ours`: the head after the last group here. */
  actual(writes: readonly RowWrite[], before: Tip, ours: string): Writer {
    const run = this.#runOf(writes);
    const isOurs = before.head === ours;
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

  /** Of all their intents and outcomes; empty where they are of several. */
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

  /** They are written. */
  committed(writes: readonly RowWrite[], { ownAfter }: Writer, { results, writes: rows }: Decided): void {
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

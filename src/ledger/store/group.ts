// A group of writes in one transaction: what they have to know is asked in one turn, then each is decided in turn. And what one
// process has written and still has under way, from one group to the next: whether others have written since it looked, and
// which requests are its own when their outcomes come, however late.
import { kindOfKey } from '../keys.ts';
import type { Tip } from '../tip.ts';
import type { Changes } from './changes.ts';
import { RowWrites } from './decide.ts';
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
  const intents = writes.flatMap((write) => (write.do === 'intend' ? [write.intent] : []));
  const outcomes = writes.flatMap((write) => (write.do === 'record' ? [write] : []));
  const notes = writes.flatMap((write) =>
    write.do === 'note' ? write.rows.map((row) => ({ runId: write.runId, row })) : [],
  );
  const unsent = notes.flatMap(({ row: { status, key } }) =>
    status === 'not_sent' && key !== null ? [key] : [],
  );
  const keys = [...intents.map(({ key }) => key), ...outcomes.map(({ outcome }) => outcome.key), ...unsent];
  return {
    intents: intents.map(({ key }) => key),
    keys: [...new Set(keys)],
    createdIds: outcomes.flatMap(({ outcome: { type, createdId, key } }) =>
      type === 'created' && createdId !== null ? [{ id: createdId, kind: kindOfKey(key) }] : [],
    ),
    runRows: [
      ...notes.map(({ runId, row: { sequence } }) => ({ runId, sequence })),
      ...outcomes.map(({ outcome: { runId }, row: { sequence } }) => ({ runId, sequence })),
    ],
    likely: intents.filter((intent) => intent.alikeSince === null || othersWrote(intent, writer)),
  };
}

export class OwnWrites {
  readonly #environment: number;
  readonly #held = new Map<string, number>();
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
    return this.#writer(run, isOther ? Infinity : this.#run.after);
  }

  /** `ours`: the head after the last group here. */
  actual(writes: readonly RowWrite[], before: Tip, ours: string): Writer {
    const run = this.#runOf(writes);
    return this.#writer(
      run,
      run === this.#run.id && before.head === ours ? this.#run.after : before.sequence,
    );
  }

  #writer(run: string, ownAfter: number): Writer {
    return {
      environment: this.#environment,
      ownAfter,
      run: run === this.#run.id ? run : '',
      held: this.#held,
    };
  }

  #runOf(writes: readonly RowWrite[]): string {
    const runs = writes.flatMap((write) => {
      if (write.do === 'intend') return [write.intent.runId];
      return write.do === 'record' ? [write.outcome.runId] : [];
    });
    return runs.every((id) => id === runs[0]) ? (runs[0] ?? this.#run.id) : '';
  }

  /** They are written. */
  committed(writes: readonly RowWrite[], { ownAfter }: Writer, { results, writes: { made } }: Decided): void {
    this.#others = ownAfter !== this.#run.after;
    this.#run = { id: this.#runOf(writes), after: ownAfter };
    for (const [at, write] of writes.entries()) {
      if (write.do === 'record' && results[at]?.ok === true) this.#held.delete(write.outcome.key);
    }
    for (const [key, entry] of made) this.#held.set(key, entry);
  }
}

// What a process remembers from one group of writes to the next: whether others have written since, and which requests
// are its own.
import type { Tip } from '../records.ts';
import type { KeptRow } from './row.ts';
import type { RowWrite, Writer } from './row-write.ts';
import type { DecidedGroup } from './row-writes.ts';

const NONE: ReadonlyMap<string, KeptRow> = new Map();

export class OwnWrites {
  readonly #environment: number;
  readonly #intents = new Map<string, number>();
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
      ownIntents: this.#intents,
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
  committed(
    writes: readonly RowWrite[],
    { writer: { ownAfter }, results, rows }: DecidedGroup,
    after: Tip,
  ): void {
    this.#head = after.head;
    this.#others = ownAfter !== this.#run.after;
    this.#run = { id: this.#runOf(writes), after: ownAfter };
    for (const [at, write] of writes.entries()) {
      if (write.do !== 'record' || results[at]?.ok !== true) continue;
      this.#intents.delete(write.outcome.key);
      this.#rows.delete(write.outcome.key);
    }
    for (const [key, entry] of rows.made) {
      this.#intents.set(key, entry);
      const row = rows.stored(key);
      if (row) this.#rows.set(key, row);
    }
  }
}

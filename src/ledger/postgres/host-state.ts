// What a group of writes has to know of the other hosts: which requests are in progress, and which runs are stopped.
import type { Changes } from '../store/changes.ts';
import { type Ask, asNumber, asText, json, type Question } from '../store/question.ts';
import type { Hosts, RowWrite } from '../store/row-write.ts';
import { UNTIL } from './lease.ts';

const OPEN: Ask['sql'] = (d) =>
  `SELECT r.key, r.entry FROM ${d.each(d.texts(2), 'intents', 'r.environment = $1 AND r.key = q.value')}`;

export class HostState implements Hosts {
  readonly #environment: number;
  readonly #worker: string;
  /** Requests that may be in progress: the entries of their intents, by key. */
  readonly #open = new Map<string, number>();
  readonly #stopped = new Map<string, string>();
  readonly #over = new Set<string>();
  isOurs = false;
  /** The end of this process's lease; 0 for none. */
  until = 0;

  private constructor(environment: number, worker: string) {
    [this.#environment, this.#worker] = [environment, worker];
  }

  /** `worker`: this process; empty before it has an id. */
  static *fetch(environment: number, worker: string, writes: readonly RowWrite[]): Question<HostState> {
    const rows = writes.flatMap((write): readonly { readonly key: string; readonly runId: string }[] =>
      write.do === 'intend' ? [write.intent] : write.do === 'record' ? [write.outcome] : [],
    );
    const [keys, runs] = [rows.map(({ key }) => key), [...new Set(rows.map(({ runId }) => runId))]];
    const [open = [], workers = [], submissions = []] = yield [
      { sql: OPEN, values: [environment, json(keys)] },
      {
        sql: `SELECT CASE WHEN closed_at IS NULL THEN 1 ELSE 0 END AS open, ${UNTIL} AS until FROM workers WHERE id = $1`,
        values: [worker],
      },
      {
        sql: (
          d,
        ) => `SELECT run_id, coalesce(stopped, '') AS stopped, CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END AS over
          FROM submissions WHERE run_id IN (SELECT q.value FROM ${d.texts(1)})`,
        values: [json(runs)],
      },
    ];
    const state = new HostState(environment, worker);
    for (const { key, entry } of open) state.#open.set(asText(key), asNumber(entry));
    state.isOurs = workers[0]?.['open'] === 1;
    state.until = asNumber(workers[0]?.['until'] ?? 0);
    for (const { run_id: runId, stopped, over } of submissions) {
      state.#stopped.set(asText(runId), asText(stopped));
      if (over === 1) state.#over.add(asText(runId));
    }
    return state;
  }

  stopped(runId: string): string | undefined {
    return this.#stopped.get(runId);
  }

  isOver(runId: string): boolean {
    return this.#over.has(runId);
  }

  hold(changes: Changes, key: string, entry: number): void {
    this.#open.set(key, entry);
    changes.put('intents', [this.#environment, key], [this.#environment, key, entry, this.#worker]);
  }

  settle(changes: Changes, key: string, entry: number): void {
    if (this.#open.get(key) !== entry) return;
    this.#open.delete(key);
    changes.drop('intents', [this.#environment, key]);
  }
}

// The writes of a run, as values that can go to another thread, and their writer.
import type { Intent, IntentResult, Outcome, RecordResult } from '../records.ts';
import type { RunPart, RunRow } from '../run-records.ts';
import type { Changes } from './changes.ts';
import type { KeptRow } from './row.ts';

export type RowWrite =
  | { readonly do: 'intend'; readonly intent: Intent }
  | { readonly do: 'record'; readonly outcome: Outcome }
  | { readonly do: 'note'; readonly runId: string; readonly rows: readonly RunRow[] }
  | { readonly do: 'keep'; readonly part: RunPart }
  | { readonly do: 'remember'; readonly key: string; readonly text: string; readonly at: Date };

export interface WriteResults {
  readonly intend: IntentResult;
  readonly record: RecordResult;
  readonly note: undefined;
  readonly keep: undefined;
  readonly remember: undefined;
}

export type WriteResult = WriteResults[RowWrite['do']];

export interface Writer {
  readonly environment: number;
  /** After this entry only this process has written, for this run. Earlier look-ups may have missed rows of others. */
  readonly ownAfter: number;
  readonly run: string;
  /** Requests of this process that are in progress: the entries of their intents, by key. */
  readonly ownIntents: ReadonlyMap<string, number>;
  /** Their rows, as far as they are known to be unchanged. */
  readonly rows: ReadonlyMap<string, KeptRow>;
}

/** For changes that no run makes. */
export const noRun = (environment: number): Writer => ({
  ...{ environment, ownAfter: 0, run: '', ownIntents: new Map(), rows: new Map() },
});

/** Which host holds which request, on a ledger of several hosts. */
export interface Hosts {
  /** Whether this process has a lease. */
  readonly isOurs: boolean;
  /** Why no more rows of a run of several hosts are sent; empty while they are. */
  stopped(runId: string): string | undefined;
  isOver(runId: string): boolean;
  hold(changes: Changes, key: string, entry: number): void;
  settle(changes: Changes, key: string, entry: number): void;
}

/** Whether others may have written rows that the run has not seen. */
export const othersWrote = ({ runId, alikeSince: since }: Intent, { ownAfter, run }: Writer): boolean =>
  since !== null && (runId !== run || since < ownAfter);

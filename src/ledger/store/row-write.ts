// What is written while a run is under way, as values: so that it can be done here or in a thread of its own; and who writes it.
import type { Intent, IntentResult, Outcome, RecordResult, RunRow } from '../records.ts';
import type { RunPart } from '../run-part.ts';
import type { Changes } from './changes.ts';
import type { KeptRow } from './kept-row.ts';

export type RowWrite =
  | { readonly do: 'intend'; readonly intent: Intent }
  | { readonly do: 'record'; readonly outcome: Outcome; readonly row: RunRow }
  | { readonly do: 'note'; readonly runId: string; readonly rows: readonly RunRow[] }
  | { readonly do: 'keep'; readonly part: RunPart }
  | { readonly do: 'saveUpload'; readonly sha256: string; readonly documentId: string; readonly at: Date };

/** What comes of each. */
export interface WriteResults {
  readonly intend: IntentResult;
  readonly record: RecordResult;
  readonly note: undefined;
  readonly keep: undefined;
  readonly saveUpload: undefined;
}

export type WriteResult = WriteResults[RowWrite['do']];

/** Who writes. */
export interface Writer {
  readonly environment: number;
  /** All entries after this one were written here, for this run: others' may stand against an intent that looked before. */
  readonly ownAfter: number;
  readonly run: string;
  /** Requests that this process has under way: the entries of their intents, by key. */
  readonly held: ReadonlyMap<string, number>;
  /** Of them, rows that are known to be as they were written here. */
  readonly rows: ReadonlyMap<string, KeptRow>;
}

/** For what is written in nobody's name. */
export const nobody = (environment: number): Writer => ({
  ...{ environment, ownAfter: 0, run: '', held: new Map(), rows: new Map() },
});

/** Who holds which request, where a ledger has several hosts. */
export interface Hosts {
  /** Whether this process is one of them still. */
  readonly isOurs: boolean;
  /** Why no more rows of a run are sent that is open to several hosts: empty while they are; `undefined` for any other run. */
  stopped(runId: string): string | undefined;
  /** Whether such a run has ended. */
  isOver(runId: string): boolean;
  /** This process holds the request with that intent from now on. */
  hold(changes: Changes, key: string, entry: number): void;
  /** What became of that intent is told: nobody holds it any more. */
  settle(changes: Changes, key: string, entry: number): void;
}

/** Whether anybody else has written anything since it looked: only then can there be what its run didn't see. */
export const othersWrote = ({ runId, alikeSince: since }: Intent, { ownAfter, run }: Writer): boolean =>
  since !== null && (runId !== run || since < ownAfter);

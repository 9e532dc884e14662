// How a command on a file ends, as a value, and the one signature of all such commands.
import type { RunControl } from '../input/control.ts';
import type { FileFacts } from '../input/facts.ts';
import type { Checked } from '../input/first-pass.ts';
import type { FileSettings } from '../input/settings.ts';
import type { RunHooks } from './hooks.ts';
import type { CurrencyCost } from './quoted-cost.ts';
import type { RowSums, Tally } from './tally.ts';

/** What the ledger knows of the rows of a file that is only checked or quoted. */
export interface KnownCounts {
  /** Rows that were paid or created before. */
  readonly done: number;
  /** Rows that are in doubt, or being sent now. */
  readonly inDoubt: number;
  /** Possible duplicates: a run holds them. */
  readonly held: number;
  /** Rows that a run would send. */
  readonly toSend: number;
}

export interface RunEnd {
  readonly runId: string;
  readonly batchId: string;
  readonly tally: Tally;
  /** Of these, the rows whose status an earlier run gave: nothing was sent for them now. */
  readonly earlier: Tally;
  readonly facts: FileFacts;
  readonly exitCode: number;
  /** Why it stopped early; empty when it didn't. */
  readonly stopped: string;
  /** `null` when the results could not be written: the ledger has every row. */
  readonly results: string | null;
  readonly retry: string | null;
  /** The same rows for people, each with the reason; `null` where there is none. */
  readonly reasons: string | null;
  /** What the rows of this run cost by their quotes. */
  readonly cost: readonly CurrencyCost[];
  readonly durationMs: number;
  /** What doesn't add up: empty, or a defect or a changed file. */
  readonly footing: readonly string[];
  /** Of a check that has looked into the ledger: rows that a run would leave as they are, or hold, and those that it would send. */
  readonly known?: KnownCounts;
  /** Rows among the rejected ones that this run saw refused for lack of funds. */
  readonly short?: number;
  /** The ledger was removed or replaced under way: the results are all that says what was paid. */
  readonly ledgerGone?: boolean;
}

/** Of a run that has written no results. */
export const UNWRITTEN = {
  results: null,
  retry: null,
  reasons: null,
  cost: [],
  footing: [],
} as const satisfies Partial<RunEnd>;

/** The end of a command that sends nothing (check, quote). */
export function unsentEnd(
  { batchId, results }: Pick<FileSettings, 'batchId' | 'results'>,
  { hash, facts }: Checked,
  sums: RowSums,
  run: Pick<RunEnd, 'runId' | 'stopped' | 'durationMs'>,
): RunEnd {
  const end = sums.end(facts, run.stopped);
  return { ...UNWRITTEN, ...end, ...run, batchId: batchId ?? hash, results };
}

/** run, check and quote. Rejects before anything is sent (a PaybatchError); afterwards every row has a result. */
export type FileCommand<Settings> = (
  settings: Settings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
) => Promise<RunEnd>;
